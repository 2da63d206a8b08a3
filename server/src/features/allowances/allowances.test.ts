import { findResident, listAllowances, saveAllowance, searchAuditEvents } from '@rd4-loket/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { thisYear } from '../../test/days-ahead.ts'
import { insertAddress, insertPass } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const heerlen = { municipality_id: '917' }
await insertAddress(db, { street: 'Markt', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })

test('S2.12 S1.3 a municipal employee sets the maximum number of rolls of a pass in a year', async () => {
  const { id: address_id } = await insertAddress(db)
  await insertPass(db, { address_id, number: '0900000001' })
  expect(await call('municipal', listAllowances, { params: heerlen })).toEqual(
    [thisYear - 1, thisYear, thisYear + 1].map((year) => ({ year, rolls: 6 })),
  )
  await call('municipal', saveAllowance, { params: { ...heerlen, year: String(thisYear) }, body: { rolls: 8 } })
  expect(await call('municipal', listAllowances, { params: heerlen })).toContainEqual({ year: thisYear, rolls: 8 })
  const resident = await call('municipal', findResident, { body: { environmental_pass_number: '0900000001' } })
  expect(resident.rolls?.allowance).toBe(8)
})

const allowanceEvents = async () => {
  const body = { from: `${thisYear}-01-01`, to: `${thisYear}-12-31`, action: 'change_allowance' as const }
  return (await call('administrator', searchAuditEvents, { body })).data
}

test('logs the employee who changed the allowance, its municipality and year, and the new number', async () => {
  const before = await allowanceEvents()
  await call('both', saveAllowance, { params: { ...heerlen, year: String(thisYear + 1) }, body: { rolls: 9 } })
  const [event, ...others] = await allowanceEvents()
  expect(others).toEqual(before)
  expect(event).toMatchObject({
    employee: 'Kim de Vries',
    object_kind: 'allowance',
    object_key: `917/${thisYear + 1}`,
    result: 'done',
    old_values: { rolls: 6 },
    new_values: { rolls: 9 },
  })
})

test('leaves the allowance unchanged when its change cannot be logged', async () => {
  const params = { ...heerlen, year: String(thisYear) }
  await call('municipal', saveAllowance, { params, body: { rolls: 5 } })
  await sql`alter table audit_event add constraint no_more check (action <> 'change_allowance') not valid`.execute(db)
  const refused = call('municipal', saveAllowance, { params, body: { rolls: 7 } })
  await expect(refused).rejects.toMatchObject({ status: 500 })
  await sql`alter table audit_event drop constraint no_more`.execute(db)
  expect(await call('municipal', listAllowances, { params: heerlen })).toContainEqual({ year: thisYear, rolls: 5 })
})

test.each(['928', '1', '999999999'])('S6.2 returns 404 for municipality %s', async (municipality_id) => {
  await expect(call('municipal', listAllowances, { params: { municipality_id } })).rejects.toMatchObject({
    status: 404,
  })
  const saving = call('municipal', saveAllowance, { params: { municipality_id, year: '2026' }, body: { rolls: 1 } })
  await expect(saving).rejects.toMatchObject({ status: 404, message: 'Deze gemeente is niet bekend' })
})

test.each([-1, 100, 1.5, '6'])('S5.3 rejects %j as an allowance', async (rolls) => {
  const saving = call('municipal', saveAllowance, {
    params: { ...heerlen, year: '2026' },
    body: { rolls: rolls as number },
  })
  await expect(saving).rejects.toMatchObject({ status: 422, errors: { rolls: [expect.any(String)] } })
})
