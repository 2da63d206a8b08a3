import { expect, test } from 'vitest'
import { searchInQueue } from './search-queue.ts'

/** `search` queues a search, which runs until its function in `ends` is called. `started`: the started searches. */
function makeSearches(criteria: Parameters<typeof searchInQueue>[1]) {
  const started: string[] = []
  const ends: (() => void)[] = []
  const search = (id: number, name: string) =>
    searchInQueue({ id }, criteria, () => {
      started.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  return { started, ends, search }
}

test('runs at most two narrow searches of an employee at a time, without delay for a colleague', async () => {
  const { started, ends, search } = makeSearches({ postal_code: '6411CD' })
  const searches = [search(1, 'first'), search(1, 'second'), search(1, 'third'), search(2, "a colleague's")]
  await expect.poll(() => started).toEqual(['first', 'second', "a colleague's"])
  ends[0]?.()
  await expect.poll(() => started).toHaveLength(4)
  for (const end of ends) end()
  await Promise.all(searches)
})

test('runs at most one broad search of an employee at a time, without delay for a colleague', async () => {
  const { started, ends, search } = makeSearches({})
  const searches = [search(1, 'first'), search(1, 'second'), search(2, "a colleague's")]
  await expect.poll(() => started).toEqual(['first', "a colleague's"])
  ends[0]?.()
  await expect.poll(() => started).toEqual(['first', "a colleague's", 'second'])
  for (const end of ends) end()
  await Promise.all(searches)
})
