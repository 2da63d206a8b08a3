import * as z from 'zod/mini'
import { required } from './parse-input.ts'
import { asSent } from './readable-text.ts'

/**
 * Returns a schema that accepts the keys of a record. The values of the record are the Dutch names of the keys.
 *
 * @__NO_SIDE_EFFECTS__
 */
export const enumOf = <Key extends string>(names: Record<Key, string>) => z.enum(Object.keys(names) as Key[])

/** Non-empty text of at most `maxLength` characters; surrounding spaces are removed. */
export const requiredText = (maxLength: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maxLength))

const atom = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_{|}~-]+"
const label = '[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const addressForm = new RegExp(`^(?=[^@]{1,64}@)${atom}(\\.${atom})*@${label}(\\.${label})*$`, 'u')

/** Returns whether a text is one e-mail address: RFC 5321 with its lengths, without quoted names and IP addresses. */
export const isEmailAddress = (text: string) => text.length <= 254 && addressForm.test(text)

const lowerCaseText = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(254))
const noEmail = 'Dit is geen e-mailadres. Een voorbeeld: naam@gemeente.nl'

/** A new e-mail address of an employee, in lower case. */
export const Email = lowerCaseText.check(z.refine(isEmailAddress, noEmail))

/** The e-mail address of a stored employee, in lower case. It can be older than the rule of `Email`. */
export const StoredEmail = lowerCaseText.check(z.regex(/^[^\s@]+@[^\s@]+$/, noEmail))

/** A password typed to log in or to confirm a change. It is only compared, so it has no minimum length. */
export const CurrentPassword = z.string().check(z.minLength(1), z.maxLength(200))

/** Opaque identifier of an address or a collection system in the API. */
export const Alias = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[^\s\p{C}]*$/u))

/**
 * Returns the schema of an identifier in a path. A text that cannot be an identifier becomes `unknown`, which no record
 * has, so that the call returns the 404 of an unknown record.
 *
 * @__NO_SIDE_EFFECTS__
 */
export const identifierInPath = <T>(schema: z.ZodMiniType<T, string>, unknown: T) =>
  asSent(
    z.pipe(
      z.string(),
      z.transform((text): T => schema.safeParse(text).data ?? unknown),
    ),
  )

/** An alias in a path. */
export const AliasInPath = identifierInPath(Alias, '')

/** A moment in Dutch local time with its offset: 2026-03-04T07:31:00+01:00. */
export const Moment = z.iso.datetime({ offset: true })

/** The last change of a setting. `by` is null when a CLI command made it, or when the employee was deleted. */
export const LastChange = z.object({ by: z.nullable(z.string()), at: Moment })
export type LastChange = z.infer<typeof LastChange>

/** A day: 2026-03-04. */
export const Day = z.iso.date()

/** Returns the message for a text that is no day. A text such as 31-2-2026 has the form of a day. */
const dayMessage = ({ input }: { input: unknown }) =>
  /^\s*\d+([-/. ]\d+){1,2}\s*$/.test(String(input)) ? 'Deze dag bestaat niet' : 'Vul een datum in'

/** A day that the user typed. Year 0 does not exist. */
export const DayInput = z.iso.date({ error: dayMessage }).check(z.regex(/^[1-9]/, { error: dayMessage }))

/** A month of this century: 2026-03. */
export const MonthInput = z.string().check(z.regex(/^20[0-9]{2}-(0[1-9]|1[0-2])$/, 'Vul een maand in, zoals 2026-11'))

const isDay = (value: unknown) => Day.safeParse(value).success

/**
 * Rejects a period that ends before it starts. The error belongs to the field of the last day. A missing last day is
 * valid. A day that does not exist has an error of its own.
 */
export const checkPeriodOrder = <First extends string, Last extends string>(first: First, last: Last) =>
  z.refine<Record<First, string> & { [L in Last]?: string | null | undefined }>(
    ({ [first]: from, [last]: to }) => !isDay(from) || !isDay(to) || String(from) <= String(to),
    { message: 'De laatste dag ligt voor de eerste', path: [last] },
  )

/**
 * A number that the user chose from a list. NaN: the form has no choice, because `Number` converts a missing text to
 * NaN.
 */
export const chosenNumber = (message: string, maximum = 2147483647) =>
  z
    .int({ error: ({ input }) => (Number.isNaN(input) ? required : message) })
    .check(z.minimum(1, message), z.maximum(maximum, message))

/** A chosen municipality, by its CBS code. */
export const MunicipalityId = chosenNumber('Kies een gemeente', 9999)

/** A chosen collection area. */
export const CollectionAreaId = chosenNumber('Kies een ophaalgebied')

/** Digits in a path or a query, converted to a whole number from `min` to `max`. */
export const numberOf = (min: number, max: number, message = 'Dit is geen nummer') =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(new RegExp(`^[0-9]{1,${String(max).length}}$`), message)),
      z.transform((text) => Number(text)),
    ),
    z.int().check(z.minimum(min, message), z.maximum(max, message)),
  )

/** A number from 1 to `max` in a path, which identifies a record. */
export const numberInPath = (max: number) =>
  z.pipe(identifierInPath(numberOf(1, max), 0), z.int().check(z.minimum(0), z.maximum(max)))

/** A numeric id in a query. */
export const NumberInQuery = numberOf(0, 999_999_999)

/** A numeric id in a path. */
export const NumberInPath = numberInPath(999_999_999)

/** A municipality's CBS code in a path. */
export const MunicipalityInPath = numberInPath(9999)

/** The path of a setting of one municipality. */
export const OfMunicipality = z.strictObject({ municipality_id: MunicipalityInPath })

/** A year of this century in a path. */
export const YearInPath = numberOf(2000, 2099, 'Vul een jaar in, zoals 2026')

/** A required text that `parse` converts. A text for which `parse` returns undefined is rejected. */
export const parsedText = <T>(maxLength: number, parse: (text: string) => T | undefined, message: string) =>
  z.pipe(
    requiredText(maxLength),
    z.transform((text, context) => {
      const value = parse(text)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }),
  )

/** A text with separators between its items, converted to a list. */
export const listIn = <T>(text: z.ZodMiniType<string>, separator: string | RegExp, item: z.ZodMiniType<T, string>) =>
  z.pipe(
    z.pipe(
      text,
      z.transform((typed) => typed.split(separator)),
    ),
    z.array(item),
  )

/** A choice from a list. A missing, null or empty value becomes undefined. */
export const choice = <T extends z.ZodMiniType>(schema: T) =>
  z.pipe(
    z.nullish(z.union([schema, z.literal('')], 'Kies iets uit de lijst')),
    z.transform((value) => (value === null || value === '' ? undefined : (value as z.output<T> | undefined))),
  )
