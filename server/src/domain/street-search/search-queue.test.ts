import { expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { searchInQueue } from './search-queue.ts'

test('does one broad search of an employee at once, and lets no colleague wait for the next ones of it', async () => {
  const db = {} as Db
  const begun: string[] = []
  const ends: (() => void)[] = []
  const search = (id: number, name: string) =>
    searchInQueue(db, { id }, {}, () => {
      begun.push(name)
      return new Promise<void>((end) => ends.push(end))
    })
  const asked = [search(1, 'first'), search(1, 'second'), search(2, "a colleague's")]
  await expect.poll(() => begun).toEqual(['first', "a colleague's"])
  ends[0]?.()
  await expect.poll(() => begun).toEqual(['first', "a colleague's", 'second'])
  for (const end of ends) end()
  await Promise.all(asked)
})
