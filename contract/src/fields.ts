import * as z from 'zod/mini'
import { required } from './parse-input.ts'

/** A text that must be there, without the spaces around it. */
export const requiredText = (longest: number) =>
  z.string().check(z.trim(), z.minLength(1, required), z.maxLength(longest))

/** An e-mail address as a login name: compared without case. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, required),
    z.maxLength(254),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'Dit is geen e-mailadres. Een voorbeeld: naam@gemeente.nl'),
  )

/** The opaque name by which the API knows an address or a collection system. */
export const Alias = z.string().check(z.minLength(1), z.maxLength(64))

/** A moment in Dutch local time with its offset: 2026-03-04T07:31:00+01:00. */
export const Moment = z.iso.datetime({ offset: true })

/** A day: 2026-03-04. */
export const Day = z.iso.date()

/** A day that somebody filled in; a calendar has no year 0. */
export const DayInput = z.iso.date('Vul een datum in').check(z.regex(/^[1-9]/, 'Vul een datum in'))

/** Refuses a period whose last day comes before its first, at the field of the last; one without a last day has no end. */
export const inOrder = <First extends string, Last extends string>(first: First, last: Last) =>
  z.refine<Record<First, string> & { [L in Last]?: string | null | undefined }>(
    ({ [first]: from, [last]: to }) => !to || String(from) <= String(to),
    { message: 'De laatste dag ligt voor de eerste', path: [last] },
  )

/** A municipality that is chosen, by its CBS code. */
export const MunicipalityId = z.int('Kies een gemeente').check(z.minimum(1), z.maximum(9999))

/** A collection area that is chosen. */
export const CollectionAreaId = z
  .int('Kies een ophaalgebied')
  .check(z.minimum(1, 'Kies een ophaalgebied'), z.maximum(2147483647))

/** A number by which a path names something. */
export const NumberInPath = z.string().check(z.regex(/^[0-9]{1,9}$/, 'Dit is geen nummer'))

/** A municipality that a path names. */
export const MunicipalityInPath = z.string().check(z.regex(/^[0-9]{1,4}$/, 'Dit is geen nummer'))

/** A year that a path names, of this century. */
export const YearInPath = z.string().check(z.regex(/^20[0-9]{2}$/, 'Vul een jaar in, zoals 2026'))
