import { akerstraat } from './addresses.examples.ts'
import type { Examples, SampleKeys } from './example.ts'
import type * as passes from './passes.ts'
import type * as undo from './undo.ts'

const resident: passes.Resident = {
  environmental_pass_number: '0101010101',
  status: 'active',
  blocked_reason: null,
  replaced_by: null,
  collection_system: null,
  change_id: null,
  handovers: [],
  name: 'J. v. d. B•••',
  address: akerstraat,
  rolls: {
    this_year: 2,
    on_previous_pass: 0,
    allowance: 6,
    last_request: {
      request_id: 88,
      rolls: 2,
      requested_at: '2026-04-07T11:20:00+02:00',
      requested_by: 'Sem Balie',
    },
  },
}
const ofPass = ({ pass_number }: SampleKeys) => ({ body: { environmental_pass_number: pass_number } })

export const passExamples = {
  findResident: { request: ofPass, reply: resident },
  findResidentAtAddress: {
    request: ({ alias }) => ({ body: { alias } }),
    reply: { address: akerstraat, resident },
  },
  showResidentName: { request: ofPass, reply: { name: 'J. van den Berg' } },
  issueRolls: {
    request: ({ pass_number }) => ({ body: { environmental_pass_number: pass_number, rolls: 1 } }),
    reply: { rolls: 1, request_id: 91, rolls_this_year: 3 },
  },
  cancelRollIssue: {
    request: ({ roll_issue_id }) => ({ params: { request_id: roll_issue_id } }),
    reply: { rolls_this_year: 2 },
  },
  listUndoable: {
    reply: [
      {
        kind: 'roll_issue',
        id: 91,
        pass_ending: '0101',
        rolls: 1,
        done_at: '2026-03-04T07:31:05+01:00',
        seconds_left: 240,
      },
    ],
  },
  listRollIssues: {
    request: ({ today }) => ({ query: { from: today, to: today } }),
    reply: {
      data: [
        {
          id: 91,
          requested_at: '2026-11-18T09:12:00+01:00',
          requested_by: 'Noor Balie',
          pass_ending: '0101',
          rolls: 1,
          cancelled: false,
        },
      ],
      meta: { next: null, total_rolls: 1, weeks: [{ week: '2026-11-16', rolls: 1 }] },
    },
  },
  exportRollIssues: {
    request: ({ today }) => ({ body: { from: today, to: today } }),
    reply: `"Moment";"Rollen";"Door";"Einde pasnummer";"Ongedaan gemaakt"\r
18-11-2026 09:12;1;"Noor Balie";"=""0101""";"nee"\r
`,
  },
} satisfies Examples<typeof passes & typeof undo>
