import { expect, test } from 'vitest'
import { IdSet } from './id-set.ts'

test('a set of ids contains exactly the ids that were added, however large they are', () => {
  const ids = new IdSet()
  for (const id of [1, 8, 8191, 8192, 9_999_999]) ids.add(id)
  expect([0, 1, 7, 8, 8191, 8192, 8193, 9_999_998, 9_999_999, 2_000_000_000].filter((id) => ids.has(id))).toEqual([
    1, 8, 8191, 8192, 9_999_999,
  ])
  expect([...ids]).toEqual([1, 8, 8191, 8192, 9_999_999])
})
