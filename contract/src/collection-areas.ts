import * as z from 'zod/mini'
import { parsePostalAddress } from './address-fields.ts'
import { CollectionArea } from './calendar.ts'
import { CollectionRule } from './collection-rules.ts'
import { endpoint } from './endpoint.ts'
import {
  CollectionAreaId,
  LastChange,
  MunicipalityId,
  MunicipalityInPath,
  NumberInPath,
  OfMunicipality,
  requiredText,
} from './fields.ts'
import { PostalCodeRange, parseRange } from './postal-code-ranges.ts'
import type { Refusal } from './refusal.ts'

/** A collection area with its addresses, and the rules that apply today or later. */
export const AreaRules = z.object({
  ...CollectionArea.shape,
  postal_codes: z.array(PostalCodeRange),
  /** Addresses that belong to this area whatever their postal code is. */
  addresses: z.array(z.string()),
  rules: z.array(CollectionRule),
  /** The last change of the area's addresses or rules. */
  changed: z.nullable(LastChange),
})
export type AreaRules = z.infer<typeof AreaRules>

export const listAreaRules = endpoint('GET /counter/settings/municipalities/:municipality_id/collections/areas', {
  summary: 'Geeft de ophaalgebieden van een gemeente, met hun postcodes en de regels die nu of later gelden',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: z.array(AreaRules),
})

/** Parses each typed line. The first invalid line gives one error at the field, without the index of the line. */
const lines = <T>(maxLines: number, parse: (line: string) => T | undefined, errorText: (line: string) => string) =>
  z.pipe(
    z.array(z.string().check(z.maxLength(100))).check(z.maxLength(maxLines, `Vul ten hoogste ${maxLines} regels in`)),
    z.transform((typed, context) => {
      const parsed: T[] = []
      for (const line of typed) {
        const value = parse(line)
        if (value === undefined) {
          context.issues.push({ code: 'custom', message: errorText(line), input: typed })
          return z.NEVER
        }
        parsed.push(value)
      }
      return parsed
    }),
  )

/** Returns the parsed address and the typed text. Returns undefined when the text is not a postal address. */
function parseTypedAddress(line: string) {
  const address = parsePostalAddress(line)
  return address && { ...address, typed: line.trim() }
}

export const AreaInput = z.strictObject({
  municipality_id: MunicipalityId,
  /** Absent for a new area. */
  area_id: z.nullish(CollectionAreaId),
  name: requiredText(60),
  /** One range of postal codes per line. */
  postal_codes: lines(
    200,
    parseRange,
    (line) => `Dit zijn geen postcodes: ${line}. Voorbeelden: 6411 AA tot en met 6411 KZ, of 6411 CD oneven`,
  ),
  /** One address per line. These addresses belong to this area whatever their postal code is. */
  addresses: lines(500, parseTypedAddress, (line) => `Dit is geen adres: ${line}. Een voorbeeld: 6417 AT 32 a`),
  /** The area from which a new area copies its collection days. */
  days_of: z.nullish(CollectionAreaId),
})
export type AreaInput = z.infer<typeof AreaInput>

/** The effect of saving an area. */
export const AreaChange = z.object({
  /** The number of addresses that move, by the names of their old and new area. Null means no area. */
  moves: z.array(z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()), addresses: z.number() })),
  /** True when the area has no collection days. */
  without_days: z.boolean(),
})
export type AreaChange = z.infer<typeof AreaChange>

export const previewArea = endpoint('POST /counter/settings/collections/areas/preview', {
  summary: 'Zegt hoeveel adressen van het ene naar het andere ophaalgebied gaan als een gebied zo wordt',
  access: 'administrator',
  municipality: 'own',
  body: AreaInput,
  data: AreaChange,
})

export const saveArea = endpoint('POST /counter/settings/collections/areas', {
  summary: 'Maakt een ophaalgebied, of wijzigt de naam en de adressen ervan',
  access: 'administrator',
  municipality: 'own',
  body: AreaInput,
  data: AreaChange,
})

export const deleteArea = endpoint(
  'DELETE /counter/settings/municipalities/:municipality_id/collections/areas/:area_id',
  {
    summary: 'Verwijdert een ophaalgebied waarin geen adressen meer liggen',
    conflict: 'In het gebied liggen nog adressen of ophaalafspraken',
    access: 'administrator',
    municipality: 'own',
    params: z.strictObject({ municipality_id: MunicipalityInPath, area_id: NumberInPath }),
    data: z.null(),
  },
)

/** Returns why an area may not be deleted. `has_pickups`: the area has pick-up appointments from today on. */
export function mayDeleteArea({ addresses, has_pickups }: { addresses: number; has_pickups: boolean }): Refusal {
  if (addresses > 0) return 'In dit gebied liggen nog adressen. Geef ze eerst een ander ophaalgebied'
  return has_pickups ? 'In dit gebied zijn nog ophaalafspraken. Wacht tot ze voorbij zijn, of zeg ze af' : undefined
}

export const countAreaAddresses = endpoint(
  'GET /counter/settings/municipalities/:municipality_id/collections/areas/addresses',
  {
    summary: 'Geeft hoeveel adressen er in elk ophaalgebied van een gemeente liggen, en hoeveel in geen',
    access: 'administrator',
    municipality: 'own',
    params: OfMunicipality,
    data: z.object({
      /** Each area with the facts that prevent its deletion: addresses, and appointments from today on. */
      areas: z.array(z.object({ id: z.number(), addresses: z.number(), has_pickups: z.boolean() })),
      /** The number of addresses of the municipality without an area. */
      without: z.number(),
    }),
  },
)
