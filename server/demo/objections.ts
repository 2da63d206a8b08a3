import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, dutchMoment } from '../src/platform/runtime/days.ts'
import { heerlen } from './fixed.ts'
import { historyOn } from './history.ts'
import { advanceSequence } from './rows.ts'

const morning = 10 * 3600

/**
 * Inserts two objections to lifts at `explainedAddress`. Both lifts are of the household that has lived there since
 * 15 May. The first objection was upheld in February. The second is open: it was filed three days ago, but not before
 * the first.
 */
export async function insertObjections(db: Db, today: string) {
  const { billedYear, objected_on, upheld_on } = historyOn(dayOf(today))
  const objections = [
    {
      ...{ id: 1, category: 'gft', nth: 4, reason: 'not_presented', state: 'upheld' },
      note: 'Was die week op vakantie. (Verzonnen.)',
      filed_at: dutchMoment(objected_on, morning),
      decided_at: dutchMoment(upheld_on, morning),
      decision_reason: 'De container stond die week niet aan de weg. (Verzonnen.)',
    },
    {
      ...{ id: 2, category: 'rest', nth: 3, reason: 'other_container', state: 'open' },
      note: 'De buren hebben dezelfde container. (Verzonnen.)',
      filed_at: dutchMoment(Math.max(dayOf(today) - 3, objected_on), morning),
      decided_at: null,
      decision_reason: null,
    },
  ]
  await sql`
    insert into clearance_objection
      (id, clearance_id, cleared_at, address_id, reason, note, state, filed_by, filed_at, decided_by, decided_at,
        decision_reason)
    select objection.id, lift.id, cleared_at, address_id, reason, note, state,
      (select id from employee where email = 'medewerker@bsgw.example'), to_timestamp(filed_at),
      case when decided_at is not null then (select id from employee where email = 'beide@rd4.example') end,
      to_timestamp(decided_at), decision_reason
    from jsonb_to_recordset(${JSON.stringify(objections)}) as objection
        (id int, category text, nth int, reason text, state text, note text, filed_at float8, decided_at float8,
          decision_reason text)
      join (
        select clearance.id, cleared_at, address_id, category,
          row_number() over (partition by category order by cleared_at) as nth
        from clearance join address on address.id = address_id join street on street.id = street_id
        where municipality_id = ${heerlen} and name = 'Akerstraat' and house_number = 118 and house_number_extension = 'b'
          and (cleared_at at time zone 'Europe/Amsterdam')::date
            between make_date(${billedYear}, 5, 15) and make_date(${billedYear}, 12, 31)
      ) lift using (category, nth)`.execute(db)
  await advanceSequence(db, 'clearance_objection', objections.length)
}
