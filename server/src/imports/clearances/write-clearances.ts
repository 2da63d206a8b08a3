import { computeNormsOfAddresses } from '../../domain/bill/norms.ts'
import { addClearanceYears } from '../../domain/clearances/clearances.queries.ts'
import {
  type DeliveredStream,
  findDeliveredStreams,
  saveDeliveredStreams,
} from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { IdSet } from '../reader/id-set.ts'
import type { RejectRow } from '../reader/import-kind.ts'
import { compareRows, type OutcomeCounts } from '../reader/outcomes.ts'
import { distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import type { DeliveredClearance, DeliveredEvent } from './clearance-rows.ts'
import {
  clearanceColumns,
  completeBatch,
  findContainers,
  findFractions,
  findPrices,
  findStored,
  findUpdatedUntil,
  insertBatch,
  insertClearances,
  type LocatedClearance,
  type StoredClearance,
  updateClearances,
  vacuumYears,
} from './import-clearances.queries.ts'
import { type EventReferences, locateClearance, type QuarantineReason } from './locate-clearances.ts'
import { findQuarantinedByKey, hasQuarantined, quarantineClearances, releaseClearances } from './quarantine.queries.ts'

type Quarantined = { clearance: DeliveredClearance; reason: QuarantineReason }
type Changes = {
  located: LocatedClearance[]
  added: LocatedClearance[]
  changed: { before: StoredClearance; after: LocatedClearance }[]
  quarantined: Quarantined[]
}

/**
 * Returns functions that write the clearances of one delivery. `source` is the name of the delivered file. A clearance
 * from quarantine already has its own delivery.
 */
export async function openClearanceWriter(db: Db, source = '') {
  const fractions = await findFractions(db)
  const seenIds = new IdSet()
  const years = new Set<number>()
  const changedAddresses = new IdSet()
  const delivered = new Map<string, DeliveredStream>()
  let anyQuarantined = await hasQuarantined(db)
  let batch_id: number | undefined
  let lastDay = ''

  /** Splits clearances into located and quarantined. Adds the tariff price when the supplier states no amount. */
  async function locate(transaction: Db, clearances: DeliveredClearance[]) {
    const references = await findReferences(transaction, fractions, clearances)
    const located: LocatedClearance[] = []
    const quarantined: Quarantined[] = []
    for (const clearance of clearances) {
      const location = locateClearance(clearance, references)
      if (typeof location === 'string') quarantined.push({ clearance, reason: location })
      else located.push(Object.assign(clearance, location))
    }
    const unpriced = located.filter(({ amount_cents, address_id }) => amount_cents === null && address_id !== null)
    const prices = unpriced.length > 0 ? await findPrices(transaction, unpriced) : []
    for (const [index, clearance] of unpriced.entries()) clearance.amount_cents = prices[index] ?? null
    return { located, quarantined }
  }

  /**
   * Returns the new, the changed, and the unchanged clearances. `adopted` has the unchanged clearances of a stopped
   * import, which also get this delivery, because the hash of the stopped file is unknown. Rejects a row that differs
   * from an earlier row of this file.
   */
  async function compare(transaction: Db, located: LocatedClearance[], reject: RejectRow<DeliveredClearance>) {
    const stored = await findStored(
      transaction,
      located.map(({ supplier_key }) => supplier_key),
    )
    const { added, changed, unchanged } = compareRows(located, ({ supplier_key }) => stored.get(supplier_key), {
      ...clearanceColumns,
      bigint: ['cleared_at'],
    })
    const accepted = changed.filter(({ before, after }) => {
      if (seenIds.has(before.id)) reject(after, repeatedKey)
      return !seenIds.has(before.id)
    })
    const isChanged = new Set(changed.map(({ after }) => after))
    const adopted = located.flatMap((after) => {
      const before = stored.get(after.supplier_key)
      const isAdopted = before?.is_of_stopped_import && !seenIds.has(before.id) && !isChanged.has(after)
      return isAdopted ? [{ before, after }] : []
    })
    for (const { id } of stored.values()) seenIds.add(id)
    for (const { day } of located) if (day > lastDay) lastDay = day
    return { added, changed: accepted, adopted, unchanged }
  }

  /** Sets the delivery of clearances without a delivery. Inserts the delivery before its first clearance. */
  async function addSource(transaction: Db, clearances: DeliveredClearance[]) {
    for (const clearance of clearances) clearance.batch_id ??= batch_id ??= await insertBatch(transaction, source)
  }

  /** Sets the earlier delivery and line of clearances that are already in quarantine with the same content. */
  async function restoreSource(transaction: Db, quarantined: DeliveredClearance[]) {
    if (!anyQuarantined || quarantined.length === 0) return
    const keys = quarantined.map(({ supplier_key }) => supplier_key)
    const earlier = await findQuarantinedByKey(transaction, keys, batch_id)
    for (const clearance of quarantined) {
      const same = earlier.get(clearance.supplier_key)
      if (!same || contentOf(same) !== contentOf(clearance)) continue
      clearance.batch_id = same.batch_id
      clearance.source_line = same.source_line
    }
  }

  async function write(transaction: Db, { located, added, changed, quarantined }: Changes) {
    const written = [...added, ...changed.map(({ after }) => after)]
    const waiting = quarantined.map(({ clearance }) => clearance)
    await restoreSource(transaction, waiting)
    await addSource(transaction, [...written, ...waiting])
    const newYears = distinct(written.map(({ day }) => Number(day.slice(0, 4)))).filter((year) => !years.has(year))
    if (newYears.length > 0) await addClearanceYears(transaction, newYears)
    for (const year of newYears) years.add(year)
    if (changed.length > 0) await updateClearances(transaction, changed)
    for (const [batch_id, delivered] of Map.groupBy(added, (clearance) => clearance.batch_id))
      for (const id of await insertClearances(transaction, batch_id, delivered)) seenIds.add(id)
    if (anyQuarantined && located.length > 0)
      await releaseClearances(
        transaction,
        located.map(({ supplier_key }) => supplier_key),
      )
    if (quarantined.length > 0) await quarantineClearances(transaction, quarantined)
    anyQuarantined ||= quarantined.length > 0
    for (const { address_id } of [...written, ...changed.map(({ before }) => before)])
      if (address_id !== null) changedAddresses.add(address_id)
  }

  /** Notes the municipalities and streams of these clearances. */
  async function noteStreams(transaction: Db, located: LocatedClearance[]) {
    const places = new Map<string, LocatedClearance>()
    for (const it of located) {
      const key = `${it.address_id ?? `${it.container_id} shared`} ${it.waste_type} ${it.batch_id}`
      if (it.day < (places.get(key)?.day ?? '9999')) places.set(key, it)
    }
    for (const stream of await findDeliveredStreams(transaction, [...places.values()])) {
      const key = `${stream.municipality_id} ${stream.waste_type} ${stream.batch_id}`
      if (stream.since < (delivered.get(key)?.since ?? '9999')) delivered.set(key, stream)
    }
  }

  async function complete(sha256: string) {
    const until = (await findUpdatedUntil(db)) ?? ''
    if (batch_id === undefined && lastDay > until) batch_id = await insertBatch(db, source)
    if (batch_id !== undefined) await completeBatch(db, batch_id, { sha256, until: lastDay || null })
  }

  return {
    async writeBatch(
      transaction: Db,
      clearances: DeliveredClearance[],
      reject: RejectRow<DeliveredClearance>,
    ): Promise<Omit<OutcomeCounts, 'ended'>> {
      const { first, repeated } = withoutRepeats(clearances, contentOf, (row) => reject(row, repeatedKey))
      const { located, quarantined } = await locate(transaction, first)
      const { added, changed, adopted, unchanged } = await compare(transaction, located, reject)
      if (first.length > 0) await write(transaction, { located, added, changed: [...changed, ...adopted], quarantined })
      if (located.length > 0) await noteStreams(transaction, located)
      return {
        added: added.length,
        changed: changed.length,
        unchanged: unchanged + repeated,
        quarantined: quarantined.length,
      }
    },
    updateStatistics: () => vacuumYears(db, [...years]),
    /** Computes the norms of the years. `sha256` is given only when the whole file was read. */
    async finish(sha256?: string) {
      if (sha256 !== undefined) await complete(sha256)
      const until = sha256 === undefined ? undefined : lastDay
      if (delivered.size > 0) await saveDeliveredStreams(db, [...delivered.values()], until)
      await computeNormsOfAddresses(db, changedAddresses, years)
    },
  }
}

/** Returns the Dutch reason to reject a row whose key an earlier row of the file has with other content. */
export const repeatedKeyText = (column: string) => `${column} staat al op een eerdere regel, met andere gegevens`
const repeatedKey = repeatedKeyText('LEDIGING_ID')

/**
 * Returns the first row of each key, and the number of later equal rows. Passes later rows that differ to `reject`.
 * `contentOf` returns the content of a row, without its delivery and line.
 */
export function withoutRepeats<Event extends DeliveredEvent>(
  events: Event[],
  contentOf: (event: Event) => string,
  reject: (event: Event) => void,
) {
  const first = new Map<string, Event>()
  let repeated = 0
  for (const event of events) {
    const earlier = first.get(event.supplier_key)
    if (!earlier) first.set(event.supplier_key, event)
    else if (contentOf(earlier) === contentOf(event)) repeated += 1
    else reject(event)
  }
  return { first: [...first.values()], repeated }
}

/** Returns the content of a clearance, without its delivery and line, for a comparison. */
const contentOf = (clearance: DeliveredClearance) =>
  JSON.stringify([
    ...[clearance.address_code, clearance.address, clearance.container_number, clearance.chip_number],
    ...[clearance.shared, clearance.fraction, clearance.cleared_at, clearance.weight_kg, clearance.amount_cents],
  ])

/** Returns the database rows to which these events can refer. */
export async function findReferences<Event extends DeliveredEvent>(
  db: Db,
  fractions: EventReferences<Event>['fractions'],
  events: Event[],
): Promise<EventReferences<Event>> {
  const containers = await findContainers(
    db,
    distinct(events.map(({ container_number }) => container_number)),
    distinct(events.map(({ chip_number }) => chip_number)),
  )
  return {
    fractions,
    containersByNumber: new Map(containers.map((container) => [container.number, container])),
    containersByChip: Map.groupBy(containers, ({ chip_number }) => chip_number ?? ''),
    addressOf: await resolveAddresses(db, events),
  }
}
