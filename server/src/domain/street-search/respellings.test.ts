import { expect, test } from 'vitest'
import { respelledKeys, splitNames } from './respellings.ts'

test.each([
  ['Akerstr. Noord', 'akerstraatnoord'],
  ['aker str', 'akerstraat'],
  ['Nwe Kerkstraat', 'nieuwekerkstraat'],
  ['N. Kerkstraat', 'nieuwekerkstraat'],
  ['Kerkstraat N.', 'kerkstraatnoord'],
  ['O. Heirweg', 'oudeheirweg'],
  ['Prs Beatrixsgl', 'prinsesbeatrixsingel'],
  ['Wm Alexanderln', 'willemalexanderlaan'],
  ['Heerlerdk.', 'heerlerdijk'],
  ['Heerlerdk.', 'heerlerdyk'],
  ['Dykstraat', 'dijkstraat'],
  ['Kerkpl', 'kerkplein'],
  ['Kerkpl', 'kerkplaats'],
  ['Zuidzijde', 'zz'],
  ['Nwstraat', 'nieuwstraat'],
  ['Nwlande', 'nieuwelande'],
  ['2de Kruisweg', '2ekruisweg'],
  ['1ste Dwarsstraat', '1edwarsstraat'],
])('reads %s as %s', (typed, key) => {
  expect(respelledKeys(typed)).toContain(key)
})

test.each(['Akerstraat', 'Glück Auf', 'A', 'Kerk', '', '%'])('the search has no other reading of %s', (typed) => {
  expect(respelledKeys(typed)).toEqual([])
})

test('splits a name between all words, unless the end is short or common', () => {
  expect(splitNames('Jan Steen Goorpad')).toEqual([
    { head: 'jan', tail: 'steengoorpad' },
    { head: 'jansteen', tail: 'goorpad' },
  ])
  expect(splitNames('Kerk straat')).toEqual([])
  expect(splitNames('Kerkstraat Noord')).toEqual([])
  expect(splitNames('Van Ee')).toEqual([])
  expect(splitNames('Akerstraat')).toEqual([])
  // The end is a part of a common end, or a common end with one or two letters before it.
  expect(splitNames('Kerk traat')).toEqual([])
  expect(splitNames('Kerk nweg')).toEqual([])
})

test('returns at most 47 readings and 60 splits of a name with many short words', () => {
  const typed = 'n o z w n o z w k l gr kl pr st burg kon str ln wg sgl dk pl gr kd park'
  expect(respelledKeys(typed).length).toBeLessThan(48)
  expect(splitNames(typed).length).toBeLessThanOrEqual(60)
})
