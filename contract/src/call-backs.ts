// Reasons: docs/contacts.md

import * as z from 'zod/mini'
import { ContactPlace } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { enumOf, Moment, NumberInPath } from './fields.ts'
import { billPurposes, deskPurposes, Purpose } from './purposes.ts'
import { Role } from './roles.ts'

/** The Dutch name of each outcome of a call-back. */
export const callBackOutcomeNames = { reached: 'Bereikt', withdrawn: 'Ingetrokken' }

export const CallBackOutcome = enumOf(callBackOutcomeNames)
export type CallBackOutcome = z.infer<typeof CallBackOutcome>

/** A promise to call a resident back. */
export const CallBack = z.object({
  id: z.number(),
  /** The number of the contact that ended with it. */
  number: z.string(),
  place: ContactPlace,
  purpose: z.nullable(Purpose),
  /** Null: it is closed, or was due 30 days ago. */
  phone: z.nullable(z.string()),
  due_at: Moment,
  /** Whether the moment has passed. */
  is_late: z.boolean(),
  /** Null: one employee calls, who is the caller of the API. */
  for_role: z.nullable(Role),
  promised_by: z.string(),
  outcome: z.nullable(CallBackOutcome),
  closed_by: z.nullable(z.string()),
})
export type CallBack = z.infer<typeof CallBack>

/** Maximum number of call-backs in the list. */
export const maxListedCallBacks = 100

const purposes = { purposes: deskPurposes, provider_purposes: billPurposes } as const

export const listCallBacks = endpoint('GET /counter/call-backs', {
  summary: 'Geeft de open terugbelverzoeken van de medewerker en diens rol, het eerste moment eerst',
  access: 'employees',
  municipality: 'own_unless_provider',
  personal: { action: 'list_contacts', ...purposes, only_if_found: true, several: true },
  data: z.array(CallBack),
})

export const changeCallBack = endpoint('PUT /counter/call-backs/:call_back_id', {
  summary: 'Handelt een terugbelverzoek af, of kiest een nieuw moment',
  access: 'employees',
  conflict: 'Het terugbelverzoek is al afgehandeld',
  municipality: 'own_unless_provider',
  personal: { action: 'change_call_back', ...purposes, several: true },
  params: z.strictObject({ call_back_id: NumberInPath }),
  body: z.union([z.strictObject({ outcome: CallBackOutcome }), z.strictObject({ due_at: Moment })]),
  data: CallBack,
})
