import { expect, test } from 'vitest'
import { searchInQueue } from './search-queue.ts'

test("runs one broad search of an employee at a time, and a colleague's search before the employee's next one", async () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  const search = (id: number, name: string) =>
    searchInQueue({ id }, {}, () => {
      started.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  const searches = [search(1, 'first'), search(1, 'second'), search(2, "a colleague's")]
  await expect.poll(() => started).toEqual(['first', "a colleague's"])
  ends[0]?.()
  await expect.poll(() => started).toEqual(['first', "a colleague's", 'second'])
  for (const end of ends) end()
  await Promise.all(searches)
})
