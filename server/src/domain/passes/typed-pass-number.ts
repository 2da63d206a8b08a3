import { defaultPassForm, readPassNumber } from '@rd4-loket/contract'
import type { Caller, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField } from '../../platform/http/errors.ts'
import { findPassForms } from './pass-forms.queries.ts'

/**
 * Returns the pass number in a typed or scanned text, which it reads with the form of the municipality. `isStored`
 * returns whether a pass has a number. Throws 422 for a text that is neither of this form nor a stored number.
 */
export async function readTypedPassNumber(
  { transaction, recordLookup }: LoggedAccess,
  { municipality }: Caller,
  typed: string,
  isStored: (number: string) => Promise<boolean>,
): Promise<string> {
  const form = (await findPassForms(transaction)).get(municipality?.id ?? 0) ?? defaultPassForm
  const { number, advice } = readPassNumber(typed, form)
  if (number !== undefined) return number
  // A pass can be older than the form.
  const { number: other } = readPassNumber(typed, defaultPassForm)
  if (other !== undefined) {
    recordLookup(other)
    if (await isStored(other)) return other
  }
  return invalidField('environmental_pass_number', advice)
}
