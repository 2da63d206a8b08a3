import type {
  ChosenOutcome,
  ContactChannel,
  CustomerContact,
  EarlierContact,
  ListedContact,
  OpenedPlace,
  Purpose,
  Role,
} from '@rd4-loket/contract'
import { coversDay, occupancyOn } from '../../domain/occupancy/occupancy.queries.ts'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import { addressColumns, asAddress, type StoredAddressRow } from '../../domain/places/location.queries.ts'
import { findSystemsByAlias } from '../../domain/places/system-hits.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, runSql } from '../../platform/database/statements.queries.ts'
import type { Household } from '../../platform/http/api.ts'
import type { ContactPlaceRow } from './contact-place.ts'

/** The employee whose contacts a statement uses. */
type ContactOwner = Viewer & { id: number }

/** The customer of a new contact. */
export type Customer =
  | { address_id: number; resident_id: number | null; collection_system_id: null }
  | { address_id: null; resident_id: null; collection_system_id: number }

/** The columns of an open contact in the strip, with those of its place. */
export type ListedRow = Omit<ListedContact, 'place'> & ContactPlaceRow

/** A stored contact of its employee, with the household of today. `slot` is null if it is closed. */
export type StoredContact = Omit<ListedRow, 'slot'> &
  Omit<CustomerContact, keyof ListedContact> &
  Pick<Household, 'occupancy_id'> & { row_id: number; slot: number | null; address_id: number | null }

// The class id of the advisory lock: an arbitrary number that no other lock uses.
const contactsOfEmployee = 4_711_041

/** Locks the open contacts of an employee until the transaction ends, so that six slots hold at most six. */
export const lockContacts = (transaction: Db, employee_id: number) =>
  runSql(transaction)`select pg_advisory_xact_lock(${contactsOfEmployee}, ${employee_id})`

/** Returns an address as a customer; undefined for an address that the viewer may not see. */
export const findAddressCustomer = (db: Db, viewer: Viewer, alias: string) =>
  firstRow<Customer>(db)`
    select address.id as address_id, null as resident_id, null as collection_system_id
    from address join street on street.id = street_id
    where alias = ${alias} and ${inMunicipality(viewer)}`

/** Returns a collection system as a customer. */
export const findSystemCustomer = (db: Db, alias: string) =>
  firstRow<Customer>(db)`
    select null as address_id, null as resident_id, id as collection_system_id from collection_system
    where alias = ${alias}`

/** Returns the holder of a pass as a customer; undefined for a pass that is unknown in the municipality. */
export const findPassCustomer = (db: Db, viewer: Viewer, number: string) =>
  firstRow<Customer>(db)`
    select resident.address_id, resident_id, null as collection_system_id
    from environmental_pass pass
      join resident on resident.id = resident_id
      join address on address.id = resident.address_id
      join street on street.id = street_id
    where number = ${number} and ${inMunicipality(viewer)}`

const hasText = sql`(note <> '' or drafts <> '{}')`

/** Marks the open contact with a customer as opened now. Returns its id, or undefined without one. */
export const reuseContact = (db: Db, employee_id: number, of: Customer) =>
  firstValue<string | undefined>(db)`
    update contact set opened_at = now()
    where employee_id = ${employee_id} and slot is not null
      and (address_id, resident_id, collection_system_id)
        is not distinct from (${of.address_id}::int, ${of.resident_id}::int, ${of.collection_system_id}::int)
    returning public_id`

/** Takes the slot of the contact without text that its employee did not open for the longest time. */
export const freeOldestSlot = (db: Db, employee_id: number) => runSql(db)`
  update contact set slot = null, closed_at = now()
  where id = (
    select id from contact where employee_id = ${employee_id} and slot is not null and not ${hasText}
    order by opened_at, id limit 1)`

/** Returns the first free slot of an employee; null if all are in use. */
export const findFreeSlot = (db: Db, employee_id: number, slots: number) =>
  firstValue<number | null>(db)`
    select min(slot)::int from generate_series(1, ${slots}::int) as free (slot)
    where not exists (select from contact where employee_id = ${employee_id} and contact.slot = free.slot)`

/** Inserts an open contact. Returns its id. */
export const insertContact = (db: Db, employee_id: number, slot: number, of: Customer) =>
  firstValue<string>(db)`
    insert into contact (employee_id, slot, address_id, resident_id, collection_system_id)
    values (${employee_id}, ${slot}, ${of.address_id}, ${of.resident_id}, ${of.collection_system_id})
    returning public_id`

/** The contacts of an employee that the viewer may see. */
const ownContacts = (owner: ContactOwner) => sql`
  contact
    left join collection_system system on system.id = contact.collection_system_id
    left join address on address.id = contact.address_id
    left join street on street.id = coalesce(address.street_id, system.street_id)
    left join municipality on municipality.id = street.municipality_id
  where contact.employee_id = ${owner.id}
    and (contact.collection_system_id is not null or ${inMunicipality(owner)})`

const listedColumns = sql`
  public_id as id, slot, outcome, ${hasText} as has_text, dutch_time(started_at) as started_at,
  case when resident_id is not null then 'pass' when system.id is null then 'address' else 'collection_system' end
    as kind,
  coalesce(address.alias, system.alias) as alias,
  coalesce(system.name, concat_ws(' ', street.name, address.house_number, address.house_number_extension)) as line,
  street.city, case when system.id is null then municipality.id end as municipality_id,
  case when system.id is null then municipality.name end as municipality_name`

/** Returns the open contacts of an employee, in the order of their slots. */
export const findOpenContacts = (db: Db, owner: ContactOwner) =>
  allRows<ListedRow>(db)`
    select ${listedColumns} from ${ownContacts(owner)} and slot is not null order by slot`

const storedContact = (owner: ContactOwner, public_id: string) => sql`
  select ${listedColumns}, contact.id as row_id, contact.address_id,
    coalesce(contact.occupancy_id, ${occupancyOn(sql`contact.address_id`, sql`now()`)}) as occupancy_id,
    (select number from environmental_pass pass where pass.resident_id = contact.resident_id
      order by pass.status = 'active' desc, issued_on desc, pass.id desc limit 1) as environmental_pass_number,
    year, purpose, channel, note, drafts, version, dutch_time(changed_at) as changed_at
  from ${ownContacts(owner)} and public_id = ${public_id}::uuid`

/**
 * Returns a contact of an employee, open or closed. Undefined for an unknown id, and for a contact of another employee
 * or municipality.
 */
export const findContact = (db: Db, owner: ContactOwner, public_id: string) =>
  firstRow<StoredContact>(db)`${storedContact(owner, public_id)}`

/** Returns the same, and locks the contact until the transaction ends. */
export const lockContact = (db: Db, owner: ContactOwner, public_id: string) =>
  firstRow<StoredContact>(db)`${storedContact(owner, public_id)} for update of contact`

/** What a save changes. */
export type ContactTexts = Pick<StoredContact, 'year' | 'purpose' | 'channel' | 'note' | 'drafts' | 'outcome'>

/** Stores the texts of a contact that the transaction locked. Returns its new version. */
export const storeTexts = (db: Db, row_id: number, of: ContactTexts) =>
  firstRow<{ version: number; changed_at: string }>(db)`
    update contact set year = ${of.year}, purpose = ${of.purpose}, channel = ${of.channel}, note = ${of.note},
      drafts = ${JSON.stringify(of.drafts)}::jsonb, outcome = ${of.outcome}, version = version + 1, changed_at = now()
    where id = ${row_id} returning version, dutch_time(changed_at) as changed_at`

const maxRecent = 12

/**
 * Returns the addresses and collection systems that an employee opened in the last twelve hours, latest first and each
 * once. Omits retired addresses, passes, and addresses that the employee may not see.
 */
export async function findRecentPlaces(db: Db, owner: ContactOwner): Promise<OpenedPlace[]> {
  const places = await allRows<{ address_id: number | null; alias: string }>(db)`
    select contact.address_id, coalesce(address.alias, system.alias) as alias
    from ${ownContacts(owner)} and opened_at > now() - interval '12 hours' and resident_id is null
      and address.retired_on is null
    group by 1, 2 order by max(opened_at) desc limit ${maxRecent}`
  const addresses = await allRows<StoredAddressRow>(db)`
    select ${addressColumns('address')}
    from address join street on street.id = street_id join municipality on municipality.id = municipality_id
    where address.id = any (${places.flatMap(({ address_id }) => address_id ?? [])}::int[])`
  const systems = await findSystemsByAlias(
    db,
    places.flatMap(({ address_id, alias }) => (address_id === null ? alias : [])),
  )
  return places.flatMap(({ address_id, alias }): OpenedPlace[] => {
    const address = addresses.find(({ id }) => id === address_id)
    if (address) return [{ kind: 'address', ...asAddress(address) }]
    const system = systems.find((it) => it.alias === alias)
    return system ? [{ kind: 'collection_system', ...system }] : []
  })
}

/** What is stored when a contact is closed. */
export type Closing = {
  outcome: ChosenOutcome
  purpose: Purpose
  channel: ContactChannel
  note: string
  occupancy_id: number | null
}

/** Closes an open contact that the transaction locked. Returns the moment. */
export const storeClosing = (db: Db, row_id: number, of: Closing) =>
  firstValue<string>(db)`
    update contact set outcome = ${of.outcome}, purpose = ${of.purpose}, channel = ${of.channel}, note = ${of.note},
      occupancy_id = ${of.occupancy_id}, drafts = '{}', slot = null, version = version + 1, changed_at = now(),
      closed_at = now()
    where id = ${row_id} returning dutch_time(closed_at)`

/** Opens a closed contact again in a slot. */
export const storeReopening = (db: Db, row_id: number, slot: number) => runSql(db)`
  update contact set slot = ${slot}, outcome = null, occupancy_id = null, version = version + 1, changed_at = now(),
    opened_at = now(), closed_at = null
  where id = ${row_id}`

/** Deletes the open contact without text with the same customer, which was opened after the other was closed. */
export const deleteReplacement = (db: Db, row_id: number) => runSql(db)`
  delete from contact using contact closed
  where closed.id = ${row_id} and contact.employee_id = closed.employee_id and contact.slot is not null
    and contact.note = '' and contact.drafts = '{}' and contact.outcome is null
    and (contact.address_id, contact.resident_id, contact.collection_system_id)
      is not distinct from (closed.address_id, closed.resident_id, closed.collection_system_id)`

/** Returns how long ago a contact was closed. */
export const findClosing = (db: Db, row_id: number) =>
  firstRow<{ seconds_ago: number }>(db)`
    select extract(epoch from now() - closed_at)::float as seconds_ago from contact where id = ${row_id}`

/** Returns the household that was liable at an address on a day; undefined without one. */
export const findHouseholdOn = (db: Db, address_id: number, day: string) =>
  firstValue<number | undefined>(db)`
    select occupancy.id from occupancy where address_id = ${address_id} and ${coversDay(sql`${day}::date`)}`

/** Inserts the promise to call back. */
export const insertCallBack = (
  db: Db,
  of: { contact_id: number; phone: string; due_at: string; employee_id: number | null; for_role: Role | null },
) => runSql(db)`
  insert into call_back (contact_id, phone, due_at, employee_id, for_role)
  values (${of.contact_id}, ${of.phone}, ${of.due_at}, ${of.employee_id}, ${of.for_role})`

/** Deletes the open call-back of a contact. */
export const deleteOpenCallBack = (db: Db, contact_id: number) =>
  runSql(db)`delete from call_back where contact_id = ${contact_id} and outcome is null`

type EarlierRow = Omit<EarlierContact, 'number' | 'has_hidden_note'> & { id: number; is_recent: boolean }

/** The contacts, with the subject of the household that each is about, and the holder of the pass at that time. */
const withCustomer = sql`
  select contact.*, coalesce(
      (select subject_id from occupancy where id = contact.occupancy_id),
      (select subject_id from occupancy where occupancy.address_id = contact.address_id
        and ${coversDay(sql`(contact.started_at at time zone 'Europe/Amsterdam')::date`)})) as subject_id,
    coalesce(contact.resident_id, (
      select pass.resident_id from environmental_pass pass
      where pass.address_id = contact.address_id
        and issued_on <= (contact.started_at at time zone 'Europe/Amsterdam')::date
        and (pass.status <> 'blocked' or blocked_on >= (contact.started_at at time zone 'Europe/Amsterdam')::date)
      order by issued_on desc, pass.id desc limit 1)) as holder_id
  from contact`

/**
 * Returns the closed contacts of the household or the pass holder of a contact, newest first, of all employees. A
 * household is the same when its subject is. Without a subject, the holder of the pass decides. Without both, contacts
 * of the last 30 days are shown.
 */
export const findEarlierContacts = (db: Db, row_id: number, limit: number) => allRows<EarlierRow>(db)`
  with own as (${withCustomer} where contact.id = ${row_id})
  select earlier.id, dutch_time(earlier.closed_at) as closed_at, earlier.channel, earlier.purpose, earlier.outcome,
    employee.name as employee, nullif(earlier.note, '') as note,
    earlier.closed_at > now() - interval '30 days' as is_recent
  from own join (${withCustomer} where outcome is not null and closed_at is not null) earlier
      on earlier.address_id = own.address_id and earlier.id <> own.id
    join employee on employee.id = earlier.employee_id
  where earlier.subject_id = own.subject_id
    or earlier.resident_id = own.resident_id
    or (own.subject_id is null and earlier.subject_id is null
      and own.holder_id is not distinct from earlier.holder_id
      and (own.holder_id is not null or earlier.closed_at > now() - interval '30 days'))
  order by earlier.closed_at desc, earlier.id desc limit ${limit}`
