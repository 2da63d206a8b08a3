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
