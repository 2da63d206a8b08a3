import { expect, test } from 'vitest'
import { CommandError, UsageError } from '../platform/runtime/command.ts'
import { testDatabase } from '../test/database.ts'
import { insertEmployee } from '../test/make.ts'
import { demo } from './demo.ts'

const db = await testDatabase()
const run = (addresses?: string) =>
  demo.run({
    args: [],
    options: { addresses },
    openDatabase: async () => ({ db, migrated: [] }),
    onProgress: () => {},
    signal: new AbortController().signal,
  })

test.each(['999', '10.000.001', '-5', '1e3', 'veel'])('does not make %s addresses', async (typed) => {
  await expect(run(typed)).rejects.toThrow(UsageError)
})

test('says in one sentence that other data is in the way, then how many addresses there are, then that they are there', async () => {
  const { id } = await insertEmployee(db, { email: 'kim@heerlen.nl' })
  await expect(run('1000')).rejects.toThrow(CommandError)
  await db.deleteFrom('employee').where('id', '=', id).execute()
  expect(await run('1.000')).toBe('Er staan nu 1.000 verzonnen adressen in de database, met alles wat erbij hoort.')
  expect(await run('1000')).toBe('De database bevat al voorbeeldgegevens. Er is niets veranderd.')
}, 60_000)
