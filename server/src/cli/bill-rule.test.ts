import { beforeEach, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { CommandError, UsageError } from '../platform/runtime/command.ts'
import { clearTables } from '../test/clear-tables.ts'
import { runCommand } from '../test/commands.ts'
import { insertAddress } from '../test/make.ts'
import { rowsOf, testDatabase } from '../test/test-database.ts'
import { changeBillRule } from './bill-rule.ts'

const db = await testDatabase()
await insertAddress(db)
beforeEach(() => clearTables(db, 'bill_rule'))

const run = (options: Record<string, string>) => runCommand(changeBillRule, db, [], options)
const findRules = () => rowsOf(db, sql`select municipality_id, proration, standard_containers from bill_rule`)

test('sets both rules of a municipality', async () => {
  expect(await run({ municipality: 'Heerlen', proration: 'days', 'standard-containers': '2' })).toBe(
    'Heerlen: verdelen per dag; geen huur voor 2 containers per afvalstroom.',
  )
  expect(await findRules()).toEqual([{ municipality_id: 917, proration: 'days', standard_containers: 2 }])
})

test('logs the old and the new rule of a municipality', async () => {
  await run({ municipality: 'Heerlen', proration: 'days' })
  const entries = sql`
    select object_kind, object_key, old_values, new_values, origin from audit_event
    where action = 'change_bill_rule' order by position desc limit 1`
  expect(await rowsOf(db, entries)).toEqual([
    {
      object_kind: 'bill_rule',
      object_key: '917',
      old_values: { proration: 'twelfths' },
      new_values: { proration: 'days' },
      origin: 'command line',
    },
  ])
})

test('leaves the rule of an omitted option unchanged, or sets the default when no rule was stored', async () => {
  await run({ municipality: '0917', 'standard-containers': '0' })
  expect(await findRules()).toEqual([{ municipality_id: 917, proration: 'twelfths', standard_containers: 0 }])
  await run({ municipality: 'heerlen', proration: 'none' })
  expect(await findRules()).toEqual([{ municipality_id: 917, proration: 'none', standard_containers: 0 }])
  await clearTables(db, 'bill_rule')
  await run({ municipality: 'Heerlen', proration: 'none' })
  expect(await findRules()).toEqual([{ municipality_id: 917, proration: 'none', standard_containers: 1 }])
  expect(await run({ municipality: 'Heerlen', 'standard-containers': '1' })).toContain('geen huur voor 1 container per')
})

test.each([
  [{ proration: 'days' }, 'Geef met --municipality de gemeente.'],
  [{ municipality: 'Heerlen' }, 'Geef --proration, --standard-containers of allebei.'],
  [{ municipality: 'Heerlen', proration: 'weeks' }, 'Kies bij --proration uit twelfths, days, none.'],
  [{ municipality: 'Heerlen', 'standard-containers': '21' }, 'een aantal van 0 tot en met 20'],
  [{ municipality: 'Heerlen', 'standard-containers': '1,5' }, 'een aantal van 0 tot en met 20'],
])('rejects %j as incorrect usage', async (options, message) => {
  const failed = run(options as Record<string, string>)
  await expect(failed).rejects.toThrow(UsageError)
  await expect(failed).rejects.toThrow(message)
})

test('the command bill-rule fails for a municipality without addresses', async () => {
  const failed = run({ municipality: 'Utopia', proration: 'days' })
  await expect(failed).rejects.toThrow(CommandError)
  await expect(failed).rejects.toThrow('Van de gemeente Utopia zijn er geen adressen.')
})
