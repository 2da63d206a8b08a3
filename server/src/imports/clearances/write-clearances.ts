import { createHash } from 'node:crypto'
import type { QuarantineCause } from '@rd4-loket/contract'
import { computeNormsOfAddresses } from '../../domain/bill/norms.ts'
import { addClearanceYears } from '../../domain/clearances/clearances.queries.ts'
import {
  type DeliveredStream,
  findDeliveredStreams,
  saveDeliveredStreams,
} from '../../domain/deliveries/deliveries.queries.ts'
import {
  changeLines,
  collectLineChanges,
  openLines,
  type StoredChoice,
  sumQuarantineCounts,
} from '../../domain/quarantine/quarantine-lines.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { IdSet } from '../reader/id-set.ts'
import type { RejectRow } from '../reader/import-kind.ts'
import { compareRows, type OutcomeCounts } from '../reader/outcomes.ts'
import { distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import type { DeliveredClearance, DeliveredEvent } from './clearance-rows.ts'
import {
  clearanceColumns,
  completeBatch,
  findContainerById,
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
import { type EventReferences, locateClearance, quarantineKey } from './locate-clearances.ts'
import {
  findKnown,
  findPlacedHashes,
  hasQuarantined,
  type KnownClearance,
  markPlaced,
  type PlacingLine,
  quarantineClearances,
  releaseClearances,
  storeBefore,
} from './quarantine.queries.ts'

type Unplaced = { clearance: DeliveredClearance; reason: QuarantineCause }
type KnownClearances = ReadonlyMap<string, KnownClearance>

type Changes = {
  located: LocatedClearance[]
  added: LocatedClearance[]
  changed: { before: StoredClearance; after: LocatedClearance }[]
  quarantined: Unplaced[]
  known: KnownClearances
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
  async function locate(
    transaction: Db,
    clearances: DeliveredClearance[],
    { container_id, ...choice }: StoredChoice = {},
  ) {
    const references = await findReferences(transaction, fractions, clearances)
    const container = container_id === undefined ? undefined : await findContainerById(transaction, container_id)
    const located: LocatedClearance[] = []
    const quarantined: Unplaced[] = []
    for (const clearance of clearances) {
      const location = locateClearance(clearance, references, { ...choice, container })
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
  function restoreSource(quarantined: DeliveredClearance[], known: KnownClearances) {
    for (const clearance of quarantined) {
      const same = known.get(clearance.supplier_key)
      if (!same || same.is_of_stopped_import || contentOf(same.clearance) !== contentOf(clearance)) continue
      clearance.batch_id = same.clearance.batch_id
      clearance.source_line = same.clearance.source_line
    }
  }

  /** Stores waiting clearances, each in the line of its cause and key. Their earlier lines lose them. */
  async function wait(transaction: Db, quarantined: Unplaced[], known: KnownClearances, from_line_id?: number) {
    const lineOf = await openLines(
      transaction,
      quarantined.map(({ clearance, reason }) => ({ cause: reason, key: quarantineKey(clearance, reason) })),
    )
    const { count, changes } = collectLineChanges()
    const waiting = quarantined.map(({ clearance, reason }) => {
      const line_id = lineOf({ cause: reason, key: quarantineKey(clearance, reason) })
      const earlier = known.get(clearance.supplier_key)
      if (earlier) count(earlier.line_id, earlier.clearance.amount_cents, -1)
      count(line_id, clearance.amount_cents, 1)
      return { clearance, reason, line_id }
    })
    await quarantineClearances(transaction, waiting, from_line_id)
    await changeLines(transaction, changes.values())
  }

  /** Removes the clearances that have a place now from the quarantine, and from their lines. */
  async function release(transaction: Db, located: LocatedClearance[], known: KnownClearances) {
    const released = located.flatMap(({ supplier_key }) => known.get(supplier_key) ?? [])
    if (released.length === 0) return
    await releaseClearances(
      transaction,
      released.map(({ clearance }) => clearance.supplier_key),
    )
    const { count, changes } = collectLineChanges()
    for (const { line_id, clearance } of released) count(line_id, clearance.amount_cents, -1)
    await changeLines(transaction, changes.values())
  }

  /** Inserts and updates clearances that have a place. */
  async function store(transaction: Db, { added, changed }: Pick<Changes, 'added' | 'changed'>) {
    const written = [...added, ...changed.map(({ after }) => after)]
    const newYears = distinct(written.map(({ day }) => Number(day.slice(0, 4)))).filter((year) => !years.has(year))
    if (newYears.length > 0) await addClearanceYears(transaction, newYears)
    for (const year of newYears) years.add(year)
    if (changed.length > 0) await updateClearances(transaction, changed)
    for (const [batch_id, delivered] of Map.groupBy(added, (clearance) => clearance.batch_id))
      for (const id of await insertClearances(transaction, batch_id, delivered)) seenIds.add(id)
    for (const { address_id } of [...written, ...changed.map(({ before }) => before)])
      if (address_id !== null) changedAddresses.add(address_id)
  }

  async function write(transaction: Db, { located, added, changed, quarantined, known }: Changes) {
    const waiting = quarantined.map(({ clearance }) => clearance)
    restoreSource(waiting, known)
    await addSource(transaction, [...added, ...changed.map(({ after }) => after), ...waiting])
    await store(transaction, { added, changed })
    await release(transaction, located, known)
    if (quarantined.length > 0) await wait(transaction, quarantined, known)
    anyQuarantined ||= quarantined.length > 0
  }

  /**
   * Returns the clearances without those whose delivery a decision covers: they keep their line. A delivery with other
   * content is new.
   */
  function withoutDecided(clearances: DeliveredClearance[], known: KnownClearances) {
    const open: DeliveredClearance[] = []
    let waiting = 0
    for (const clearance of clearances) {
      const row = known.get(clearance.supplier_key)
      if (!row || row.state === 'waiting' || contentOf(row.clearance) !== contentOf(clearance)) {
        open.push(clearance)
        continue
      }
      if (row.clearance_id !== null) seenIds.add(row.clearance_id)
      else if (row.state !== 'left_out') waiting += 1
    }
    return { open, waiting }
  }

  /** Returns the clearances without those that an employee placed earlier, from the same delivered content. */
  async function withoutPlaced(transaction: Db, quarantined: Unplaced[]) {
    if (quarantined.length === 0) return quarantined
    const hashes = await findPlacedHashes(
      transaction,
      quarantined.map(({ clearance }) => clearance.supplier_key),
    )
    return quarantined.filter(({ clearance }) => {
      const sha256 = hashes.get(clearance.supplier_key)
      return sha256 === undefined || sha256 !== hashOf(clearance)
    })
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
      const known = anyQuarantined ? await findKnown(transaction, keysOf(first), batch_id) : new Map()
      const { open, waiting } = withoutDecided(first, known)
      const { located, quarantined: unplaced } = await locate(transaction, open)
      const quarantined = await withoutPlaced(transaction, unplaced)
      const { added, changed, adopted, unchanged } = await compare(transaction, located, reject)
      if (open.length > 0)
        await write(transaction, { located, added, changed: [...changed, ...adopted], quarantined, known })
      if (located.length > 0) await noteStreams(transaction, located)
      const kept = first.length - open.length - waiting + unplaced.length - quarantined.length
      return {
        added: added.length,
        changed: changed.length,
        unchanged: unchanged + repeated + kept,
        quarantined: quarantined.length + waiting,
      }
    },
    /**
     * Places rows of a line by the choice of its decision. Their rows stay in quarantine, for the undo. A row that still
     * has no place waits in the line of its new cause.
     */
    async placeRows(transaction: Db, { id, choice }: PlacingLine, rows: DeliveredClearance[]) {
      const hashes = new Map(rows.map((row) => [row.supplier_key, hashOf(row)]))
      const known = await findKnown(transaction, keysOf(rows), undefined)
      const { located, quarantined } = await locate(transaction, rows, choice ?? {})
      const { added, changed } = await compare(transaction, located, () => {})
      await storeBefore(transaction, keysOf(located))
      await store(transaction, { added, changed })
      if (located.length > 0) await noteStreams(transaction, located)
      if (delivered.size > 0) await saveDeliveredStreams(transaction, [...delivered.values()])
      if (quarantined.length > 0) await wait(transaction, quarantined, known, id)
      await markPlaced(transaction, id, {
        rows: keysOf(located).map((supplier_key) => ({ supplier_key, sha256: hashes.get(supplier_key) ?? '' })),
        placed_until: rows.at(-1)?.cleared_at ?? 0,
      })
    },
    updateStatistics: () => vacuumYears(db, [...years]),
    /** Computes the norms of the years. `sha256` is given only when the whole file was read. */
    async finish(sha256?: string) {
      if (sha256 !== undefined) await complete(sha256)
      const until = sha256 === undefined ? undefined : lastDay
      if (delivered.size > 0) await saveDeliveredStreams(db, [...delivered.values()], until)
      await computeNormsOfAddresses(db, changedAddresses, years)
      if (anyQuarantined) await sumQuarantineCounts(db)
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

const hashOf = (clearance: DeliveredClearance) => createHash('sha256').update(contentOf(clearance)).digest('hex')

const keysOf = (clearances: DeliveredClearance[]) => clearances.map(({ supplier_key }) => supplier_key)

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
