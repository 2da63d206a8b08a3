import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { enumOf, NumberInPath, OfMunicipality, YearInPath } from './fields.ts'
import type { Refusal } from './refusal.ts'

/** Returns the years whose allowance can be changed: last year, this year and next year. */
export const allowanceYears = (today: string) => {
  const year = Number(today.slice(0, 4))
  return [year - 1, year, year + 1]
}

/** Maximum number of rolls for the household of each pass of a municipality in a year. Null: nobody chose a number. */
const Allowance = z.object({ year: z.number(), rolls: z.nullable(z.number()) })

/**
 * An allowance with the proposal that waits for approval. `own`: the caller proposed it, so somebody else approves it.
 */
const AllowanceWithProposal = z.object({
  ...Allowance.shape,
  proposal: z.nullable(z.object({ rolls: z.number(), by: z.string(), own: z.boolean() })),
})

/** Returns why an employee may not approve a proposal. */
export const mayApproveAllowance = ({ own }: { own: boolean }): Refusal =>
  own ? 'Een andere medewerker keurt uw voorstel goed' : undefined

/** The screen text for who may change the allowances of a municipality. */
export const allowanceChangerNames = {
  administrator: 'Een beheerder',
  two_employees: 'Twee medewerkers: de een stelt voor, de ander keurt goed',
}

/** Who may change the allowances of a municipality: an administrator, or two employees together. */
const AllowanceRule = z.object({ changed_by: enumOf(allowanceChangerNames) })
export type AllowanceRule = z.infer<typeof AllowanceRule>

const ofYear = z.strictObject({ municipality_id: NumberInPath, year: YearInPath })
const Rolls = z.int().check(z.minimum(0), z.maximum(99))

export const listAllowances = endpoint('GET /counter/settings/municipalities/:municipality_id/allowances', {
  summary: 'Geeft hoeveel rollen een milieupas per jaar mag krijgen, van vorig tot en met volgend jaar',
  access: 'municipal_employee',
  municipality: 'own',
  params: OfMunicipality,
  data: z.array(AllowanceWithProposal),
})

export const saveAllowance = endpoint('PUT /counter/settings/municipalities/:municipality_id/allowances/:year', {
  summary: 'Legt vast hoeveel rollen een milieupas in een jaar mag krijgen, of stelt dat voor',
  access: 'municipal_employee',
  municipality: 'own',
  params: ofYear,
  /** Null withdraws the proposal for a year without a number. */
  body: z.strictObject({ rolls: z.nullable(Rolls) }),
  data: Allowance,
})

export const approveAllowance = endpoint(
  'POST /counter/settings/municipalities/:municipality_id/allowances/:year/approval',
  {
    summary: 'Keurt het aantal rollen goed dat een andere medewerker voorstelde',
    conflict: 'Het voorstel is intussen gewijzigd, of de medewerker deed het zelf',
    access: 'municipal_employee',
    municipality: 'own',
    params: ofYear,
    body: z.strictObject({ rolls: Rolls }),
    data: Allowance,
  },
)

export const showAllowanceRule = endpoint('GET /counter/settings/municipalities/:municipality_id/allowance-rule', {
  summary: 'Geeft wie het aantal rollen per huishouden wijzigt',
  access: 'municipal_employee',
  municipality: 'own',
  params: OfMunicipality,
  data: AllowanceRule,
})

export const saveAllowanceRule = endpoint('PUT /counter/settings/municipalities/:municipality_id/allowance-rule', {
  summary: 'Legt vast wie het aantal rollen per huishouden wijzigt',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: z.strictObject(AllowanceRule.shape),
  data: AllowanceRule,
})

const Word = z
  .string()
  .check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} '’()-]{1,39}$/u, 'Vul 2 tot 40 letters, cijfers of spaties in'))

/** What a municipality calls the rolls that its desk issues: one of them, and more. */
export const RollWords = z.strictObject({ roll_singular: Word, roll_plural: Word })
export type RollWords = z.infer<typeof RollWords>

export const saveRollWords = endpoint('PUT /counter/settings/municipalities/:municipality_id/roll-words', {
  summary: 'Legt vast hoe een gemeente noemt wat de balie uitgeeft',
  access: 'administrator',
  municipality: 'own',
  params: OfMunicipality,
  body: RollWords,
  data: RollWords,
})
