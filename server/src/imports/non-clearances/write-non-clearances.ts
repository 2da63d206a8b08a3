import {
  type DeliveredStream,
  findDeliveredStreams,
  saveDeliveredStreams,
} from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { completeBatch, findFractions, insertBatch } from '../clearances/import-clearances.queries.ts'
import { findReferences, repeatedKeyText, withoutRepeats } from '../clearances/write-clearances.ts'
import { IdSet } from '../reader/id-set.ts'
import type { RejectRow } from '../reader/import-kind.ts'
import {
  findReasons,
  findStoredNonClearances,
  type NonClearanceRow,
  writeNonClearances,
} from './import-non-clearances.queries.ts'
import { type DeliveredNonClearance, placeNonClearance } from './locate-non-clearances.ts'
import { reasonsByName } from './non-clearance-rows.ts'

const repeatedKey = repeatedKeyText('NIETLEDIGING_ID')

/** The allow-listed fields of a row in quarantine that a retry needs, in a fixed order. */
const fieldsOf = ({
  address_code,
  address,
  container_number,
  chip_number,
  shared,
  fraction,
  reason_name,
}: DeliveredNonClearance) =>
  JSON.stringify({ address_code, address, container_number, chip_number, shared, fraction, reason_name })

const contentOf = (row: DeliveredNonClearance) => `${fieldsOf(row)} ${row.happened_at}`

/**
 * Returns functions that write the non-clearances of one supplier. `source` is the name of the delivered file; a row
 * from quarantine states its own delivery.
 */
export async function openNonClearanceWriter(db: Db, supplier: string, source = '') {
  const fractions = await findFractions(db)
  const reasons = reasonsByName(await findReasons(db, supplier))
  const seenIds = new IdSet()
  const delivered = new Map<string, DeliveredStream>()
  let batch_id: number | undefined
  let lastDay = ''

  async function place(transaction: Db, rows: DeliveredNonClearance[]) {
    const references = { ...(await findReferences(transaction, fractions, rows)), reasons }
    return rows.map((row) => {
      const { supplier_key, source_line, happened_at } = row
      const found = placeNonClearance(row, references)
      const placed: NonClearanceRow =
        typeof found === 'string'
          ? {
              ...{ address_id: null, container_id: null, waste_type: null, reason: null },
              problem: found,
              delivered: fieldsOf(row),
              ...{ supplier, supplier_key, source_line, happened_at },
            }
          : { ...found, problem: null, delivered: null, ...{ supplier, supplier_key, source_line, happened_at } }
      return { row, placed, found }
    })
  }

  /** Notes the municipalities and streams of the rows that have a place. */
  async function noteStreams(transaction: Db, placed: Awaited<ReturnType<typeof place>>) {
    const located = placed.flatMap(({ row: { day }, found }) =>
      typeof found === 'string' ? [] : [{ ...found, batch_id: null, day }],
    )
    if (located.length === 0) return
    for (const { day } of located) if (day > lastDay) lastDay = day
    for (const stream of await findDeliveredStreams(transaction, located)) {
      const key = `${stream.municipality_id} ${stream.waste_type}`
      if (stream.since < (delivered.get(key)?.since ?? '9999')) delivered.set(key, stream)
    }
  }

  return {
    /** Writes rows of the file, or of an earlier delivery. */
    async writeBatch(
      transaction: Db,
      rows: DeliveredNonClearance[],
      reject: RejectRow<DeliveredNonClearance>,
      earlier_batch_id?: number,
    ) {
      const { first, repeated } = withoutRepeats(rows, contentOf, (row) => reject(row, repeatedKey))
      const placed = await place(transaction, first)
      const stored = await findStoredNonClearances(
        transaction,
        placed.map((it) => it.placed),
      )
      const counts = { added: 0, changed: 0, unchanged: repeated, quarantined: 0 }
      const written: NonClearanceRow[] = []
      for (const { row, placed: next, found } of placed) {
        const before = stored.get(next.supplier_key)
        const isRepeated = before !== undefined && seenIds.has(before.id)
        if (isRepeated && !before.is_equal) {
          reject(row, repeatedKey)
          continue
        }
        if (!before?.is_equal) written.push(next)
        if (typeof found === 'string') counts.quarantined += isRepeated ? 0 : 1
        else if (before?.is_equal) counts.unchanged += 1
        else if (before) counts.changed += 1
        else counts.added += 1
      }
      for (const { id } of stored.values()) seenIds.add(id)
      if (written.length > 0) {
        if (earlier_batch_id === undefined) batch_id ??= await insertBatch(transaction, source)
        const delivery = earlier_batch_id ?? batch_id ?? 0
        for (const id of await writeNonClearances(transaction, delivery, written)) seenIds.add(id)
      }
      await noteStreams(transaction, placed)
      return counts
    },
    /** Stores until which day reasons are known. `sha256` is given only when the whole file was read. */
    async finish(sha256?: string) {
      if (sha256 !== undefined && batch_id !== undefined) await completeBatch(db, batch_id, { sha256, until: null })
      if (delivered.size > 0) await saveDeliveredStreams(db, [...delivered.values()], lastDay, 'non_clearances')
    },
  }
}
