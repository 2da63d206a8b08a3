import { expect, test } from 'vitest'
import { type CardSpot, cardsAt } from './card-order.ts'
import type { ShownCard } from './cards.ts'

const heerlen = { id: 917, name: 'Heerlen' }
const kerkrade = { id: 928, name: 'Kerkrade' }
let cards = 0

/** Returns a current card at 'not_emptied', newer than the cards before it. */
function makeCard(title: string, others: Partial<ShownCard> = {}): ShownCard {
  cards += 1
  return {
    ...{ id: cards, title, html: '', spoken: 'Dag.', places: ['not_emptied'], waste_type: null, code: null },
    ...{ important: false, municipality: null, version: 1, is_read: false },
    ...{
      shown_from: `2026-01-01T00:00:${String(cards).padStart(2, '0')}+01:00`,
      shown_until: '2027-01-01T00:00:00+01:00',
    },
    ...others,
  }
}

const stored = [
  makeCard('all, old'),
  makeCard('all'),
  makeCard('all, important', { important: true }),
  makeCard('gft', { waste_type: 'gft' }),
  makeCard('paper', { waste_type: 'paper' }),
  makeCard('heavy', { code: 'te_zwaar' }),
  makeCard('heavy gft', { code: 'te_zwaar', waste_type: 'gft' }),
  makeCard('late, important', { code: 'te_laat', important: true }),
  makeCard('Heerlen', { municipality: heerlen }),
  makeCard('Heerlen heavy', { municipality: heerlen, code: 'te_zwaar' }),
  makeCard('Kerkrade gft', { municipality: kerkrade, waste_type: 'gft' }),
  makeCard('Kerkrade heavy', { municipality: kerkrade, code: 'te_zwaar' }),
  makeCard('ended', { municipality: heerlen, code: 'obstakel', shown_until: '2026-06-01T00:00:00+02:00' }),
  makeCard('planned', { municipality: heerlen, code: 'obstakel', shown_from: '2026-12-01T00:00:00+01:00' }),
  makeCard('two places', { places: ['bill', 'flag'] }),
  makeCard('flag of two', { places: ['flag'], code: 'same_day' }),
  makeCard('dashboard', { places: ['dashboard'] }),
  makeCard('dashboard of Heerlen', { places: ['dashboard'], municipality: heerlen }),
  makeCard('dashboard, important', { places: ['dashboard'], important: true }),
]
const now = Date.parse('2026-11-29T12:00:00+01:00')
const at = 'not_emptied'

test.each<[CardSpot, first: string | undefined]>([
  [{ at }, 'Heerlen'],
  [{ at, municipality_id: 1 }, 'all, important'],
  [{ at, municipality_id: 917 }, 'Heerlen'],
  [{ at, municipality_id: 917, code: 'te_zwaar' }, 'Heerlen heavy'],
  [{ at, municipality_id: 917, code: 'te_zwaar', waste_type: 'gft' }, 'Heerlen heavy'],
  [{ at, municipality_id: 917, code: 'te_laat' }, 'Heerlen'],
  [{ at, municipality_id: 917, waste_type: 'gft' }, 'Heerlen'],
  [{ at, municipality_id: 928 }, 'all, important'],
  [{ at, municipality_id: 928, waste_type: 'gft' }, 'Kerkrade gft'],
  [{ at, municipality_id: 928, waste_type: 'paper' }, 'paper'],
  [{ at, municipality_id: 928, code: 'te_zwaar' }, 'Kerkrade heavy'],
  [{ at, municipality_id: 928, code: 'te_zwaar', waste_type: 'gft' }, 'Kerkrade heavy'],
  [{ at, municipality_id: 928, code: 'te_laat' }, 'late, important'],
  [{ at, municipality_id: 1, code: 'te_zwaar' }, 'heavy'],
  [{ at, municipality_id: 1, code: 'te_zwaar', waste_type: 'gft' }, 'heavy gft'],
  [{ at, municipality_id: 1, code: 'te_zwaar', waste_type: 'paper' }, 'heavy'],
  [{ at, municipality_id: 1, code: 'te_laat' }, 'late, important'],
  [{ at, municipality_id: 1, waste_type: 'gft' }, 'gft'],
  [{ at, municipality_id: 1, waste_type: 'paper' }, 'paper'],
  [{ at, municipality_id: 1, waste_type: 'pmd' }, 'all, important'],
  [{ at, municipality_id: 1, code: 'obstakel' }, 'all, important'],
  [{ at, municipality_id: 917, code: 'obstakel' }, 'Heerlen'],
  [{ at: 'bill', municipality_id: 917 }, 'two places'],
  [{ at: 'flag', municipality_id: 917 }, 'two places'],
  [{ at: 'flag', municipality_id: 917, code: 'same_day' }, 'flag of two'],
  [{ at: 'flag', municipality_id: 917, code: 'far_more' }, 'two places'],
  [{ at: 'dashboard' }, 'dashboard of Heerlen'],
  [{ at: 'dashboard', municipality_id: 917 }, 'dashboard of Heerlen'],
  [{ at: 'dashboard', municipality_id: 928 }, 'dashboard, important'],
  [{ at: 'rolls', municipality_id: 917 }, undefined],
])('at %j the first card is %j', (spot, first) => {
  expect(cardsAt(stored, spot, now)[0]?.title).toBe(first)
})

test('a card is shown from its first moment until its last, in no situation after it', () => {
  const card = makeCard('day', { shown_from: '2026-11-29T08:00:00+01:00', shown_until: '2026-11-29T12:00:00+01:00' })
  const isShown = (moment: string) => cardsAt([card], { at }, Date.parse(moment)).length === 1
  expect(isShown('2026-11-29T07:59:59+01:00')).toBe(false)
  expect(isShown('2026-11-29T08:00:00+01:00')).toBe(true)
  expect(isShown('2026-11-29T11:59:59+01:00')).toBe(true)
  expect(isShown('2026-11-29T12:00:00+01:00')).toBe(false)
  const ended = cardsAt(stored, { at, municipality_id: 917, code: 'obstakel' }, now).map(({ title }) => title)
  expect(ended).not.toContain('ended')
  expect(ended).not.toContain('planned')
})

test('of equal cards the newest is first', () => {
  const spot: CardSpot = { at, municipality_id: 1 }
  expect(cardsAt(stored, spot, now).map(({ title }) => title)).toEqual(['all, important', 'all', 'all, old'])
})
