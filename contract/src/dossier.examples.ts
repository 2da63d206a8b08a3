import type * as dossier from './dossier.ts'
import type { Examples } from './example.ts'

export const dossierExamples = {
  makeDossier: {
    request: ({ alias, today }) => ({ params: { alias }, query: { year: today.slice(0, 4), format: 'pdf' } }),
    reply: '%PDF-1.7\n% het dossier van een aanslag\n%%EOF\n',
  },
  makeBillLetter: {
    request: ({ alias, today }) => ({ params: { alias }, query: { year: today.slice(0, 4) } }),
    reply: '%PDF-1.7\n% de brief bij een aanslag\n%%EOF\n',
  },
  makeBillMail: {
    request: ({ alias, today }) => ({ params: { alias }, query: { year: today.slice(0, 4) } }),
    reply: { text: 'Beste bewoner,\n\nU wilt weten hoe uw aanslag van 2026 is opgebouwd. Dat leggen wij u uit.' },
  },
  checkDossier: {
    request: () => ({ body: Uint8Array.of(0x25, 0x50, 0x44, 0x46) }),
    reply: { outcome: 'changed' },
  },
} satisfies Examples<typeof dossier>
