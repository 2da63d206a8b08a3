import { LoadedKind, WasteStream } from '@rd4-loket/contract'
import { computeNormsIn } from '../src/domain/bill/norms.ts'
import { addClearanceYears } from '../src/domain/clearances/clearances.queries.ts'
import { findDueMonths } from '../src/features/figures/figures.queries.ts'
import { countMonth } from '../src/features/figures/figures.ts'
import type { Db } from '../src/platform/database/db.ts'
import { dropIndexes } from '../src/platform/database/indexes.queries.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, yearOf } from '../src/platform/runtime/days.ts'
import type { OnProgress } from '../src/platform/runtime/progress.ts'
import { addressWriter } from './addresses.ts'
import { assessmentWriter } from './assessments.ts'
import { insertCards, insertLetterSenders } from './cards.ts'
import { insertRuleBills } from './charge-rules.ts'
import { clearanceWriter } from './clearances.ts'
import { collectionDayWriter } from './collection-days.ts'
import { insertCorrections } from './corrections.ts'
import { contentOf, DemoError, needsDemo } from './demo-content.ts'
import { insertEmployees } from './employees.ts'
import { equipmentWriter } from './equipment.ts'
import { insertHandovers } from './handovers.ts'
import { historyOn } from './history.ts'
import { householdWriter } from './households.ts'
import { insertMalfunctions } from './malfunctions.ts'
import { insertMissedReports, insertNonClearances } from './non-clearances.ts'
import { insertObjections } from './objections.ts'
import { insertPickupAppointments } from './pickup-appointments.ts'
import { municipalitiesFor } from './region/municipalities.ts'
import { streets } from './region/streets.ts'
import { allowanceWriter, billRuleWriter, passFormWriter, residentWriter } from './residents.ts'
import { advanceSequence, openWriter, type Writer } from './rows.ts'
import { storyTeller } from './stories.ts'
import { type DemoTariff, tariffWriter } from './tariffs.ts'
import { insertWaitingLifts } from './waiting-lifts.ts'

type DemoOptions = {
  /** The number of addresses, from 1,000 to 10,000,000. */
  addresses: number
  /** The current day, such as `2026-03-04`. The last clearances are of the day before. */
  today: string
  onProgress?: OnProgress
  /** Aborts the load, which is then rolled back. */
  signal?: AbortSignal
}

/** The number of ended months with figures. */
const countedMonths = 4

/** The key of an advisory lock: an arbitrary number. */
const lock = 4_711_002

/**
 * Fills an empty database with invented Dutch data in one transaction. The same options give the same rows. Returns
 * false if the database already has demo data. Throws a DemoError if it has other data.
 */
export async function loadDemo(db: Db, options: DemoOptions): Promise<boolean> {
  return db.connection(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set idle_in_transaction_session_timeout = 0`.execute(connection)
    try {
      // Frees the disk space of an earlier load that was killed.
      if (await needsDemo(connection)) await sql`vacuum`.execute(connection)
      const loaded = await connection.transaction((transaction) => fillIfEmpty(transaction, options))
      // The embedded engine has no autovacuum.
      if (loaded) await sql`vacuum`.execute(connection)
      if (loaded)
        for (const month of await findDueMonths(connection, { today: options.today, months: countedMonths }))
          await countMonth(connection, month)
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
    throw new DemoError('Deze database bevat al andere gegevens. Voorbeeldgegevens komen alleen in een lege database.')
  if (content === 'demo data') return false
  await fill(transaction, options)
  await sql`insert into demo default values`.execute(transaction)
  return true
}

async function fill(transaction: Db, options: DemoOptions) {
  const { onProgress = () => {}, signal } = options
  const writer = openWriter(transaction)
  const generate = openGenerator(writer, options)
  const tables = writer.tables.map(({ name }) => name)
  const lastYear = yearOf(dayOf(options.today))
  const { from } = historyOn(dayOf(options.today))
  const years = Array.from({ length: lastYear - yearOf(from) + 1 }, (_, index) => yearOf(from) + index)
  await addClearanceYears(transaction, years)
  const definitions = await dropIndexes(transaction, tables)
  // Without indexes, the triggers that list systems would read whole tables for each statement.
  for (const table of listedTables)
    await sql`alter table ${sql.identifier(table)} disable trigger user`.execute(transaction)

  for (const count of generate()) {
    signal?.throwIfAborted()
    await writer.writeFull()
    onProgress({
      task: 'Voorbeeldgegevens maken',
      part: count / options.addresses,
      detail: `${count.toLocaleString('nl')} adressen`,
    })
  }
  await writer.writeAll()
  await markExtensions(transaction)
  await insertEmployees(transaction)
  await insertCards(transaction, lastYear)
  await insertLetterSenders(transaction)
  await insertDeliveries(transaction, options.today)

  const finishing = [...definitions, ...tables.map((table) => `analyze ${table}`)]
  await sql`set local maintenance_work_mem = '32MB'`.execute(transaction)
  for (const [index, statement] of finishing.entries()) {
    signal?.throwIfAborted()
    onProgress({ task: 'Voorbeeldgegevens doorzoekbaar maken', part: index / finishing.length })
    await sql.raw(statement).execute(transaction)
  }
  await listSystems(transaction)
  await insertPickupAppointments(transaction, options.today)
  await insertObjections(transaction, options.today)
  await insertHandovers(transaction, options.today)
  await insertMalfunctions(transaction, options.today)
  const municipality_ids = municipalitiesFor(options.addresses).map(({ id }) => id)
  await computeNormsIn(transaction, { municipality_ids, years })
  for (const { name, lastId } of writer.tables) if (lastId > 0) await advanceSequence(transaction, name, lastId)
  await insertNonClearances(transaction, options.today)
  await insertMissedReports(transaction, options.today)
  await insertRuleBills(transaction, options.today)
  await insertCorrections(transaction, options.today)
  await insertWaitingLifts(transaction, options.today)
  onProgress({ task: 'Voorbeeldgegevens doorzoekbaar maken', part: 1 })
}

/** Sets `extension_marks`. The trigger cannot set all marks, because addresses can be inserted before their street. */
const markExtensions = (transaction: Db) =>
  sql`
    update street set extension_marks = marks
    from (
      select street_id, bit_or(extension_mark(house_number, extension_key)) as marks
      from address where extension_key <> '' group by street_id
    ) marked
    where street.id = street_id`.execute(transaction)

/** States that every municipality has all kinds of data, and the clearances of all streams up to yesterday. */
const insertDeliveries = (transaction: Db, today: string) =>
  sql`
    insert into delivered_until (kind, municipality_id, waste_type, since, day)
    select kind, municipality.id, waste_type, since, day
    from municipality
      cross join (
        select 'clearances' as kind, unnest(${WasteStream.options}::text[]) as waste_type,
          (select make_date(min(year), 1, 1) from clearance_year) as since, ${today}::date - 1 as day
        union all
        select unnest(${LoadedKind.options}::text[]), null, null, ${today}::date
      ) delivered`.execute(transaction)

const listedTables = ['collection_system', 'container']

/** Fills `collection_system_listing`, and enables the triggers that update it. */
async function listSystems(transaction: Db) {
  await sql`select list_collection_systems(array(select id from collection_system))`.execute(transaction)
  await sql`analyze collection_system_listing`.execute(transaction)
  for (const table of listedTables)
    await sql`alter table ${sql.identifier(table)} enable trigger user`.execute(transaction)
}

/** Returns a generator that adds all rows, street by street, and yields the number of addresses so far. */
function openGenerator(writer: Writer, { addresses, today }: DemoOptions) {
  const history = historyOn(dayOf(today))
  const lastYear = yearOf(dayOf(today))
  const storyOf = storyTeller(history)
  const { addMunicipality, addStreet } = addressWriter(writer)
  const addTariffs = tariffWriter(writer, { lastYear, ...history })
  const addAllowance = allowanceWriter(writer)
  const addBillRule = billRuleWriter(writer)
  const addPassForm = passFormWriter(writer)
  const addCollectionDays = collectionDayWriter(writer, { from: history.from, lastYear: lastYear + 1 })
  const addEquipment = equipmentWriter(writer, history, storyOf)
  const addHouseholds = householdWriter(writer, history, storyOf)
  const addResidents = residentWriter(writer, history, storyOf)
  const addClearances = clearanceWriter(writer, history, storyOf)
  const addAssessments = assessmentWriter(writer, history)

  return function* () {
    const tariffsOf = new Map<number, DemoTariff[]>()
    for (const municipality of municipalitiesFor(addresses)) {
      addMunicipality(municipality)
      tariffsOf.set(municipality.id, addTariffs(municipality.id))
      addAllowance(municipality.id, yearOf(history.from), lastYear + 1)
      addBillRule(municipality.id)
      addPassForm(municipality.id)
      addCollectionDays(municipality)
    }
    const started = new Set<number>()
    let count = 0
    for (const street of streets(addresses)) {
      const { municipality_id } = street
      const firstOfMunicipality = !started.has(municipality_id)
      started.add(municipality_id)
      const addresses = addStreet(street)
      const { equipment, emptied } = addEquipment(street, addresses, firstOfMunicipality)
      const households = addHouseholds(street, addresses)
      const blockedDays = addResidents(street, addresses, firstOfMunicipality)
      const factsOf = (index: number) => ({
        equipment: equipment[index] ?? { own: [], shared: [] },
        households: households[index] ?? [],
        blocked_on: blockedDays[index],
      })
      const tariffs = tariffsOf.get(municipality_id) ?? []
      const clearances = addClearances(street, addresses, { emptied, tariffs, factsOf })
      for (const [index, { id }] of addresses.entries()) {
        const ofAddress = clearances[index]
        if (ofAddress) addAssessments(id, { ...factsOf(index), clearances: ofAddress, tariffs, municipality_id })
      }
      count += addresses.length
      yield count
    }
  }
}
