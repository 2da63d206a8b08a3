import * as z from 'zod/mini'
import { Employee } from './account.ts'
import { Municipality } from './addresses.ts'
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

const neverLoaded = {
  containers: (name: string) => `In ${name} zijn nog nooit containers ingelezen.`,
  passes: (name: string) => `In ${name} zijn nog nooit milieupassen ingelezen.`,
  pickups: (name: string) => `In ${name} zijn nog nooit afspraken voor snoeiafval vastgelegd.`,
  collection_days: (name: string) => `Voor ${name} zijn nog nooit ophaaldagen ingelezen.`,
}

/** A kind of data without streams that a municipality can have. */
export const LoadedKind = z.enum(Object.keys(neverLoaded) as (keyof typeof neverLoaded)[])
export type LoadedKind = z.infer<typeof LoadedKind>

/**
 * Returns the Dutch sentence for data that a municipality never got. Returns undefined when it has the data, and when
 * the server does not state what it has.
 */
export const neverLoadedText = (
  kind: LoadedKind,
  municipality: { name: string; loaded?: LoadedKind[] | undefined } | undefined,
): string | undefined =>
  municipality?.loaded && !municipality.loaded.includes(kind) ? neverLoaded[kind](municipality.name) : undefined

export const showMeta = endpoint('GET /counter/meta', {
  summary: 'Geeft wat het portaal bij het eerste scherm nodig heeft: medewerker, gemeenten, systemen en afvalstromen',
  specified: true,
  access: 'employees',
  data: z.object({
    user: Employee,
    /** A server that implements only the specification sends no settings of municipalities. */
    municipalities: z.array(
      z.extend(Municipality, {
        pass_form: z.optional(PassForm),
        loaded: z.optional(z.array(LoadedKind)),
        roll_words: z.optional(z.object({ roll_singular: z.string(), roll_plural: z.string() })),
      }),
    ),
    ...SystemChoices.shape,
  }),
})
