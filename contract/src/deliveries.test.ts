import { expect, test } from 'vitest'
import type { DeliveredClearances } from './clearances.ts'
import { daysWithReasons } from './day-outcomes.ts'
import { knowledgeOn, noClearancesText } from './deliveries.ts'
import { LoadedKind, neverLoadedText } from './meta.ts'
import { missedCollectionText } from './missed-collection-texts.ts'
import { NonClearanceReason, nonClearanceText } from './non-clearances.ts'
import type { WasteStream } from './waste-streams.ts'

const year = { from: '2026-01-01', to: '2026-12-31', today: '2026-11-28' }
const nothing = (words: string | undefined) => `In 2026 is hier ${words ? `geen ${words}` : 'niets'} geleegd.`
const none = 'In 2026 is hier niets geleegd.'

type Delivered = Partial<Record<WasteStream, string>> | undefined
const delivered = (streams: Delivered): DeliveredClearances | undefined =>
  streams && {
    municipality: 'Vaals',
    streams: Object.entries(streams).map(([stream, until]) => ({ waste_type: stream as WasteStream, until })),
  }

test.each<[string, Delivered, WasteStream[], string]>([
  ['the server states nothing', undefined, ['gft'], none],
  ['nothing was ever delivered', {}, [], 'In Vaals zijn nog nooit ledigingen ingelezen.'],
  [
    'one stream was never delivered',
    { gft: '2026-11-27' },
    ['residual_waste'],
    'Van restafval in Vaals zijn nog nooit ledigingen ingelezen.',
  ],
  ['several streams were never delivered', {}, ['gft', 'best_bag'], 'In Vaals zijn nog nooit ledigingen ingelezen.'],
  [
    'the last delivery is before the year',
    { residual_waste: '2025-11-14' },
    ['residual_waste'],
    'Ledigingen van restafval zijn bekend tot en met 14 november 2025.',
  ],
  [
    'the last delivery is in the year',
    { residual_waste: '2026-11-14' },
    ['residual_waste'],
    `${none} Ledigingen van restafval zijn bekend tot en met 14 november.`,
  ],
  ['everything until yesterday is delivered', { residual_waste: '2026-11-27' }, ['residual_waste'], none],
  ['the streams of the place are unknown', { residual_waste: '2026-11-27' }, [], none],
  [
    'the streams differ',
    { residual_waste: '2026-11-27', paper: '2025-10-31' },
    ['residual_waste', 'paper', 'gft', 'best_bag'],
    'In 2026 is hier geen restafval geleegd. Ledigingen van papier zijn bekend tot en met 31 oktober 2025. ' +
      'Van gft en de BEST-tas in Vaals zijn nog nooit ledigingen ingelezen.',
  ],
  [
    'more than five of the streams were never delivered',
    { residual_waste: '2026-11-27' },
    ['residual_waste', 'gft', 'paper', 'pmd', 'glass', 'diaper', 'textile'],
    'In 2026 is hier geen restafval geleegd. ' +
      'Van andere afvalstromen in Vaals zijn nog nooit ledigingen ingelezen.',
  ],
])('states for a period without clearances what is known, when %s', (_, streams, ofPlace, text) => {
  expect(noClearancesText(delivered(streams), { ...year, streams: ofPlace }, nothing)).toBe(text)
})

test('states for a period before the year of the first delivery since when clearances are known', () => {
  const streams = [{ waste_type: 'gft' as const, since: '2026-01-05', until: '2026-11-27' }]
  const textOf = (from: string, to: string) =>
    noClearancesText({ municipality: 'Vaals', streams }, { ...year, from, to, streams: ['gft'] }, nothing)
  expect(textOf('2025-01-01', '2025-12-31')).toBe('Ledigingen van gft zijn bekend vanaf 5 januari.')
  expect(textOf('2026-01-01', '2026-12-31')).toBe(none)
  expect(['2026-01-04', '2026-01-05', '2026-11-28'].map((day) => knowledgeOn(streams, 'gft', day))).toEqual([
    'never',
    'known',
    'not_yet',
  ])
})

test('a day is not presented only when its lifts and its reasons are known, and a reason belongs to the nearest day', () => {
  const day = { waste_type: 'gft' as const, outcome: 'not_offered' as const, clearance_ids: [] }
  const days = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23'].map((it) => ({ ...day, day: it }))
  const missed = { id: 1, waste_type: 'gft' as const, equipment_id: null, reason: 'te_laat' as const }
  const moments = ['2026-03-10T00:10:00+01:00', '2026-03-19T08:00:00+01:00']
  const streams = [{ waste_type: 'gft' as const, since: '2026-03-09', until: '2026-03-16' }]
  const outcomes = daysWithReasons([...days, { ...day, day: '2026-03-16', waste_type: 'paper' }], {
    data: moments.map((happened_at, index) => ({ ...missed, id: index, happened_at })),
    meta: { delivered: { municipality: 'Vaals', streams }, start: null },
  }).map(({ day, waste_type, outcome, non_clearances }) => [day, waste_type, outcome, non_clearances.length])
  expect(outcomes).toEqual([
    ['2026-03-02', 'gft', 'not_offered', 0],
    ['2026-03-09', 'gft', 'not_emptied', 1],
    ['2026-03-16', 'gft', 'not_presented', 0],
    ['2026-03-16', 'paper', 'not_offered', 0],
    ['2026-03-19', 'gft', 'not_emptied', 1],
    ['2026-03-23', 'gft', 'not_offered', 0],
  ])
  expect(daysWithReasons(days, undefined).every(({ outcome }) => outcome === 'not_offered')).toBe(true)
})

test.each(NonClearanceReason.options)(
  'the text to read aloud about %s has short sentences, and no open places',
  (reason) => {
    const text = nonClearanceText({ reason, waste_type: 'pmd' }, undefined)
    for (const sentence of text.split(/(?<=\.) /)) expect(sentence.split(' ').length).toBeLessThanOrEqual(18)
    expect(text).not.toContain('{')
    if (reason === 'te_laat') expect(text).toContain('vóór 8 uur')
  },
)

test('the day of a second visit names the hour of containers or of bags', () => {
  const decision = { reason: 'recollection_planned', step: 'wait_for_day', date: '2026-11-27', at: null } as const
  const none = { truck_reason: null, escalation: null, reasons_loaded: null }
  const facts = { about: null, cause: null, answer: null, reasons_until: null, brought: undefined }
  const textOf = (waste_type: 'pmd' | 'gft') =>
    missedCollectionText({ ...decision, ...none, waste_type }, { ...facts, start: { container: 6, bag: 9 } })
  expect([textOf('gft'), textOf('pmd')]).toEqual([
    expect.stringContaining('vóór 6 uur'),
    expect.stringContaining('vóór 9 uur'),
  ])
})

test.each(LoadedKind.options)('distinguishes never loaded, loaded, and not stated, for %s', (kind) => {
  expect(neverLoadedText(kind, { name: 'Vaals', loaded: [] })).toMatch(/^(In|Voor) Vaals zijn nog nooit .+\.$/)
  expect(neverLoadedText(kind, { name: 'Vaals', loaded: [kind] })).toBeUndefined()
  expect(neverLoadedText(kind, { name: 'Vaals' })).toBeUndefined()
  expect(neverLoadedText(kind, undefined)).toBeUndefined()
})
