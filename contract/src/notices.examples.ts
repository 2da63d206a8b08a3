import { heerlen } from './addresses.examples.ts'
import type { Examples, SampleKeys } from './example.ts'
import type * as notices from './notices.ts'

const text = {
  title: 'Balie dicht',
  html: '<p>Maandag is de balie dicht.</p>',
  valid_from: '2020-01-01',
  valid_to: '2099-12-31',
}
const notice = { id: 1, ...text, municipality: heerlen }
const input = ({ municipality_id }: SampleKeys) => ({ ...text, municipality_id: Number(municipality_id) })

export const noticeExamples = {
  listNotices: { reply: [notice] },
  listNoticesToEdit: { reply: [notice] },
  addNotice: { request: (of) => ({ body: input(of) }), reply: notice },
  changeNotice: { request: (of) => ({ params: { notice_id: of.card_id }, body: input(of) }), reply: notice },
  removeNotice: { request: ({ card_id }) => ({ params: { notice_id: card_id } }), reply: null },
} satisfies Examples<typeof notices>
