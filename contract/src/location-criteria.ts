import * as z from 'zod/mini'
import { extensionKey, parseHouseNumber, parsePostalCode } from './address-fields.ts'
import { MunicipalityId } from './fields.ts'
import { Paging } from './paging.ts'

/** The six criteria as they were asked, each in the one spelling that is compared; what was left empty is undefined. */
export type LocationCriteria = {
  municipality_id?: number | undefined
  object_code?: string | undefined
  street?: string | undefined
  house_number?: number | undefined
  /** As `extensionKey` makes it. */
  house_number_extension?: string | undefined
  postal_code?: string | undefined
}

type Transform<T> = { issues: unknown[]; value: T }
const refuse = (context: Transform<unknown>, message: string, path: string[] = []) => {
  context.issues.push({ code: 'custom', message, path, input: context.value })
  return undefined
}

/** A criterion that may be left out, null or empty; `read` brings it into one spelling. */
const criterion = <T>(longest: number, read: (text: string, context: Transform<unknown>) => T | undefined) =>
  z.pipe(
    z.nullish(z.string().check(z.maxLength(longest))),
    z.transform((text, context) => (text?.trim() ? read(text.trim(), context as Transform<unknown>) : undefined)),
  )

/** A choice from a list that may be left out, null or empty. */
export const choice = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.nullish(z.union([schema, z.literal('')], 'Kies iets uit de lijst')),
    z.transform((value) => (value === null || value === '' ? undefined : (value as z.output<T> | undefined))),
  )

/** The six criteria as a form sends them. A house number may carry its extension: `118 b`. */
export const locationCriteria = {
  municipality_id: choice(MunicipalityId),
  object_code: criterion(32, (text) => text.replace(/\s/g, '').toUpperCase()),
  street: criterion(100, (text) => text),
  house_number: z.pipe(
    z.nullish(z.union([z.int(), z.string().check(z.maxLength(20))], 'Vul hier een huisnummer in, zoals 118')),
    z.transform((value, context) => {
      const text = String(value ?? '').trim()
      if (text === '') return undefined
      return (
        parseHouseNumber(text) ??
        refuse(context as Transform<unknown>, 'Vul een huisnummer in van 1 tot en met 99999, zoals 118')
      )
    }),
  ),
  house_number_extension: criterion(20, (text) => extensionKey(text) || undefined),
  postal_code: criterion(
    20,
    (text, context) =>
      parsePostalCode(text) ??
      refuse(context, 'Dit is geen postcode. Een postcode heeft vier cijfers en twee letters, zoals 6411 CD'),
  ),
}

type Parsed = Omit<LocationCriteria, 'house_number'> & {
  house_number?: { house_number: number; rest: string } | undefined
}

/** Joins what belongs together and refuses what nobody can answer: no criterion at all, or an extension without a place. */
export function checkLocation<C extends Parsed>(criteria: C, context: { issues: unknown[] }) {
  const { house_number: number, ...others } = criteria
  const checked = {
    ...others,
    house_number: number?.house_number,
    house_number_extension: others.house_number_extension ?? (extensionKey(number?.rest ?? '') || undefined),
  }
  const at = context as Transform<unknown>
  const asked = Object.entries(checked).filter(
    ([field, value]) => !(field in Paging) && value !== undefined && value !== null,
  )
  if (asked.length === 0) refuse(at, 'Vul ten minste één veld in om te zoeken', ['criteria'])
  if (others.house_number_extension && number?.rest)
    refuse(at, 'Vul hier alleen het nummer in: er staat al een toevoeging in het andere veld', ['house_number'])
  if (checked.house_number_extension && !checked.house_number && !checked.postal_code && !checked.object_code)
    refuse(at, 'Vul bij een toevoeging ook het huisnummer in', ['house_number'])
  return checked
}
