import { heerlen } from './addresses.examples.ts'
import type * as callBacks from './call-backs.ts'
import type { Examples } from './example.ts'

const callBack: callBacks.CallBack = {
  id: 6,
  number: '7000 000 123',
  place: { kind: 'address', alias: 'k7m2px9q4t', line: 'Akerstraat 118', city: 'Heerlen', municipality: heerlen },
  purpose: 'vraag_inwoner',
  phone: '0451234567',
  due_at: '2026-11-19T12:00:00+01:00',
  is_late: false,
  for_role: 'municipal_employee',
  promised_by: 'Noor Balie',
  outcome: null,
  closed_by: null,
}

export const callBackExamples = {
  listCallBacks: { reply: [callBack] },
  changeCallBack: {
    request: ({ call_back_id }) => ({ params: { call_back_id }, body: { outcome: 'reached' } }),
    reply: { ...callBack, phone: null, outcome: 'reached', closed_by: 'Noor Balie' },
  },
} satisfies Examples<typeof callBacks>
