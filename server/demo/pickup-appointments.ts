import { areaOfAddress } from '../src/domain/collection-days/collection-days.queries.ts'
import { pickupDays } from '../src/features/pickups/pickup-days.ts'
import type { Db } from '../src/platform/database/database.ts'
import { dayOf, textOf } from '../src/platform/runtime/days.ts'
import { advanceSequence } from './bulk-load.ts'
import { counterEmployee } from './employees.ts'
import { heerlen } from './fixed.ts'

/** On the how manieth day that is offered which house numbers of the Akerstraat are fetched. The first day is full. */
const stops = [
  { offered: 0, house_numbers: [4, 16, 28, 40], volume_litres: 3000 },
  { offered: 1, house_numbers: [52, 64, 76], volume_litres: 1500 },
  { offered: 3, house_numbers: [88, 118], volume_litres: 2000 },
  { offered: 7, house_numbers: [100], volume_litres: 500 },
]

/** Makes a few appointments for pruning waste in the Akerstraat, of which number 118 has one. */
export async function insertPickupAppointments(db: Db, today: string) {
  const days = pickupDays(dayOf(today)).map(textOf)
  const addresses = await db
    .selectFrom('address')
    .innerJoin('street', 'street.id', 'street_id')
    .where('street.municipality_id', '=', heerlen)
    .where('street.name', '=', 'Akerstraat')
    .where('house_number_extension', 'is', null)
    .select(['address.id', 'house_number', areaOfAddress.$castTo<number | null>().as('collection_area_id')])
    .execute()
  const appointments = stops
    .flatMap(({ offered, house_numbers, volume_litres }) =>
      house_numbers.flatMap((number) =>
        addresses
          .filter(({ house_number }) => house_number === number)
          .map(({ id: address_id, collection_area_id }) => ({
            address_id,
            municipality_id: heerlen,
            collection_area_id,
            day: days[offered] ?? today,
            volume_litres,
            employee_id: counterEmployee(heerlen),
            made_at: `${today}T00:00:00Z`,
          })),
      ),
    )
    .map((appointment, index) => ({ id: index + 1, ...appointment }))
  await db.insertInto('pickup_appointment').values(appointments).execute()
  await advanceSequence(db, 'pickup_appointment', appointments.length)
}
