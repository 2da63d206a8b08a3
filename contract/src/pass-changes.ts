import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Alias, NumberInPath, requiredText } from './fields.ts'
import { EnvironmentalPassNumber } from './pass-number.ts'
import { BlockedReason } from './passes.ts'

// Changes have purposes of their own, so that a log entry with such a purpose always concerns the pass itself.
const firstPassPurposes = ['eerste_pas'] as const
const changePurposes = ['pas_defect'] as const

const OfPass = { environmental_pass_number: EnvironmentalPassNumber }

export const issuePass = endpoint('POST /counter/services/passes/issue', {
  summary: 'Geeft de eerste milieupas uit voor een adres van de eigen gemeente dat er geen heeft',
  access: 'municipal_employee',
  conflict: 'Het adres of de inwoner heeft al een milieupas',
  municipality: 'own',
  personal: { action: 'issue_pass', purposes: firstPassPurposes, pass_limit: true },
  body: z.strictObject({
    alias: Alias,
    new_pass_number: EnvironmentalPassNumber,
    /** The name of the resident. It has no digits, so that a scan in the field of the name is rejected. */
    name: requiredText(100).check(z.regex(/^\D*$/, 'Een naam heeft geen cijfers. Vul de naam van de inwoner in')),
  }),
  data: z.object({ change_id: z.number() }),
})

export const blockPass = endpoint('POST /counter/services/passes/block', {
  summary: 'Blokkeert een actieve milieupas van de eigen gemeente',
  access: 'municipal_employee',
  conflict: 'De pas is niet meer actief',
  municipality: 'own',
  personal: { action: 'block_pass', purposes: changePurposes, pass_limit: true },
  body: z.strictObject({ ...OfPass, reason: BlockedReason }),
  data: z.object({ change_id: z.number() }),
})

export const replacePass = endpoint('POST /counter/services/passes/replace', {
  summary: 'Blokkeert een milieupas van de eigen gemeente en activeert een nieuwe pas voor dezelfde inwoner',
  access: 'municipal_employee',
  conflict: 'De pas is al vervangen, of de inwoner is verhuisd of heeft een andere actieve pas',
  municipality: 'own',
  personal: { action: 'replace_pass', purposes: changePurposes, pass_limit: true },
  body: z.strictObject({ ...OfPass, new_pass_number: EnvironmentalPassNumber, reason: BlockedReason }),
  data: z.object({ change_id: z.number() }),
})

/** An underground collection system that the address of a pass may use. */
const PassSystem = z.object({
  alias: z.string(),
  name: z.string(),
  /** Whether the pass is activated for this system only. */
  is_chosen: z.boolean(),
})
export type PassSystem = z.infer<typeof PassSystem>

export const listPassSystems = endpoint('POST /counter/services/passes/systems', {
  summary: 'Geeft de ondergrondse verzamelsystemen die het adres van een milieupas mag gebruiken',
  access: 'municipal_employee',
  municipality: 'own',
  personal: { action: 'show_pass_systems', purposes: changePurposes, pass_limit: true },
  body: z.strictObject(OfPass),
  data: z.array(PassSystem),
})

export const activatePass = endpoint('POST /counter/services/passes/activate', {
  summary: 'Activeert een milieupas voor één ondergronds verzamelsysteem, of voor alle van het adres',
  access: 'municipal_employee',
  conflict: 'De pas is niet meer actief',
  municipality: 'own',
  personal: { action: 'activate_pass', purposes: changePurposes, pass_limit: true },
  /** Null: every system of the address. */
  body: z.strictObject({ ...OfPass, collection_system: z.nullable(Alias) }),
  data: z.object({ change_id: z.number() }),
})

export const undoPassChange = endpoint('POST /counter/services/pass-changes/:change_id/undo', {
  summary: 'Maakt een wijziging van een milieupas ongedaan, binnen vijf minuten en door wie haar deed',
  access: 'municipal_employee',
  conflict: 'De wijziging kan niet meer ongedaan worden gemaakt',
  municipality: 'own',
  personal: { action: 'undo_pass_change', purposes: [...changePurposes, ...firstPassPurposes], several: true },
  params: z.strictObject({ change_id: NumberInPath }),
  data: z.null(),
})
