import type { ListedMalfunction, Malfunction, RecordedMalfunction, WasteStream } from '@rd4-loket/contract'
import { malfunctionColumns, recordedMalfunctions } from '../../domain/places/equipment.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import { lifetimes } from '../../platform/runtime/limits.ts'

export const hasSystem = (db: Db, alias: string) => hasRow(db)`select from collection_system where alias = ${alias}`

/** Returns whether the collection system with this alias has this container, and the container is in use. */
export const hasContainer = (db: Db, alias: string, container_id: number) => hasRow(db)`
  select from container join collection_system on collection_system.id = collection_system_id
  where alias = ${alias} and container.id = ${container_id} and removed_on is null`

/** Inserts a malfunction and returns its id; undefined when the container already has an open malfunction. */
export const insertMalfunction = (
  db: Db,
  {
    container_id,
    malfunction,
    note,
    expected_end,
    employee_id,
  }: Record<'container_id' | 'employee_id', number> & {
    malfunction: Malfunction
    note: string
    expected_end: string | null
  },
) => firstValue<number | undefined>(db)`
  insert into recorded_malfunction (container_id, malfunction, note, expected_end, recorded_by)
  values (${container_id}, ${malfunction}, ${note}, ${expected_end}, ${employee_id})
  on conflict (container_id) where closed_at is null do nothing
  returning id`

export const findOpenMalfunctionId = (db: Db, container_id: number) =>
  firstValue<number | undefined>(db)`
    select id from recorded_malfunction where container_id = ${container_id} and closed_at is null`

export const findMalfunction = (db: Db, id: number) =>
  firstRow<RecordedMalfunction>(db)`select ${malfunctionColumns} from ${recordedMalfunctions} where recorded.id = ${id}`

/** Closes an open malfunction. Returns whether it was open. */
export const closeIfOpen = (db: Db, id: number, employee_id: number) => hasRow(db)`
  update recorded_malfunction set closed_by = ${employee_id}, closed_at = now() where id = ${id} and closed_at is null
  returning id`

/** Locks a malfunction until the transaction ends, and returns it; undefined if it does not exist. */
export async function lockMalfunction(transaction: Db, id: number) {
  await runSql(transaction)`select from recorded_malfunction where id = ${id} for update`
  return findMalfunction(transaction, id)
}

type MalfunctionValues = { malfunction: Malfunction; note: string; expected_end: string | null }

export const updateMalfunction = (db: Db, id: number, { malfunction, note, expected_end }: MalfunctionValues) =>
  runSql(db)`
    update recorded_malfunction
    set malfunction = ${malfunction}, note = ${note}, expected_end = ${expected_end} where id = ${id}`

/** What a mail about a malfunction states, and its recipient. */
export type MailedMalfunction = {
  recipient: string
  name: string
  city: string
  number: string
  waste_type: WasteStream
  malfunction: Malfunction
  expected_end: string | null
}

/** Returns what a mail about a malfunction states; undefined when its municipality gets no mails. */
export const findMailedMalfunction = (db: Db, id: number) => firstRow<MailedMalfunction>(db)`
  select recipient, collection_system.name, city, number, waste_type, malfunction, expected_end
  from recorded_malfunction
  ${atSystems}
  join malfunction_mail on malfunction_mail.municipality_id = municipality.id
  where recorded_malfunction.id = ${id} and recipient is not null`

/** Queues a mail about a malfunction. */
export const insertMalfunctionMail = (db: Db, recipient: string, subject: string, body: string) => runSql(db)`
  insert into mail (recipient, subject, body, link_minutes)
  values (${recipient}, ${subject}, ${body}, ${lifetimes.accountMail_days * 24 * 60})`

/** Returns the recipient of a municipality; null if it gets no mails. */
export const findRecipient = async (db: Db, municipality_id: number) =>
  (await firstValue<string | null | undefined>(db)`
    select recipient from malfunction_mail where municipality_id = ${municipality_id}`) ?? null

/** Returns the recipient of a municipality, and locks the setting until the transaction ends. */
export async function lockRecipient(transaction: Db, municipality_id: number) {
  await runSql(transaction)`
    insert into malfunction_mail (municipality_id) values (${municipality_id}) on conflict do nothing`
  await runSql(transaction)`select from malfunction_mail where municipality_id = ${municipality_id} for update`
  return findRecipient(transaction, municipality_id)
}

export const updateRecipient = (db: Db, municipality_id: number, recipient: string | null) => runSql(db)`
  update malfunction_mail set recipient = ${recipient} where municipality_id = ${municipality_id}`

/**
 * The open malfunctions: those that employees recorded, and those that containers reported. A recorded malfunction
 * replaces the report of the same container.
 */
const openMalfunctions = sql`(
  select container_id, malfunction, recorded_at as since, id as recorded_id
  from recorded_malfunction where closed_at is null
  union all
  select container_id, malfunction, malfunction_since, null
  from container_state where malfunction is not null and not exists (
    select from recorded_malfunction recorded
    where recorded.container_id = container_state.container_id and closed_at is null)
) open`

const atSystems = sql`
  join container on container.id = container_id and removed_on is null
  join collection_system on collection_system.id = collection_system_id
  join street on street.id = street_id
  join municipality on municipality.id = municipality_id`

const listedColumns = sql`
  jsonb_build_object('alias', alias, 'name', collection_system.name,
    'municipality', jsonb_build_object('id', municipality.id, 'name', municipality.name)) as collection_system,
  number as container_number, waste_type`

const recordedWith = (id: Sql) => sql`
  (select to_jsonb(found) from (
    select ${malfunctionColumns} from ${recordedMalfunctions} where recorded.id = ${id}) found) as recorded`

/** Returns the open malfunctions that the caller may see, the newest first. */
export const findOpenMalfunctions = (db: Db, viewer: Viewer, limit: number) =>
  allRows<ListedMalfunction>(db)`
    select ${listedColumns}, open.malfunction, dutch_time(since) as since, ${recordedWith(sql`recorded_id`)}
    from ${openMalfunctions} ${atSystems}
    where ${inMunicipality(viewer)}
    order by open.since desc, container_id limit ${limit}`

export const countOpenMalfunctions = (db: Db, viewer: Viewer) =>
  firstValue<number>(db)`
    select count(*)::int from ${openMalfunctions} ${atSystems} where ${inMunicipality(viewer)}`

/** Returns the closed malfunctions that employees recorded at a collection system; the last closed first. */
export const findClosedMalfunctions = (db: Db, alias: string, limit: number) => allRows<ListedMalfunction>(db)`
  select ${listedColumns}, closed.malfunction, dutch_time(closed.recorded_at) as since, ${recordedWith(sql`closed.id`)}
  from recorded_malfunction closed ${atSystems}
  where alias = ${alias} and closed_at is not null
  order by closed_at desc, closed.id desc limit ${limit}`
