import type { DeliveredClearance } from '../src/imports/clearances/clearance-rows.ts'
import { openClearanceWriter } from '../src/imports/clearances/write-clearances.ts'
import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, dutchMoment, textOf } from '../src/platform/runtime/days.ts'

/** The file that delivered the lifts. Its name is in each row. */
const source = 'afwijkende ledigingen (verzonnen).csv'
const morning = 9 * 3600
/** Landgraaf: it has no rules, and no fixed addresses. */
const municipality_id = 882

type ChippedContainer = { number: string; chip_number: string; object_code: string }

/** Returns containers that have a chip and stood somewhere all year, in a fixed order. */
async function findHomes(db: Db, waste_type: string, count: number, first: string): Promise<ChippedContainer[]> {
  const { rows } = await sql<ChippedContainer>`
    select number, chip_number, object_code
    from container join address on address.id = address_id join street on street.id = street_id
    where municipality_id = ${municipality_id} and waste_type = ${waste_type} and kind = 'minicontainer'
      and chip_number is not null and object_code is not null and removed_on is null and placed_on < ${first}::date
    order by number limit ${count}`.execute(db)
  return rows
}

/**
 * Inserts lifts that fit nowhere, for three causes: a fraction that nobody knows, a chip with one wrong character for
 * more than € 100,00, and an object code that no address has. The container of each row shows the right match.
 */
export async function insertWaitingLifts(db: Db, today: string) {
  const now = dayOf(today)
  const first = now - 140
  const homes = await findHomes(db, 'gft', 30, textOf(first))
  const [wrongChip, wrongCode] = await findHomes(db, 'residual_waste', 2, textOf(first))
  // A small demo has too few homes.
  if (!wrongChip || !wrongCode) return
  let line = 1
  const liftOf = (home: ChippedContainer, day: number, changes: Partial<DeliveredClearance>): DeliveredClearance => {
    line += 1
    return {
      ...{ batch_id: null, source_line: line, supplier_key: `V${line}`, address_code: home.object_code, address: null },
      ...{ container_number: home.number, chip_number: home.chip_number, shared: false, fraction: 'RESTAFVAL' },
      ...{ day: textOf(day), cleared_at: dutchMoment(day, morning + line), weight_kg: null, amount_cents: 645 },
      ...changes,
    }
  }
  const weeks = (count: number) => Array.from({ length: count }, (_, at) => now - 7 * (count - at))
  const lifts = [
    ...homes.map((home) => liftOf(home, now - 12, { fraction: 'MED', amount_cents: 200 })),
    ...weeks(18).map((day) =>
      liftOf(wrongChip, day, { container_number: null, chip_number: `${wrongChip.chip_number.slice(0, -1)}X` }),
    ),
    ...weeks(3).map((day) => liftOf(wrongCode, day, { address_code: 'V00000' })),
  ]
  const { writeBatch } = await openClearanceWriter(db, source)
  await writeBatch(db, lifts, () => {})
  await sql`update clearance_batch set loaded_at = to_timestamp(${dutchMoment(first, morning)}) where source = ${source}`.execute(
    db,
  )
  await sql`update clearance_quarantine set quarantined_at = to_timestamp(${dutchMoment(now - 1, morning)})`.execute(db)
}
