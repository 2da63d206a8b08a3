import { createHash } from 'node:crypto'
import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, dutchMoment, textOf } from '../src/platform/runtime/days.ts'
import { flaggedAddresses, heerlen, missedAddress, missedStreet } from './fixed.ts'
import { historyOn } from './history.ts'
import { roundDays } from './rounds.ts'
import { advanceSequence } from './rows.ts'
import { lastAkerstraatRound } from './stories.ts'

const source = 'verzonnen-niet-geleegd.csv'

/**
 * Inserts what the crew did not empty at the last round of residual waste in the Akerstraat: one container that was too
 * heavy, and one with an open lid, beside a lift. The reasons of that round are complete up to yesterday.
 */
export async function insertNonClearances(db: Db, today: string) {
  const day = textOf(lastAkerstraatRound(historyOn(dayOf(today))))
  const missed = [
    { id: 1, text: missedAddress, reason: 'te_zwaar', seconds: 57 },
    { id: 2, text: flaggedAddresses.emptied_and_not, reason: 'deksel_open', seconds: -13 },
  ]
  await sql`
    with delivery as (
      insert into clearance_batch (source, sha256, loaded_at)
      values (${source}, ${createHash('sha256').update(source).digest('hex')}, ${day}::date + 1) returning id
    ), lift as (
      select cleared_at
      from clearance join address on address.id = address_id join street on street.id = street_id
      where municipality_id = ${heerlen} and category = 'rest'
        and concat_ws(' ', name, house_number, house_number_extension) = ${flaggedAddresses.emptied_and_not}
        and (cleared_at at time zone 'Europe/Amsterdam')::date = ${day}::date
    )
    insert into non_clearance (id, batch_id, source_line, supplier, supplier_key, address_id, container_id, waste_type, reason,
      happened_at)
    select missed.id, delivery.id, missed.id + 1, '', 'N' || missed.id, address.id, container.id, waste_type, missed.reason,
      cleared_at + make_interval(secs => seconds)
    from jsonb_to_recordset(${JSON.stringify(missed)}) as missed (id int, text text, reason text, seconds int)
      cross join delivery cross join lift
      join (address join street on street.id = street_id)
        on municipality_id = ${heerlen} and concat_ws(' ', name, house_number, house_number_extension) = missed.text
      join container on container.address_id = address.id and waste_type = 'residual_waste' and removed_on is null`.execute(
    db,
  )
  await sql`
    insert into delivered_until (kind, municipality_id, waste_type, since, day)
    values ('non_clearances', ${heerlen}, 'residual_waste', ${day}, ${today}::date - 1)`.execute(db)
  await advanceSequence(db, 'non_clearance', missed.length)
}

/** Inserts the reports of five addresses of one street: the truck did not come for the PMD bags of its last round. */
export async function insertMissedReports(db: Db, today: string) {
  const { from, until } = historyOn(dayOf(today))
  const day = roundDays(missedStreet.digits, 'pmd', { from, until }).at(-1) ?? until
  const evening = dutchMoment(day, 18 * 3600)
  await sql`
    insert into missed_report (id, address_id, waste_type, day, disputed, employee_id, reported_at)
    select place, address.id, 'pmd', ${textOf(day)}, false, employee.id,
      to_timestamp(${evening}) + make_interval(mins => 7 * place::int)
    from unnest(${missedStreet.house_numbers}::int[]) with ordinality as reported (number, place)
      join (address join street on street.id = street_id)
        on municipality_id = ${heerlen} and name = ${missedStreet.name} and house_number = number
      join employee on email = 'medewerker@bsgw.example'`.execute(db)
  await advanceSequence(db, 'missed_report', missedStreet.house_numbers.length)
}
