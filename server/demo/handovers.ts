import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, dutchMoment } from '../src/platform/runtime/days.ts'
import { fixedPasses } from './fixed.ts'
import { historyOn } from './history.ts'
import { advanceSequence } from './rows.ts'

const morning = 11 * 3600

/** Inserts two objections that the pass desk handed over for the resident of a replaced pass: one is open. */
export async function insertHandovers(db: Db, today: string) {
  const { billedYear, assessed_on } = historyOn(dayOf(today))
  const day = dayOf(today)
  // In time: the last day to object is six weeks after the date of the assessment.
  const received = Math.min(assessed_on + 38, day - 2)
  const handovers = [
    {
      ...{ id: 1, year: billedYear - 1, note: 'Was drie weken in het ziekenhuis. (Verzonnen.)' },
      handed_over_at: dutchMoment(day - 40, morning),
      ...{ outcome: 'partly_upheld', answer: 'Twee ledigingen zijn teruggegeven. (Verzonnen.)' },
      closed_at: dutchMoment(day - 26, morning),
    },
    {
      ...{ id: 2, year: billedYear, note: 'Zegt dat de container in juli niet is aangeboden. (Verzonnen.)' },
      handed_over_at: dutchMoment(received, morning),
      ...{ outcome: null, answer: null, closed_at: null },
    },
  ]
  await sql`
    insert into objection_handover
      (id, resident_id, address_id, occupancy_id, year, note, assessed_on, received_on, handed_over_by, handed_over_at,
        outcome, answer, decided_on, closed_by, closed_at)
    select handover.id, resident_id, address_id,
      (select id from occupancy where occupancy.address_id = pass.address_id and last_day is null), year, note,
      (select assessed_on from assessment
        where assessment.address_id = pass.address_id and assessment.year = handover.year),
      (to_timestamp(handed_over_at) at time zone 'Europe/Amsterdam')::date, author.id, to_timestamp(handed_over_at), outcome, answer,
      (to_timestamp(closed_at) at time zone 'Europe/Amsterdam')::date,
      case when closed_at is not null then closer.id end, to_timestamp(closed_at)
    from jsonb_to_recordset(${JSON.stringify(handovers)}) as handover
        (id int, year int, note text, handed_over_at float8, outcome text, answer text, closed_at float8)
    cross join (
      select resident_id, resident.address_id
      from environmental_pass join resident on resident.id = resident_id where number = ${fixedPasses.replacement}) pass
    cross join (select id from employee where email = 'balie@heerlen.example') author
    cross join (select id from employee where email = 'medewerker@bsgw.example') closer`.execute(db)
  await advanceSequence(db, 'objection_handover', handovers.length)
}
