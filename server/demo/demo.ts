import { sql } from 'kysely'
import { addClearanceYears } from '../src/domain/clearances/clearance-years.queries.ts'
import type { Db } from '../src/platform/database/database.ts'
import { takeOffIndexes } from '../src/platform/database/indexes.queries.ts'
import { dayOf, dutchMoment, newYear, yearOf } from '../src/platform/runtime/days.ts'
import type { OnProgress } from '../src/platform/runtime/progress.ts'
import { advanceSequence } from './bulk-load.ts'
import { clearanceWriter } from './clearances.ts'
import { collectionDayWriter } from './collection-days.ts'
import { insertEmployees } from './employees.ts'
import { equipmentWriter } from './equipment.ts'
import { municipalitiesFor } from './municipalities.ts'
import { insertNotices } from './notices.ts'
import { insertPickupAppointments } from './pickup-appointments.ts'
import { placeWriter } from './addresses.ts'
import { allowanceWriter, residentWriter } from './residents.ts'
import { openWriter, type Writer } from './rows.ts'
import { streets } from './streets.ts'
import { tariffWriter } from './tariffs.ts'

/** What stands in the way of demo data; the message is a Dutch sentence. */
export class DemoRefused extends Error {}

type DemoOptions = {
  /** How many addresses, from 1,000 to 10,000,000. */
  addresses: number
  /** `2026-03-04`: clearances are made until the day before. */
  today: string
  onProgress?: OnProgress
  /** Stops the load; nothing of it stays. */
  signal?: AbortSignal
}

/** Any number, as long as every loader waits for the same one. */
const lock = 4_711_002

/** Is this database empty, so that demo data may be loaded? */
export const needsDemo = async (db: Db) => (await contentOf(db)) === 'nothing'

/** Is what this database holds made up? */
export const holdsDemo = async (db: Db) => (await contentOf(db)) === 'demo data'

async function contentOf(db: Db): Promise<'nothing' | 'demo data' | 'other data'> {
  const { rows } = await sql<{ made_up: boolean; filled: boolean }>`
    select exists (select from demo) as made_up,
      exists (select from employee) or exists (select from municipality) or exists (select from address) as filled`.execute(
    db,
  )
  if (rows[0]?.made_up) return 'demo data'
  return rows[0]?.filled ? 'other data' : 'nothing'
}

/**
 * Fills an empty database with made-up Dutch data: the same options make the same rows. It is there whole or not at all.
 * Answers false where demo data was loaded before, and throws DemoRefused over other data.
 */
export async function loadDemo(db: Db, options: DemoOptions): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection)
    try {
      // A load that was killed has left rows that nobody sees; their room is given back.
      if (await needsDemo(connection)) await sql`vacuum`.execute(connection)
      const loaded = await connection.transaction().execute((transaction) => fillIfEmpty(transaction, options))
      // The embedded engine has nobody who does this later.
      if (loaded) await sql`vacuum`.execute(connection)
      return loaded
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset idle_in_transaction_session_timeout`.execute(connection)
    }
  })
}

async function fillIfEmpty(transaction: Db, options: DemoOptions): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
  const content = await contentOf(transaction)
  if (content === 'other data')
    throw new DemoRefused(
      'Deze database bevat al andere gegevens. Voorbeeldgegevens komen alleen in een lege database.',
    )
  if (content === 'demo data') return false
  await fill(transaction, options)
  await transaction.insertInto('demo').defaultValues().execute()
  return true
}

async function fill(transaction: Db, options: DemoOptions) {
  const { onProgress = () => {}, signal } = options
  const writer = openWriter(transaction)
  const makeAll = openMakers(writer, options)
  const tables = writer.tables.map(({ name }) => name)
  const lastYear = yearOf(dayOf(options.today))
  await addClearanceYears(transaction, [lastYear - 2, lastYear - 1, lastYear])
  const definitions = await takeOffIndexes(transaction, tables)

  for (const made of makeAll()) {
    signal?.throwIfAborted()
    await writer.writeFull()
    onProgress({
      task: 'Voorbeeldgegevens maken',
      part: made / options.addresses,
      detail: `${made.toLocaleString('nl')} adressen`,
    })
  }
  await writer.writeAll()
  await markExtensions(transaction)
  await insertEmployees(transaction)
  await insertNotices(transaction, lastYear)

  const finishing = [...definitions, ...tables.map((table) => `analyze ${table}`)]
  await sql`set local maintenance_work_mem = '128MB'`.execute(transaction)
  for (const [index, statement] of finishing.entries()) {
    signal?.throwIfAborted()
    onProgress({ task: 'Voorbeeldgegevens doorzoekbaar maken', part: index / finishing.length })
    await sql.raw(statement).execute(transaction)
  }
  await insertPickupAppointments(transaction, options.today)
  for (const { name, lastId } of writer.tables) if (lastId > 0) await advanceSequence(transaction, name, lastId)
  onProgress({ task: 'Voorbeeldgegevens doorzoekbaar maken', part: 1 })
}

/** Marks what each street has of numbers with an extension: one that is written after its addresses was not there to be marked. */
const markExtensions = (transaction: Db) =>
  sql`
    update street set extension_marks = marks
    from (
      select street_id, bit_or(extension_mark(house_number, extension_key)) as marks
      from address where extension_key <> '' group by street_id
    ) marked
    where street.id = street_id`.execute(transaction)

/** Every subject with its tables; the answer makes all rows, street by street, and tells how many addresses there are so far. */
function openMakers(writer: Writer, { addresses, today }: DemoOptions) {
  const until = dayOf(today) - 1
  const lastYear = yearOf(dayOf(today))
  const history = { from: newYear(lastYear - 2), until }
  const { addMunicipality, addStreet } = placeWriter(writer)
  const addTariffs = tariffWriter(writer)
  const addAllowance = allowanceWriter(writer)
  const addCollectionDays = collectionDayWriter(writer, { from: history.from, lastYear: lastYear + 1 })
  const addEquipment = equipmentWriter(writer, history)
  const addResidents = residentWriter(writer, history)
  const batch = writer.table('clearance_batch', {
    id: 'int',
    source: 'text',
    updated_until: 'day',
    loaded_at: 'moment',
  })
  const batch_id = batch.nextId()
  const addClearances = clearanceWriter(writer, batch_id, history)

  return function* () {
    batch.add({ id: batch_id, source: 'demo', updated_until: until, loaded_at: dutchMoment(until + 1, 5 * 3600) })
    for (const municipality of municipalitiesFor(addresses)) {
      addMunicipality(municipality)
      addTariffs(municipality.id, lastYear)
      addAllowance(municipality.id, lastYear - 2, lastYear + 1)
      addCollectionDays(municipality)
    }
    const begun = new Set<number>()
    let made = 0
    for (const street of streets(addresses)) {
      const firstOfMunicipality = !begun.has(street.municipality_id)
      begun.add(street.municipality_id)
      const premises = addStreet(street)
      const equipment = addEquipment(street, premises, firstOfMunicipality)
      addClearances(street, premises, equipment)
      addResidents(street, premises, firstOfMunicipality)
      made += premises.length
      yield made
    }
  }
}
