import { expect, test } from 'vitest'
import { keptItems } from './calendar-cache.ts'

const counted: string[] = []
const count = (name: string) => async () => {
  counted.push(name)
  return [{ date: '2026-01-14', month: 1, type: 'gft' as const }]
}

test('counts out a year once for each version, and again what had to make room', async () => {
  const items = keptItems(2)
  const asked = ['a 1', 'a 1', 'b 1', 'a 2', 'a 2', 'c 1', 'a 2', 'b 1']
  for (const name of asked) {
    const [subject = '', version = ''] = name.split(' ')
    expect(await items(subject, version, count(name))).toHaveLength(1)
  }
  expect(counted).toEqual(['a 1', 'b 1', 'a 2', 'c 1', 'b 1'])
})
