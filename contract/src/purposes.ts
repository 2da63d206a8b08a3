import type * as z from 'zod/mini'
import { enumOf } from './fields.ts'

/** The Dutch name of each purpose. */
export const purposeNames = {
  aanslag_vraag: 'Vraag over aanslag',
  extra_rollen: 'Extra rollen',
  pas_defect: 'Pas werkt niet',
  eerste_pas: 'Eerste pas',
  pas_vergeten: 'Pas vergeten',
  vraag_inwoner: 'Vraag van inwoner',
  aanslag_bezwaar: 'Bezwaar tegen aanslag',
  inzageverzoek: 'Verzoek om inzage',
  toezicht: 'Toezicht op gebruik',
}

/**
 * Purposes of processing personal data (*doelbinding*). The keys are external: the organisation's register of
 * processing defines them.
 */
export const Purpose = enumOf(purposeNames)
export type Purpose = z.infer<typeof Purpose>

/** The purposes offered at the pass desk. The first is the default. */
export const deskPurposes = [
  'extra_rollen',
  'pas_defect',
  'eerste_pas',
  'pas_vergeten',
  'vraag_inwoner',
  'aanslag_bezwaar',
] as const

/** The purposes of issuing rolls. The first is the default. */
export const rollPurposes = ['extra_rollen', 'pas_vergeten'] as const

/** Returns whether rolls are issued for this purpose. */
export const isRollPurpose = (purpose: Purpose) => rollPurposes.some((it) => it === purpose)

/** The purposes of finding a resident by address, because there is no pass to scan. The first is the default. */
export const withoutPassPurposes = ['pas_vergeten', 'eerste_pas'] as const

/**
 * The purposes of looking up an address and its bill. The first is the default. Only the purpose of an objection also
 * shows former households.
 */
export const billPurposes = ['aanslag_vraag', 'aanslag_bezwaar'] as const

/** The purposes of a pick-up appointment, for an employee of each role. The first is the default. */
export const pickupPurposes = { purposes: ['vraag_inwoner'], provider_purposes: billPurposes } as const

/** Request header that states the purpose of the call. */
export const purposeHeader = 'processing-purpose'
