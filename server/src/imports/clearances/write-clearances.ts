import { addClearanceYears } from '../../domain/clearances/clearance-years.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { SeenIds } from '../reader/seen-ids.ts'
import { findAlike, findObjects } from '../resolver/find-addresses.queries.ts'
import type { Delivered } from './clearance-rows.ts'
import {
  completeBatch,
  findAmounts,
  findContainers,
  findFractions,
  findKnownClearances,
  findUpdatedUntil,
  insertBatch,
  insertClearances,
  type KnownClearance,
  type Stored,
  tidyYears,
  updateClearances,
} from './import-clearances.queries.ts'
import { type Known, type KnownContainer, placeClearance, type QuarantineReason } from './place-clearances.ts'
import { holdsQuarantine, quarantineClearances, releaseClearances } from './quarantine.queries.ts'

type Change = { before: KnownClearance; after: Stored }
type Waiting = { delivered: Delivered; reason: QuarantineReason }

const compared = ['address_id', 'container_id', 'cleared_at', 'waste_type', 'category'] as const
const comparedToo = ['volume_litres', 'weight_kg', 'amount_cents'] as const
const isSame = (before: KnownClearance, after: Stored) =>
  [...compared, ...comparedToo].every((column) => before[column] === after[column])

const distinct = <Value>(values: (Value | null)[]) => [...new Set(values.filter((value) => value !== null))]

/** Stores the clearances of one delivery, batch by batch, and keeps count of what became of them. */
export async function openClearanceStore(db: Db, source: string) {
  const fractions = await findFractions(db)
  const counts = { added: 0, changed: 0, unchanged: 0, quarantined: 0 }
  const seen = new SeenIds()
  const years = new Set<number>()
  let anyWaiting = await holdsQuarantine(db)
  let batch_id: number | undefined
  let lastDay = ''

  async function place(delivered: Delivered[]) {
    const known = await findKnown(db, fractions, delivered)
    const placed: Stored[] = []
    const waiting: Waiting[] = []
    for (const one of delivered) {
      const found = placeClearance(one, known)
      if (typeof found === 'string') waiting.push({ delivered: one, reason: found })
      // The same object: whoever gave it knows it by its row.
      else placed.push(Object.assign(one, found))
    }
    // What a supplier does not charge, our own tariff does.
    const uncharged = placed.filter(({ amount_cents, address_id }) => amount_cents === null && address_id !== null)
    const amounts = uncharged.length > 0 ? await findAmounts(db, uncharged) : []
    for (const [index, one] of uncharged.entries()) one.amount_cents = amounts[index] ?? null
    return { placed, waiting }
  }

  /** What is new, what says something else than before, and what says something else than an earlier row of this delivery. */
  async function compare(placed: Stored[]) {
    const before = await findKnownClearances(
      db,
      placed.map(({ supplier_key }) => supplier_key),
    )
    const added: Stored[] = []
    const changed: Change[] = []
    const contradicting: Delivered[] = []
    for (const after of placed) {
      const known = before.get(after.supplier_key)
      if (!known) added.push(after)
      else if (isSame(known, after)) counts.unchanged += 1
      else if (seen.has(known.id)) contradicting.push(after)
      else changed.push({ before: known, after })
      if (known) seen.add(known.id)
      if (after.day > lastDay) lastDay = after.day
    }
    return { added, changed, contradicting }
  }

  async function write(placed: Stored[], added: Stored[], changed: Change[], waiting: Waiting[]) {
    const touched = new Set([...added, ...changed.map(({ after }) => after)].map(({ day }) => Number(day.slice(0, 4))))
    const missing = [...touched].filter((year) => !years.has(year))
    // In a transaction of its own: the year is there for everybody, whatever becomes of this batch.
    if (missing.length > 0) await addClearanceYears(db, missing)
    for (const year of missing) years.add(year)
    if (touched.size > 0) batch_id ??= await insertBatch(db, source)
    await db.transaction().execute(async (transaction) => {
      if (batch_id !== undefined && changed.length > 0) await updateClearances(transaction, batch_id, changed)
      if (batch_id !== undefined && added.length > 0)
        for (const id of await insertClearances(transaction, batch_id, added)) seen.add(id)
      if (anyWaiting && placed.length > 0)
        await releaseClearances(
          transaction,
          placed.map(({ supplier_key }) => supplier_key),
        )
      if (waiting.length > 0) await quarantineClearances(transaction, source, waiting)
    })
    anyWaiting ||= waiting.length > 0
  }

  return {
    counts,
    /** Stores a batch; gives the clearances that contradict an earlier one of the same delivery, which are not stored. */
    async store(batch: Delivered[]): Promise<Delivered[]> {
      const { first, repeated, contradicting } = tellApart(batch)
      const { placed, waiting } = await place(first)
      const { added, changed, ...compared } = await compare(placed)
      if (placed.length + waiting.length > 0) await write(placed, added, changed, waiting)
      counts.added += added.length
      counts.changed += changed.length
      counts.unchanged += repeated
      counts.quarantined += waiting.length
      return [...contradicting, ...compared.contradicting]
    },
    /** Makes the years quick to read. A delivery that is `complete` tells until when clearances are in. */
    async finish({ complete }: { complete: boolean }) {
      await tidyYears(db, [...years])
      if (!complete || lastDay === '') return
      const until = (await findUpdatedUntil(db)) ?? ''
      if (batch_id === undefined && lastDay > until) batch_id = await insertBatch(db, source)
      if (batch_id !== undefined) await completeBatch(db, batch_id, lastDay)
    },
  }
}

/** The first row of each key, how many others say the same, and the ones that say something else. */
function tellApart(batch: Delivered[]) {
  const first = new Map<string, Delivered>()
  const contradicting: Delivered[] = []
  let repeated = 0
  for (const delivered of batch) {
    const earlier = first.get(delivered.supplier_key)
    if (!earlier) first.set(delivered.supplier_key, delivered)
    else if (JSON.stringify(earlier) === JSON.stringify(delivered)) repeated += 1
    else contradicting.push(delivered)
  }
  return { first: [...first.values()], repeated, contradicting }
}

async function findKnown(db: Db, fractions: Known['fractions'], delivered: Delivered[]): Promise<Known> {
  const containers = await findContainers(
    db,
    distinct(delivered.map(({ container_number }) => container_number)),
    distinct(delivered.map(({ chip_number }) => chip_number)),
  )
  const containersByChip = new Map<string, KnownContainer[]>()
  for (const container of containers) {
    const { chip_number } = container
    if (chip_number === null) continue
    const others = containersByChip.get(chip_number)
    if (others) others.push(container)
    else containersByChip.set(chip_number, [container])
  }
  const objects = await findObjects(db, distinct(delivered.map(({ object_code }) => object_code)))
  const unknown = delivered.filter(
    ({ object_code, place }) => place !== null && (object_code === null || !objects.has(object_code)),
  )
  return {
    fractions,
    containersByNumber: new Map(containers.map((container) => [container.number, container])),
    containersByChip,
    objects,
    alike: await findAlike(db, unknown),
  }
}
