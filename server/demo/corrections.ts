import { maxCorrectedLifts } from '@rd4-loket/contract'
import { sumOf } from '../src/domain/bill/sums.ts'
import {
  applyCorrection,
  insertCorrection,
  noCounts,
  previewSelection,
  storeProgress,
  storeReady,
  takeLifts,
} from '../src/features/corrections/corrections.queries.ts'
import { addCounts } from '../src/features/corrections/prepare-corrections.ts'
import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { type Day, dayOf, dutchMoment } from '../src/platform/runtime/days.ts'
import { demoEmployees } from './employees.ts'

const morning = 10 * 3600
/** Landgraaf, Beekdaelen, Simpelveld and Vaals: they have no rules, and no fixed addresses. */
const municipality_ids = [882, 1954, 965, 981]
const kinds = { waste_type: 'residual_waste', kind: 'minicontainer' } as const

const idOf = (email: string) => demoEmployees.findIndex((employee) => employee.email === email) + 1

/** Returns the largest round of a street between two days. Its lifts are in a fixed order, so that a load repeats. */
async function findRound(db: Db, first: Day, last: Day) {
  const { rows } = await sql<{
    municipality_id: number
    street: string
    day: string
    lifts: { id: number; address_id: number }[]
  }>`
    select municipality_id, street.name as street, lifted.day,
      json_agg(json_build_object('id', clearance.id, 'address_id', address.id) order by address.id, clearance.id) as lifts
    from clearance
      join address on address.id = clearance.address_id join street on street.id = street_id
      join container on container.id = clearance.container_id
      cross join lateral (select (cleared_at at time zone 'Europe/Amsterdam')::date::text as day) lifted
    where municipality_id = any (${municipality_ids}) and container.kind = ${kinds.kind}
      and clearance.waste_type = ${kinds.waste_type}
      and cleared_at between to_timestamp(${dutchMoment(first, 0)}) and to_timestamp(${dutchMoment(last, 0)})
    group by 1, 2, 3 order by count(*) desc, 1, 2, 3 limit 1`.execute(db)
  return rows[0]
}

/**
 * Inserts two corrections of a round that was read twice. One was approved weeks ago. The other was proposed yesterday,
 * and waits for a colleague. A small demo has no round to correct, and then no correction.
 */
export async function insertCorrections(db: Db, today: string) {
  const now = dayOf(today)
  const [provider, colleague] = [idOf('medewerker@bsgw.example'), idOf('beide@rd4.example')]
  const corrections = [
    { first: now - 59, proposed: now - 25, by: colleague, approved: now - 24 },
    { first: now - 30, proposed: now - 1, by: provider, approved: undefined },
  ]
  for (const { first, proposed, by, approved } of corrections) {
    const round = await findRound(db, first, first + 28)
    if (!round) continue
    const { municipality_id, street, day, lifts } = round
    const selection = { from: day, to: day, municipality_id, street, ...kinds }
    const limits = { lifts: maxCorrectedLifts, samples: 0 }
    const totals = (await previewSelection(db, selection, limits))?.totals ?? []
    const counts = addCounts(noCounts, totals)
    const sum = (key: 'lifts' | 'households' | 'cents') => sumOf(totals, (it) => it[key])
    const reason = 'De rit door deze straat is dubbel ingelezen. (Verzonnen.)'
    const selected_lifts = lifts.length
    const id = await insertCorrection(db, { selection, reason, selected_lifts, employee_id: by })
    for (const lift of lifts) await takeLifts(db, { id, proposed_by: by }, [lift.id])
    const added = { lifts: sum('lifts'), households: sum('households'), cents: sum('cents') }
    const cursor = lifts.at(-1)?.address_id ?? 0
    await storeProgress(db, id, { cursor, counts, added: { ...added, credit_cents: added.cents } })
    await storeReady(db, id)
    const proposed_at = sql`to_timestamp(${dutchMoment(proposed, morning)})`
    await sql`update clearance_objection set filed_at = ${proposed_at} where correction_id = ${id}`.execute(db)
    if (approved !== undefined) await applyCorrection(db, id, provider)
    await sql`
      update correction set proposed_at = ${proposed_at},
        applied_at = to_timestamp(${approved === undefined ? null : dutchMoment(approved, morning)})
      where id = ${id}`.execute(db)
  }
}
