import { expect, test } from 'vitest'
import { parseTypedDay, typedDay } from './dutch-day.ts'

test.each([
  ['4-3-2025', '2025-03-04'],
  ['04-03-2025', '2025-03-04'],
  ['4/3/25', '2025-03-04'],
  [' 4-3 ', '2024-03-04'],
  ['29-2', '2024-02-29'],
  ['29-2-2025', undefined],
  ['31-4-2025', undefined],
  ['2025-03-04', undefined],
  ['maart', undefined],
])('parses %j as %s when the default year is 2024', (text, day) => expect(parseTypedDay(text, 2024)).toBe(day))

test('formats a day without leading zeros', () => expect(typedDay('2025-03-04')).toBe('4-3-2025'))
