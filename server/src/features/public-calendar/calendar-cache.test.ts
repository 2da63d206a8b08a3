import { expect, test } from 'vitest'
import { makeCalendarCache } from './calendar-cache.ts'

const computed: string[] = []
const compute = (name: string) => async () => {
  computed.push(name)
  return [{ date: '2026-01-14', month: 1, type: 'gft' as const }]
}

test('computes an entry once for each version, and again when a full cache removed the entry', async () => {
  const cached = makeCalendarCache(2)
  for (const name of ['a 1', 'a 1', 'b 1', 'a 2', 'a 2', 'c 1', 'a 2', 'b 1']) {
    const [key = '', version = ''] = name.split(' ')
    expect(await cached(key, version, compute(name))).toHaveLength(1)
  }
  expect(computed).toEqual(['a 1', 'b 1', 'a 2', 'c 1', 'b 1'])
})
