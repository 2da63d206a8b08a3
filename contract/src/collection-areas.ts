import * as z from 'zod/mini'
import { parsePostalAddress } from './address-fields.ts'
import { endpoint } from './endpoint.ts'
import { CollectionAreaId, MunicipalityId, MunicipalityInPath, NumberInPath, requiredText } from './fields.ts'
import { parseRange } from './postal-code-ranges.ts'

/** Lines as they were typed, each read; with one message for all of them, at the field and not at a place in a list. */
const lines = <T>(most: number, read: (line: string) => T | undefined, refusal: (line: string) => string) =>
  z.pipe(
    z.array(z.string().check(z.maxLength(100))).check(z.maxLength(most, `Vul ten hoogste ${most} regels in`)),
    z.transform((typed, context) => {
      const found: T[] = []
      for (const line of typed) {
        const value = read(line)
        if (value === undefined) {
          context.issues.push({ code: 'custom', message: refusal(line), input: typed })
          return z.NEVER
        }
        found.push(value)
      }
      return found
    }),
  )

/** A front door, and how it was typed. */
function typedDoor(line: string) {
  const door = parsePostalAddress(line)
  return door && { ...door, typed: line.trim() }
}

/** An area as it is to be: its name, and which addresses belong to it. */
export const AreaInput = z.strictObject({
  municipality_id: MunicipalityId,
  /** Left out: a new area. */
  area_id: z.nullish(CollectionAreaId),
  name: requiredText(60),
  /** One range of postal codes each. */
  postal_codes: lines(
    200,
    parseRange,
    (line) => `Dit zijn geen postcodes: ${line}. Voorbeelden: 6411 AA tot en met 6411 KZ, of 6411 CD oneven`,
  ),
  /** One front door each, which belongs here whatever its postal code says. */
  addresses: lines(500, typedDoor, (line) => `Dit is geen adres: ${line}. Een voorbeeld: 6417 AT 32 a`),
  /** The area whose collection days a new one begins with. */
  days_of: z.nullish(CollectionAreaId),
})
export type AreaInput = z.infer<typeof AreaInput>

/** What another division into areas changes, or changed. */
export const AreaChange = z.object({
  /** How many addresses go from the area of which name to which; null is no area. */
  moves: z.array(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()), addresses: z.number() })),
  /** Nothing is fetched in this area. */
  without_days: z.boolean(),
})
export type AreaChange = z.infer<typeof AreaChange>

export const previewArea = endpoint({
  method: 'POST',
  path: '/counter/settings/collections/areas/preview',
  summary: 'Zegt hoeveel adressen van het ene naar het andere ophaalgebied gaan als een gebied zo wordt',
  access: 'administrator',
  municipality: 'own',
  body: AreaInput,
  data: AreaChange,
})

export const saveArea = endpoint({
  method: 'POST',
  path: '/counter/settings/collections/areas',
  summary: 'Maakt een ophaalgebied, of wijzigt de naam en de adressen ervan',
  access: 'administrator',
  municipality: 'own',
  body: AreaInput,
  data: AreaChange,
})

export const deleteArea = endpoint({
  method: 'DELETE',
  path: '/counter/settings/municipalities/:municipality_id/collections/areas/:area_id',
  summary: 'Verwijdert een ophaalgebied waarin geen adressen meer liggen',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({
    municipality_id: MunicipalityInPath,
    area_id: NumberInPath,
  }),
  data: z.null(),
})

export const countAreaAddresses = endpoint({
  method: 'GET',
  path: '/counter/settings/municipalities/:municipality_id/collections/areas/addresses',
  summary: 'Geeft hoeveel adressen er in elk ophaalgebied van een gemeente liggen, en hoeveel in geen',
  access: 'administrator',
  municipality: 'own',
  params: z.strictObject({ municipality_id: MunicipalityInPath }),
  data: z.object({
    areas: z.array(z.object({ id: z.number(), addresses: z.number() })),
    /** Addresses of the municipality that lie in no area. */
    without: z.number(),
  }),
})
