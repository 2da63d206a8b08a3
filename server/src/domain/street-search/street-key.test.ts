import { expect, test } from 'vitest'
import { beginsWord, streetKey, streetSpellings } from './street-key.ts'

test.each([
  ['Wieënweg', 'wieenweg'],
  ['Glück Auf', 'gluckauf'],
  ['Gluck Auf', 'glück auf'],
  ["'s-Gravenweg", '’s Gravenweg'],
  ['Angelsloërdijk', 'angelsloe\u0308rdijk'],
  ['Sint Jansstraat', 'St. Jansstraat'],
  ['St. Jansstraat', 'Sint Jansstraat'],
  ['Burgemeester Waszinkstraat', 'burg. waszinkstraat'],
  ['Burg. Waszinkstraat', 'Burgemeester Waszink-straat'],
  ['Burg. Waszinkstraat', 'bgm waszinkstraat'],
  ['Professor von Kármánstraat', 'prof. v. karmanstraat'],
  ['2e Stationsstraat', 'Tweede Stationsstraat'],
  ['Tweede Stationsstraat', '2e stationsstraat'],
  ['Jan van der Laarstraat', 'jan v.d. laarstraat'],
  ['Glück Auf', 'Glueck Auf'],
])('S3.1 finds the street %s when an employee types %s', (name, typed) => {
  expect(streetSpellings(name)).toContain(streetKey(typed))
})

test('S3.1 finds a street by the beginning of any of its spellings', () => {
  expect(streetSpellings('Burgemeester Waszinkstraat').some((key) => key.startsWith(streetKey('burg. was')))).toBe(true)
})

test('S3.1 returns no key for a street that is only punctuation', () => {
  expect(streetKey("%_'-")).toBe('')
  expect(streetSpellings('---')).toEqual([])
})

test('S3.1 returns at most 25 spellings for a name with many words that can be abbreviated', () => {
  expect(
    streetSpellings('Burgemeester Professor Doctor van der Sint Generaal van den Boschstraat').length,
  ).toBeLessThanOrEqual(25)
})

test.each([
  ['waszinkstraat', true],
  ['waszink', true],
  ['burg. was', true],
  ['straat', false],
  ['zinkstraat', false],
  ['linistraat', false],
])('the typed text %s begins a word of Burgemeester Waszinkstraat: %s', (typed, begins) => {
  expect(beginsWord(typed, 'Burgemeester Waszinkstraat')).toBe(begins)
})
