import * as z from 'zod/mini'
import { Employee } from './account.ts'
import { Municipality } from './addresses.ts'
import { LoadedKind } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { PassForm } from './pass-number.ts'
import { WasteStream } from './waste-streams.ts'

/** A kind of collection system, such as an underground container. */
export const CollectionSystemKind = z.object({ id: z.number(), name: z.string() })

/** The choices of a search for collection systems. */
export const SystemChoices = z.object({
  systems: z.array(CollectionSystemKind),
  waste_types: z.array(z.object({ id: WasteStream, name: z.string() })),
})

export const showMeta = endpoint('GET /counter/meta', {
  summary: 'Geeft wat het portaal bij het eerste scherm nodig heeft: medewerker, gemeenten, systemen en afvalstromen',
  access: 'employees',
  data: z.object({
    user: Employee,
    /** A server that implements only the specification sends no forms of pass numbers, and no kinds of loaded data. */
    municipalities: z.array(
      z.extend(Municipality, { pass_form: z.optional(PassForm), loaded: z.optional(z.array(LoadedKind)) }),
    ),
    ...SystemChoices.shape,
  }),
})
