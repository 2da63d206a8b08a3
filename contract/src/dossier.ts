import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AliasInPath, enumOf, numberOf } from './fields.ts'
import { billPurposes } from './purposes.ts'

const params = z.strictObject({ alias: AliasInPath })
const year = numberOf(1900, 2099, 'Vul een jaar in, zoals 2026')

/** The formats of a dossier, with their content types. */
export const dossierFormats = { pdf: 'application/pdf', csv: 'text/csv', json: 'application/json' } as const
export const DossierFormat = enumOf(dossierFormats)
export type DossierFormat = z.infer<typeof DossierFormat>

export const makeDossier = endpoint('GET /counter/addresses/:alias/bill/dossier', {
  summary: 'Geeft het dossier van een aanslag als bestand: alle feiten, en hoe er is gerekend',
  access: 'bsgw_employee',
  personal: { action: 'make_dossier', purposes: billPurposes },
  download: Object.values(dossierFormats),
  params,
  query: z.strictObject({ year, format: DossierFormat }),
  data: z.string(),
})

export const makeBillLetter = endpoint('GET /counter/addresses/:alias/bill/letter', {
  summary: 'Geeft een brief van één bladzijde die de aanslag aan de inwoner uitlegt',
  access: 'bsgw_employee',
  conflict: 'Wie nu op het adres woont, heeft over dat jaar geen aanslag',
  personal: { action: 'make_bill_letter', purposes: billPurposes },
  download: [dossierFormats.pdf],
  params,
  query: z.strictObject({ year }),
  data: z.string(),
})

export const makeBillMail = endpoint('GET /counter/addresses/:alias/bill/mail', {
  summary: 'Geeft de tekst van een mail die de aanslag uitlegt, met de woorden van de brief',
  access: 'bsgw_employee',
  conflict: 'Wie nu op het adres woont, heeft over dat jaar geen aanslag',
  personal: { action: 'make_bill_letter', purposes: billPurposes },
  params,
  query: z.strictObject({ year }),
  data: z.object({ text: z.string() }),
})

/**
 * What a check of a dossier found. `changed`: the file was edited, is not a dossier, or another portal made it.
 * `outdated`: the file is unchanged, but its facts are no longer those of today.
 */
export const DossierOutcome = z.enum(['unchanged', 'changed', 'outdated'])
export type DossierOutcome = z.infer<typeof DossierOutcome>

export const checkDossier = endpoint('POST /dossier-check', {
  summary: 'Zegt of een dossier ongewijzigd is en nog klopt; geeft geen gegevens en bewaart niets',
  access: 'everyone',
  upload: true,
  body: z.custom<Uint8Array<ArrayBuffer>>((file) => file instanceof Uint8Array && file.length > 0, 'Kies een bestand'),
  data: z.object({ outcome: DossierOutcome }),
})
