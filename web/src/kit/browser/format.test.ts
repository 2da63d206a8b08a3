import { expect, test } from 'vitest'
import { booleanText, countText, dayText, distanceText, periodText, timeText, truncatedText } from './format.ts'

test('S9.4 formats a date in Dutch', () => expect(dayText('2026-03-04')).toBe('4 maart 2026'))

test('S9.4 formats a timestamp at night as its date in the Netherlands', () => {
  expect(dayText('2026-03-04T00:31:00+01:00')).toBe('4 maart 2026')
  expect(timeText('2026-03-03T23:31:00Z')).toBe('00:31')
})

test('S9.4 shows a boolean as Ja or Nee', () => expect([true, false].map(booleanText)).toEqual(['Ja', 'Nee']))

test('S9.4 cuts a text after 100 characters, and counts a combined emoji as one character', () => {
  const hundred = 'é'.repeat(99)
  expect(truncatedText(`${hundred}👩‍🌾`)).toBe(`${hundred}👩‍🌾`)
  expect(truncatedText(`${hundred}👩‍🌾.`)).toBe(`${hundred}👩‍🌾…`)
  expect(truncatedText('balie', 3)).toBe('bal…')
})

test('formats a period of one day as that day', () => {
  expect(periodText({ from: '2026-03-04', to: '2026-03-09' })).toBe('4 maart 2026 tot en met 9 maart 2026')
  expect(periodText({ from: '2026-03-04', to: '2026-03-04' })).toBe('4 maart 2026')
})

test('uses the singular noun for a count of one, and the plural for a higher count', () => {
  expect(countText(1, 'adres', 'adressen')).toBe('1 adres')
  expect(countText(1100, 'adres', 'adressen')).toBe('1.100 adressen')
})

test.each([
  [7, '7 m'],
  [236, '240 m'],
  [994, '990 m'],
  [996, '1 km'],
  [1240, '1,2 km'],
])('formats a distance of %i metres as %s', (metres, text) => expect(distanceText(metres)).toBe(text))
