// Reasons: docs/pickups.md

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AliasInPath, Day, LastChange, NumberInPath, OfMunicipality } from './fields.ts'
import { pickupPurposes } from './purposes.ts'
import type { Refusal } from './refusal.ts'

/** The title of an appointment in the calendar. */
export const pickupTitle = 'Ophaalafspraak'

/** The volumes of pruning waste that can be chosen, in litres: 0.5 to 3 m³, in steps of 0.5 m³. */
export const pickupVolumes = [500, 1000, 1500, 2000, 2500, 3000]

/** Litres as cubic metres: `1,5 m³`, with a no-break space. */
export const cubicMetreText = (litres: number) => `${String(litres / 1000).replace('.', ',')}\u00a0m³`

const Volume = z.int('Kies een hoeveelheid').check(
  z.refine((litres) => pickupVolumes.includes(litres), {
    message: 'Kies een hoeveelheid van 0,5 tot en met 3 m³, per halve m³',
  }),
)

const chooseDay = 'Kies een dag'
const ChosenDay = z.iso.date(chooseDay).check(z.regex(/^[1-9]/, chooseDay))

/** An appointment to collect pruning waste at an address. */
export const PickupAppointment = z.object({
  id: z.number(),
  day: Day,
  volume_litres: z.number(),
})
export type PickupAppointment = z.infer<typeof PickupAppointment>

/** Why a cancelled appointment cannot be changed. */
export const pickupIsCancelled = 'Deze afspraak is afgezegd'

/** Returns why an appointment may not be moved or cancelled, or undefined until the day before. */
export function mayChangePickup(of: { day: string; cancelled_at?: unknown }, today: string): Refusal {
  if (of.cancelled_at) return pickupIsCancelled
  return of.day <= today ? 'Deze afspraak is voorbij of vandaag, en kan niet meer worden gewijzigd' : undefined
}

/** Returns why an address gets no new appointments. */
export const mayMakePickup = ({ retired }: { retired: boolean }): Refusal =>
  retired ? 'Voor een vervallen adres kan geen afspraak worden gemaakt' : undefined

/** A day on which appointments are possible. `left_litres` is the free capacity of the route; it can be 0. */
export const PickupDay = z.object({ day: Day, left_litres: z.number() })
export type PickupDay = z.infer<typeof PickupDay>

const ofAddress = z.strictObject({ alias: AliasInPath })
const ofAppointment = z.strictObject({ appointment_id: NumberInPath })

export const listPickupAppointments = endpoint('GET /counter/addresses/:alias/pickup-appointments', {
  summary: 'Geeft de ophaalafspraken van een adres vanaf vandaag, en hoeveel ruimte de komende dagen hebben',
  access: 'employees',
  municipality: 'own_unless_provider',
  personal: { action: 'list_pickups', ...pickupPurposes },
  params: ofAddress,
  data: z.array(PickupAppointment),
  meta: z.object({
    /** Whether the address is retired. A retired address gets no new appointments. */
    retired: z.boolean(),
    /** Today's date in the Netherlands, at the server. */
    today: Day,
    days: z.array(PickupDay),
  }),
})

export const makePickupAppointment = endpoint('POST /counter/addresses/:alias/pickup-appointments', {
  summary: 'Maakt een afspraak om snoeiafval op te halen, op een dag waarop de route nog ruimte heeft',
  access: 'employees',
  conflict: 'Het adres is vervallen, of de afspraak met deze sleutel is afgezegd',
  municipality: 'own_unless_provider',
  personal: { action: 'make_pickup', ...pickupPurposes },
  idempotent: true,
  params: ofAddress,
  body: z.strictObject({ day: ChosenDay, volume_litres: Volume }),
  data: PickupAppointment,
})

export const movePickupAppointment = endpoint('POST /counter/pickup-appointments/:appointment_id/move', {
  summary: 'Verplaatst een ophaalafspraak naar een andere dag, tot de dag ervoor',
  access: 'employees',
  conflict: 'De afspraak is afgezegd of voorbij',
  municipality: 'own_unless_provider',
  personal: { action: 'move_pickup', ...pickupPurposes },
  params: ofAppointment,
  body: z.strictObject({ day: ChosenDay }),
  data: PickupAppointment,
})

export const cancelPickupAppointment = endpoint('POST /counter/pickup-appointments/:appointment_id/cancel', {
  summary: 'Zegt een ophaalafspraak af, tot de dag ervoor',
  access: 'employees',
  conflict: 'De afspraak is voorbij',
  municipality: 'own_unless_provider',
  personal: { action: 'cancel_pickup', ...pickupPurposes },
  params: ofAppointment,
  data: z.null(),
})

/** How much pruning waste a route collects on a day. */
const PickupCapacity = z.object({ volume_litres: z.number() })

export const showPickupCapacity = endpoint('GET /counter/settings/municipalities/:municipality_id/pickup-capacity', {
  summary: 'Geeft hoeveel snoeiafval een route in de gemeente op een dag meeneemt',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: z.object({ ...PickupCapacity.shape, changed: z.nullable(LastChange) }),
})

export const savePickupCapacity = endpoint('PUT /counter/settings/municipalities/:municipality_id/pickup-capacity', {
  summary: 'Legt vast hoeveel snoeiafval een route in de gemeente op een dag meeneemt; 0 is geen afspraken',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: z.strictObject({
    volume_litres: z
      .int()
      .check(
        z.minimum(0, 'Vul een hoeveelheid in van 0 tot en met 500 m³'),
        z.maximum(500_000, 'Vul een hoeveelheid in van 0 tot en met 500 m³'),
        z.multipleOf(500, 'Vul hele of halve kubieke meters in'),
      ),
  }),
  data: PickupCapacity,
})
