import { expect, test } from 'vitest'
import { searchInQueue } from './search-queue.ts'

/** Returns a function that starts a search which never ends by itself, and the names of the started searches. */
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

test('runs two narrow searches of an employee at a time, beside those of a colleague', async () => {
  const { started, ends, search } = makeSearches({ postal_code: '6411CD' })
  const searches = [search(1, 'first'), search(1, 'second'), search(1, 'third'), search(2, "a colleague's")]
  await expect.poll(() => started).toEqual(['first', 'second', "a colleague's"])
  ends[0]?.()
  await expect.poll(() => started).toHaveLength(4)
  for (const end of ends) end()
  await Promise.all(searches)
})

test("runs one broad search of an employee at a time, and a colleague's search before the employee's next one", async () => {
  const { started, ends, search } = makeSearches({})
  const searches = [search(1, 'first'), search(1, 'second'), search(2, "a colleague's")]
  await expect.poll(() => started).toEqual(['first', "a colleague's"])
  ends[0]?.()
  await expect.poll(() => started).toEqual(['first', "a colleague's", 'second'])
  for (const end of ends) end()
  await Promise.all(searches)
})
