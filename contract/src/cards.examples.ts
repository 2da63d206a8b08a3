import { heerlen } from './addresses.examples.ts'
import type * as cards from './cards.ts'
import type { Examples, SampleKeys } from './example.ts'

const text = {
  title: 'Balie dicht',
  html: '<p>Maandag is de balie dicht.</p>',
  spoken: 'Maandag is de balie dicht.',
  important: true,
}
const card = {
  ...{
    id: 1,
    ...text,
    places: ['dashboard' as const],
    waste_type: null,
    code: null,
    municipality: heerlen,
    version: 1,
  },
  ...{ shown_from: '2020-01-01T00:00:00+01:00', shown_until: '2099-12-31T00:00:00+01:00' },
}
const edited = { ...card, read_by: 14, readers: 20 }
const input = ({ municipality_id }: SampleKeys) => ({
  ...{ ...text, places: ['dashboard' as const], shown_from: '2020-01-01T00:00', shown_until: '2099-12-31T00:00' },
  municipality_id: Number(municipality_id),
})

export const cardExamples = {
  listCards: { reply: [{ ...card, is_read: false }] },
  readCard: {
    request: ({ card_id }) => ({ params: { card_id }, body: { version: 1 } }),
    reply: { ...card, is_read: true },
  },
  listCardsToEdit: { reply: [edited] },
  addCard: { request: (of) => ({ body: input(of) }), reply: edited },
  changeCard: { request: (of) => ({ params: { card_id: of.card_id }, body: input(of) }), reply: edited },
  removeCard: { request: ({ card_id }) => ({ params: { card_id } }), reply: null },
} satisfies Examples<typeof cards>
