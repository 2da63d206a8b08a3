import * as z from 'zod/mini'
import type { FieldErrors } from './errors.ts'
import { unreadableMessage, withReadableTexts } from './readable-text.ts'

/** The message of an empty required field. */
export const required = 'Dit veld is verplicht'

/** Whether a field was left empty: no value, no text, or no choice from a list. */
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '')

type InputIssue = {
  code: string
  expected?: string
  origin?: string
  maximum?: number | bigint
  minimum?: number | bigint
}

/** Returns the Dutch message of an issue when the field's schema has no message of its own. */
function dutchMessage(issue: InputIssue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'string') return 'Vul hier tekst in'
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'))
    return 'Vul hier een getal in'
  if (issue.code === 'invalid_type' && issue.expected === 'object')
    return 'Stuur hier velden met een naam en een waarde'
  if (issue.code === 'invalid_value') return 'Kies iets uit de lijst'
  if (issue.code === 'too_big' && issue.origin === 'string') return `Gebruik hier ten hoogste ${issue.maximum} tekens`
  if (issue.code === 'too_small' && issue.origin === 'string') return `Gebruik hier ten minste ${issue.minimum} tekens`
  if (issue.code === 'too_big') return `Dit mag ten hoogste ${issue.maximum} zijn`
  if (issue.code === 'too_small') return `Dit moet ten minste ${issue.minimum} zijn`
  return 'Deze invoer klopt niet'
}

const valueAt = (path: PropertyKey[], input: unknown) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], input)

/**
 * Validates an input: returns the normalised value, or all field errors at once, in Dutch. Invisible characters are
 * removed first. A text with an unreadable character is an error.
 */
export function parseInput<S extends z.ZodMiniType>(
  schema: S,
  sent: unknown,
): { value: z.output<S>; errors?: never } | { value?: never; errors: FieldErrors } {
  const unreadable: string[] = []
  const input = withReadableTexts(schema, sent, (path) => unreadable.push(path.join('.')))
  const result = z.safeParse(schema, input, { error: (issue) => dutchMessage(issue as InputIssue) })
  // A Map, because a plain object already has properties that a client may send, such as toString.
  const errors = new Map<string, string[]>()
  // One message per field: an empty field is not also reported as too short.
  const add = (field: string, message: string) => {
    if (!errors.has(field)) errors.set(field, [message])
  }
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(field ? `${field}.${key}` : key, 'Dit veld bestaat niet')
    else if (issue.code !== 'custom' && isEmpty(valueAt(issue.path, input))) add(field || 'body', required)
    else add(field || 'body', issue.message)
  }
  for (const field of unreadable) add(field || 'body', unreadableMessage)
  return result.success && errors.size === 0 ? { value: result.data } : { errors: Object.fromEntries(errors) }
}
