import { expect, test } from 'vitest'
import { SeenIds } from './seen-ids.ts'

test('any number of ids can be remembered', () => {
  const seen = new SeenIds()
  for (const id of [1, 8, 8191, 8192, 9_999_999]) seen.add(id)
  expect([0, 1, 7, 8, 8191, 8192, 8193, 9_999_998, 9_999_999, 2_000_000_000].filter((id) => seen.has(id))).toEqual([
    1, 8, 8191, 8192, 9_999_999,
  ])
})
