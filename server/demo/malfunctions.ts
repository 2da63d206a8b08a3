import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, dutchMoment } from '../src/platform/runtime/days.ts'
import { heerlen } from './fixed.ts'

const hour = 3600

/**
 * Inserts three malfunctions that an employee recorded, at the first shared containers of Heerlen that report no
 * malfunction: two are open, and one is closed.
 */
export async function insertMalfunctions(db: Db, today: string) {
  const day = dayOf(today)
  const malfunctions = [
    { nth: 1, malfunction: 'drum_stuck', note: 'Monteur komt morgen. (Verzonnen.)', recorded_at: day - 1, ends_in: 2 },
    { nth: 2, malfunction: 'full', note: '', recorded_at: day - 2, ends_in: null },
    {
      nth: 3,
      malfunction: 'pass_reader',
      note: 'Nieuwe lezer geplaatst. (Verzonnen.)',
      recorded_at: day - 9,
      ends_in: -6,
    },
  ].map(({ recorded_at, ...row }) => ({
    ...row,
    recorded_at: dutchMoment(recorded_at, 9 * hour),
    closed_at: row.nth === 3 ? dutchMoment(day - 7, 15 * hour) : null,
  }))
  await sql`
    insert into recorded_malfunction
      (container_id, malfunction, note, expected_end, recorded_by, recorded_at, closed_by, closed_at)
    select container.id, malfunction, note, ${today}::date + ends_in, recorder.id, to_timestamp(recorded_at),
      case when closed_at is not null then closer.id end, to_timestamp(closed_at)
    from jsonb_to_recordset(${JSON.stringify(malfunctions)})
      as recorded (nth int, malfunction text, note text, ends_in int, recorded_at float8, closed_at float8)
    join (
      select container.id, row_number() over (order by container.id) as nth
      from container
      join collection_system on collection_system.id = collection_system_id
      join street on street.id = street_id
      left join container_state on container_id = container.id
      where municipality_id = ${heerlen} and removed_on is null and container.kind = 'ondergronds'
        and container_state.malfunction is null
    ) container using (nth)
    cross join (select id from employee where email = 'medewerker@bsgw.example') recorder
    cross join (select id from employee where email = 'beide@rd4.example') closer`.execute(db)
}
