import { expect, test } from 'vitest'
import { listedDays } from './listed-days.ts'

test.each([
  ['1-9-2026', ['2026-09-01']],
  ['01/09/2026, 15.10.2026; 2026-11-03', ['2026-09-01', '2026-10-15', '2026-11-03']],
  ['"1-9-2026"\r\n"15-10-2026"\r\n', ['2026-09-01', '2026-10-15']],
  ['morgen 31-12', ['morgen', '31-12']],
  [' \n ', []],
])('splits %j into ISO days, and returns a word that is not a day as typed', (text, days) => {
  expect(listedDays(text)).toEqual(days)
})
