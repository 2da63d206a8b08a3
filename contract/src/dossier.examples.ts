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
} satisfies Examples<typeof dossier>
