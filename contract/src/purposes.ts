import * as z from 'zod/mini'

/** For what somebody's data is looked at, by the keys of the register of processing. */
export const Purpose = z.enum([
  'extra_rollen',
  'pas_defect',
  'vraag_inwoner',
  'aanslag_bezwaar',
  'inzageverzoek',
  'toezicht',
])
export type Purpose = z.infer<typeof Purpose>

/** What each purpose is called on screen. */
export const purposeNames: Record<Purpose, string> = {
  extra_rollen: 'Extra rollen',
  pas_defect: 'Pas werkt niet',
  vraag_inwoner: 'Vraag van inwoner',
  aanslag_bezwaar: 'Bezwaar tegen aanslag',
  inzageverzoek: 'Verzoek om inzage',
  toezicht: 'Toezicht op gebruik',
}

/** The purposes that a clerk chooses from at the pass desk; the first is what it is without a choice. */
export const deskPurposes = ['extra_rollen', 'pas_defect', 'vraag_inwoner', 'aanslag_bezwaar'] as const

/** The header by which a call says for what purpose it looks. */
export const purposeHeader = 'processing-purpose'
