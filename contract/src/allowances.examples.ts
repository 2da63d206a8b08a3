import type * as allowances from './allowances.ts'
import type { Examples } from './example.ts'

const bags = { roll_singular: 'rol PMD-zakken', roll_plural: 'rollen PMD-zakken' }

export const allowanceExamples = {
  listAllowances: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: [
      { year: 2025, rolls: 6, proposal: null },
      { year: 2026, rolls: 6, proposal: null },
      { year: 2027, rolls: 6, proposal: { rolls: 8, by: 'Sem Balie', own: false } },
    ],
  },
  saveAllowance: {
    request: ({ municipality_id, today }) => ({
      params: { municipality_id, year: today.slice(0, 4) },
      body: { rolls: 7 },
    }),
    reply: { year: 2026, rolls: 7 },
  },
  approveAllowance: {
    request: ({ municipality_id, today }) => ({
      params: { municipality_id, year: today.slice(0, 4) },
      body: { rolls: 8 },
    }),
    reply: { year: 2026, rolls: 8 },
  },
  showAllowanceRule: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: { changed_by: 'two_employees' },
  },
  saveAllowanceRule: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: { changed_by: 'administrator' } }),
    reply: { changed_by: 'administrator' },
  },
  saveRollWords: {
    request: ({ municipality_id }) => ({ params: { municipality_id }, body: bags }),
    reply: bags,
  },
} satisfies Examples<typeof allowances>
