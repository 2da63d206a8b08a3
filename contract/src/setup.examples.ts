import type { Examples } from './example.ts'
import type * as setup from './setup.ts'

const complete = { gap: null, remark: null, command: null, screen: null }

export const setupExamples = {
  showSetup: {
    request: ({ municipality_id }) => ({ params: { municipality_id } }),
    reply: [
      { part: 'addresses', count: 5612, last: '22 november', ...complete },
      {
        part: 'object_codes',
        count: 5540,
        last: null,
        ...complete,
        gap: '72 adressen hebben geen objectcode',
        command: 'npm run loket -- import object-codes objectcodes.csv',
      },
      {
        part: 'allowance',
        count: 6,
        last: '2026',
        ...complete,
        gap: 'Geen aantal rollen voor 2027',
        screen: '/services-and-settings/settings',
      },
      {
        part: 'assessments',
        count: 0,
        last: null,
        ...complete,
        remark: 'Mag ontbreken: het loket berekent de aanslag zelf',
      },
    ],
  },
} satisfies Examples<typeof setup>
