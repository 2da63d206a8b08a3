import { expect, test } from 'vitest'
import { dutchTimeReader } from './dutch-times.ts'

const read = dutchTimeReader()
/** Returns the moment in UTC, or the failure. */
const inUtc = (text: string) => {
  const moment = read(text)
  return typeof moment === 'number' ? new Date(moment * 1000).toISOString().replace('.000', '') : moment
}

test.each([
  ['2024-01-15 10:30:00', '2024-01-15T09:30:00Z', 'winter time'],
  ['2024-07-15 10:30:00', '2024-07-15T08:30:00Z', 'summer time'],
  ['2024-12-31 23:59:59', '2024-12-31T22:59:59Z', 'New Year'],
  ['2025-01-01 00:00:00', '2024-12-31T23:00:00Z', 'New Year'],
  ['2024-02-29 12:00:00', '2024-02-29T11:00:00Z', 'a leap day'],
  ['2024-03-30 23:30:00', '2024-03-30T22:30:00Z', 'the evening before summer time'],
  ['2024-03-31 00:30:00', '2024-03-30T23:30:00Z', 'the night when summer time starts, before the change'],
  ['2024-03-31 01:59:59', '2024-03-31T00:59:59Z', 'the night when summer time starts, just before the change'],
  ['2024-03-31 02:00:00', 'skipped', 'the hour that does not exist'],
  ['2024-03-31 02:59:59', 'skipped', 'the hour that does not exist'],
  ['2024-03-31 03:00:00', '2024-03-31T01:00:00Z', 'the night when summer time starts, after the change'],
  ['2024-04-01 00:30:00', '2024-03-31T22:30:00Z', 'the next night'],
  ['2024-10-27 01:59:59', '2024-10-26T23:59:59Z', 'the night when winter time starts, before the change'],
  ['2024-10-27 02:00:00', '2024-10-27T00:00:00Z', 'the first of two equal local times'],
  ['2024-10-27 02:30:00', '2024-10-27T00:30:00Z', 'the first of two equal local times'],
  ['2024-10-27 03:00:00', '2024-10-27T02:00:00Z', 'the night when winter time starts, after the change'],
  ['2024-10-28 00:30:00', '2024-10-27T23:30:00Z', 'the next night'],
])('reads %s as %s (%s)', (text, moment) => {
  expect(inUtc(text)).toBe(moment)
})

test.each([
  ...['', '2024-01-15', '15-01-2024 10:30:00', '2024-02-30 10:00:00', '2023-02-29 10:00:00', '2024-13-01 10:00:00'],
  ...['2024-01-15 24:00:00', '2024-01-15 10:60:00', '2024-01-15 10:30', '2024-01-15 10:30:00Z', '1824-01-15 10:30:00'],
])("returns 'unreadable' for '%s'", (text) => {
  expect(read(text)).toBe('unreadable')
})
