import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { OfMunicipality } from './fields.ts'
import { ofLines } from './readable-text.ts'

/** The maximum number of characters of a text about the sender. Longer texts would not fit on the letter. */
export const maxSenderText = 160

const maxSenderLines = 4
const SenderText = ofLines(
  z.string().check(
    z.trim(),
    z.maxLength(maxSenderText),
    z.refine((text) => text.split('\n').length <= maxSenderLines, `Gebruik hier ten hoogste ${maxSenderLines} regels`),
  ),
)

/** How a resident reaches the sender of a letter about a bill. An empty text is not printed. */
export const LetterSender = z.strictObject({
  /** The telephone number and the e-mail address, in lines. */
  contact: SenderText,
  opening_hours: SenderText,
  /** Whether a letter ends with the name of the employee who made it. */
  names_employee: z.boolean(),
})
export type LetterSender = z.infer<typeof LetterSender>

/** The sender of a municipality that has set none. */
export const defaultLetterSender: LetterSender = { contact: '', opening_hours: '', names_employee: false }

export const showLetterSender = endpoint('GET /counter/settings/municipalities/:municipality_id/letter-sender', {
  summary: 'Geeft hoe een inwoner van een gemeente de afzender van een brief bereikt',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  data: LetterSender,
})

export const saveLetterSender = endpoint('PUT /counter/settings/municipalities/:municipality_id/letter-sender', {
  summary: 'Legt vast hoe een inwoner van een gemeente de afzender van een brief bereikt',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: LetterSender,
  data: LetterSender,
})
