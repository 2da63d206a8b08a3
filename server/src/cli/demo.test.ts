import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { CommandError, UsageError } from '../platform/runtime/command.ts'
import { runCommand } from '../test/commands.ts'
import { insertEmployee } from '../test/make.ts'
import { testDatabase } from '../test/test-database.ts'
import { demo } from './demo.ts'

const db = await testDatabase()
const run = (addresses?: string) => runCommand(demo, db, [], { addresses })

test.each(['999', '10.000.001', '-5', '1e3', 'veel'])('rejects %s as the number of addresses', async (count) => {
  await expect(run(count)).rejects.toThrow(UsageError)
})

test('rejects a database with other data, fills an empty database, and leaves existing demo data unchanged', async () => {
  const { id } = await insertEmployee(db, { email: 'kim@heerlen.nl' })
  await expect(run('1000')).rejects.toThrow(CommandError)
  await sql`delete from employee where id = ${id}`.execute(db)
  expect(await run('1.000')).toBe('Er staan nu 1.000 verzonnen adressen in de database, met alles wat erbij hoort.')
  expect(await run('1000')).toBe('De database bevat al voorbeeldgegevens. Er is niets veranderd.')
})
