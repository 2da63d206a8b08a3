import { heerlen } from './addresses.examples.ts'
import type { Examples, SampleKeys } from './example.ts'
import type * as notices from './notices.ts'

const text = {
  title: 'Balie vrijdag dicht',
  html: '<p>Vrijdag is de balie dicht.</p>',
  valid_from: '2026-11-16',
  valid_to: '2026-11-20',
}
const notice = { id: 4, ...text, municipality: heerlen }
const input = ({ municipality_id }: SampleKeys) => ({ ...text, municipality_id: Number(municipality_id) })

export const noticeExamples = {
  listNotices: { reply: [notice] },
  listNoticesToEdit: { reply: [notice] },
  addNotice: { request: (of) => ({ body: input(of) }), reply: notice },
  changeNotice: { request: (of) => ({ params: { notice_id: of.notice_id }, body: input(of) }), reply: notice },
  removeNotice: { request: ({ notice_id }) => ({ params: { notice_id } }), reply: null },
} satisfies Examples<typeof notices>
