import type { BlockedReason, PassStatus } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** A pass as a file delivers it, with the name of its resident. */
export type DeliveredPass = {
  number: string
  name: string
  address_id: number
  status: PassStatus
  blocked_reason: BlockedReason | null
  issued_on: string
  valid_until: string | null
  blocked_on: string | null
}
export type ImportedPass = DeliveredPass & { id: number }

export const passColumns = {
  text: ['number', 'name', 'status', 'blocked_reason'],
  int: ['address_id'],
  date: ['issued_on', 'valid_until', 'blocked_on'],
} as const

const stored = {
  text: ['number', 'status', 'blocked_reason'],
  int: ['address_id', 'resident_id'],
  date: ['issued_on', 'valid_until', 'blocked_on'],
} as const
const storedNames = columnNames(stored)

/** Locks these addresses until the transaction ends, so that a desk cannot issue their first pass meanwhile. */
export const lockAddresses = (transaction: Db, address_ids: number[]) => runSql(transaction)`
  select from address where id = any (${address_ids}::int[]) order by id for no key update`

/** Locks and returns the passes with these numbers and the active passes of these addresses. */
export const lockPasses = (transaction: Db, numbers: string[], address_ids: number[]) =>
  allRows<ImportedPass>(transaction)`
    select environmental_pass.id, number, name, environmental_pass.address_id, status, blocked_reason, issued_on,
      valid_until, blocked_on
    from environmental_pass join resident on resident.id = resident_id
    where environmental_pass.id in (
      select pass.id from unnest(${numbers}::text[]) as file (number)
      cross join lateral (select id from environmental_pass where number = file.number offset 0) pass
      union
      select pass.id from unnest(${address_ids}::int[]) as file (address_id)
      cross join lateral (
        select id from environmental_pass where address_id = file.address_id and status = 'active' offset 0) pass)
    order by environmental_pass.id
    for update of environmental_pass`

/** Returns the id of the resident with this name at each address. Inserts the residents that are missing. */
async function upsertResidents(db: Db, passes: DeliveredPass[]) {
  const rows = await allRows<{ id: number; address_id: number; name: string }>(db)`
    with file as (
      select distinct address_id, name from ${tableOf('file', passes, { int: ['address_id'], text: ['name'] })}
    ), inserted as (
      insert into resident (address_id, name)
      select address_id, name from file
      where not exists (select from resident where resident.address_id = file.address_id and resident.name = file.name)
      returning id, address_id, name
    )
    select min(resident.id) as id, address_id, name from resident join file using (address_id, name)
    group by address_id, name
    union all select id, address_id, name from inserted`
  const ids = new Map(rows.map(({ id, address_id, name }) => [`${address_id} ${name}`, id]))
  return passes.map((pass) => ({ ...pass, resident_id: ids.get(`${pass.address_id} ${pass.name}`) }))
}

export async function insertPasses(db: Db, passes: DeliveredPass[]) {
  const rows = await upsertResidents(db, passes)
  return allRows<{ id: number }>(db)`
    insert into environmental_pass (${storedNames})
    select * from ${tableOf('file', rows, stored)} returning id`
}

/** Updates passes, and deletes their former residents that no longer have a pass. */
export async function updatePasses(db: Db, passes: DeliveredPass[]) {
  const rows = await upsertResidents(db, passes)
  await runSql(db)`
    update environmental_pass set (${storedNames}) = row(file.*)
    from ${tableOf('file', rows, stored)} where environmental_pass.number = file.number`
  await runSql(db)`
    delete from resident where address_id = any (${passes.map(({ address_id }) => address_id)}::int[])
      and not exists (select from environmental_pass where resident_id = resident.id)`
}
