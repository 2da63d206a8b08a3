import { expect, test } from 'vitest'
import type { DeliveredClearances } from './clearances.ts'
import { knowledgeOn, noClearancesText } from './deliveries.ts'
import { LoadedKind, neverLoadedText } from './meta.ts'
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

test.each(LoadedKind.options)('distinguishes never loaded, loaded, and not stated, for %s', (kind) => {
  expect(neverLoadedText(kind, { name: 'Vaals', loaded: [] })).toMatch(/^(In|Voor) Vaals zijn nog nooit .+\.$/)
  expect(neverLoadedText(kind, { name: 'Vaals', loaded: [kind] })).toBeUndefined()
  expect(neverLoadedText(kind, { name: 'Vaals' })).toBeUndefined()
  expect(neverLoadedText(kind, undefined)).toBeUndefined()
})
