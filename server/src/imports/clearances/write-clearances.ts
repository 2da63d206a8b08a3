import { addClearanceYears } from '../../domain/clearances/clearances.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { IdSet } from '../reader/id-set.ts'
import { compareRows, type OutcomeCounts, type RejectRow } from '../reader/run-import.ts'
import { distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import type { DeliveredClearance } from './clearance-rows.ts'
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
import { type ClearanceReferences, locateClearance, type QuarantineReason } from './locate-clearances.ts'
import { hasQuarantined, quarantineClearances, releaseClearances } from './quarantine.queries.ts'

type Quarantined = { clearance: DeliveredClearance; reason: QuarantineReason }
type Changes = {
  located: LocatedClearance[]
  added: LocatedClearance[]
  changed: { before: StoredClearance; after: LocatedClearance }[]
  quarantined: Quarantined[]
}

/** Returns functions that write the clearances of one delivery. */
export async function openClearanceWriter(db: Db, source: string) {
  const fractions = await findFractions(db)
  const seenIds = new IdSet()
  const years = new Set<number>()
  let anyQuarantined = await hasQuarantined(db)
  let batch_id: number | undefined
  let lastDay = ''

  /** Splits clearances into located and quarantined. Adds the tariff price when the supplier states no amount. */
  async function locate(clearances: DeliveredClearance[]) {
    const references = await findReferences(db, fractions, clearances)
    const located: LocatedClearance[] = []
    const quarantined: Quarantined[] = []
    for (const clearance of clearances) {
      const location = locateClearance(clearance, references)
      if (typeof location === 'string') quarantined.push({ clearance, reason: location })
      else located.push(Object.assign(clearance, location))
    }
    const unpriced = located.filter(({ amount_cents, address_id }) => amount_cents === null && address_id !== null)
    const prices = unpriced.length > 0 ? await findPrices(db, unpriced) : []
    for (const [index, clearance] of unpriced.entries()) clearance.amount_cents = prices[index] ?? null
    return { located, quarantined }
  }

  /** Returns the new and the changed clearances. Rejects a row that differs from an earlier row of this delivery. */
  async function compare(located: LocatedClearance[], reject: RejectRow<DeliveredClearance>) {
    const stored = await findStored(
      db,
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
    for (const { id } of stored.values()) seenIds.add(id)
    for (const { day } of located) if (day > lastDay) lastDay = day
    return { added, changed: accepted, unchanged }
  }

  async function write({ located, added, changed, quarantined }: Changes) {
    const written = [...added, ...changed.map(({ after }) => after)]
    const newYears = distinct(written.map(({ day }) => Number(day.slice(0, 4)))).filter((year) => !years.has(year))
    // Runs outside the transaction below, so the partition of a new year remains even when this batch fails.
    if (newYears.length > 0) await addClearanceYears(db, newYears)
    for (const year of newYears) years.add(year)
    if (written.length > 0) batch_id ??= await insertBatch(db, source)
    await db.transaction().execute(async (transaction) => {
      if (batch_id !== undefined && changed.length > 0) await updateClearances(transaction, batch_id, changed)
      if (batch_id !== undefined && added.length > 0)
        for (const id of await insertClearances(transaction, batch_id, added)) seenIds.add(id)
      if (anyQuarantined && located.length > 0)
        await releaseClearances(
          transaction,
          located.map(({ supplier_key }) => supplier_key),
        )
      if (quarantined.length > 0) await quarantineClearances(transaction, source, quarantined)
    })
    anyQuarantined ||= quarantined.length > 0
  }

  return {
    async writeBatch(
      clearances: DeliveredClearance[],
      reject: RejectRow<DeliveredClearance>,
    ): Promise<Omit<OutcomeCounts, 'ended'>> {
      const { first, repeated } = withoutRepeats(clearances, reject)
      const { located, quarantined } = await locate(first)
      const { added, changed, unchanged } = await compare(located, reject)
      if (first.length > 0) await write({ located, added, changed, quarantined })
      return {
        added: added.length,
        changed: changed.length,
        unchanged: unchanged + repeated,
        quarantined: quarantined.length,
      }
    },
    /** Vacuums the years. For a complete delivery, also stores the last day that it covers. */
    async finish({ isComplete }: { isComplete: boolean }) {
      await vacuumYears(db, [...years])
      if (!isComplete || lastDay === '') return
      const until = (await findUpdatedUntil(db)) ?? ''
      if (batch_id === undefined && lastDay > until) batch_id = await insertBatch(db, source)
      if (batch_id !== undefined) await completeBatch(db, batch_id, lastDay)
    },
  }
}

const repeatedKey = 'LEDIGING_ID staat al op een eerdere regel, met andere gegevens'

/** Returns the first row of each key, and the number of later equal rows. Rejects later rows that differ. */
function withoutRepeats(clearances: DeliveredClearance[], reject: RejectRow<DeliveredClearance>) {
  const first = new Map<string, DeliveredClearance>()
  let repeated = 0
  for (const clearance of clearances) {
    const earlier = first.get(clearance.supplier_key)
    if (!earlier) first.set(clearance.supplier_key, clearance)
    else if (JSON.stringify(earlier) === JSON.stringify(clearance)) repeated += 1
    else reject(clearance, repeatedKey)
  }
  return { first: [...first.values()], repeated }
}

async function findReferences(
  db: Db,
  fractions: ClearanceReferences['fractions'],
  clearances: DeliveredClearance[],
): Promise<ClearanceReferences> {
  const containers = await findContainers(
    db,
    distinct(clearances.map(({ container_number }) => container_number)),
    distinct(clearances.map(({ chip_number }) => chip_number)),
  )
  return {
    fractions,
    containersByNumber: new Map(containers.map((container) => [container.number, container])),
    containersByChip: Map.groupBy(containers, ({ chip_number }) => chip_number ?? ''),
    addressOf: await resolveAddresses(db, clearances),
  }
}
