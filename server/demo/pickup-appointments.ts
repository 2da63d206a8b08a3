import { areaOfAddress } from '../src/domain/collection-days/collection-days.queries.ts'
import { pickupDays } from '../src/features/pickups/pickup-days.ts'
import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { dayOf, textOf } from '../src/platform/runtime/days.ts'
import { counterEmployee } from './employees.ts'
import { heerlen } from './fixed.ts'
import { advanceSequence } from './rows.ts'

// `day` is the index, from 0, of an available pickup day. The appointments of day 0 use its full capacity.
const stops = [
  { day: 0, house_numbers: [4, 16, 28, 40], volume_litres: 3000 },
  { day: 1, house_numbers: [52, 64, 76], volume_litres: 1500 },
  { day: 3, house_numbers: [88, 118], volume_litres: 2000 },
  { day: 7, house_numbers: [100], volume_litres: 500 },
]

/** Inserts appointments for pruning waste at addresses in the Akerstraat, one of them at number 118. */
export async function insertPickupAppointments(db: Db, today: string) {
  const days = pickupDays(dayOf(today)).map(textOf)
  const appointments = stops.flatMap(({ day, house_numbers, volume_litres }) =>
    house_numbers.map((house_number) => ({ day: days[day] ?? today, house_number, volume_litres })),
  )
  await sql`
    insert into pickup_appointment
      (id, address_id, municipality_id, collection_area_id, day, volume_litres, employee_id, made_at)
    select row_number() over (order by stop.day, house_number), address.id, ${heerlen}, ${areaOfAddress}, stop.day,
      volume_litres, ${counterEmployee(heerlen)}, ${`${today}T00:00:00Z`}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(appointments)}) as stop (day date, house_number int, volume_litres int)
      join address using (house_number) join street on street.id = street_id
    where street.municipality_id = ${heerlen} and street.name = 'Akerstraat' and house_number_extension is null
  `.execute(db)
  await advanceSequence(db, 'pickup_appointment', appointments.length)
}
