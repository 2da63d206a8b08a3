import { akerstraat, heerlen } from './addresses.examples.ts'
import type * as contacts from './contacts.ts'
import type { Examples } from './example.ts'

const listed: contacts.ListedContact = {
  id: '5d2f8a10-6c1b-4e0f-9b53-0f6d7c2a1e44',
  slot: 1,
  place: {
    kind: 'address',
    alias: akerstraat.alias,
    line: 'Akerstraat 118',
    city: 'Heerlen',
    municipality: heerlen,
  },
  has_text: false,
  outcome: null,
  started_at: '2026-11-18T09:12:00+01:00',
}

const contact: contacts.CustomerContact = {
  ...listed,
  environmental_pass_number: null,
  year: null,
  purpose: null,
  channel: null,
  note: '',
  drafts: {},
  version: 1,
  changed_at: '2026-11-18T09:12:00+01:00',
}

const ofContact = ({ contact_id }: { contact_id: string }) => ({ params: { contact_id } })

export const contactExamples = {
  listContacts: { reply: { data: [listed], meta: { recent: [{ kind: 'address', ...akerstraat }] } } },
  openContact: { request: ({ alias }) => ({ body: { kind: 'address', alias } }), reply: contact },
  openPassContact: {
    request: ({ pass_number }) => ({ body: { environmental_pass_number: pass_number } }),
    reply: {
      ...contact,
      place: { ...contact.place, kind: 'pass' },
      environmental_pass_number: '0101010101',
    },
  },
  showContact: { request: ofContact, reply: contact },
  saveContact: {
    request: (of) => ({
      ...ofContact(of),
      body: { version: 1, purpose: 'inzageverzoek', channel: 'phone', note: 'Belde over de gft-container' },
    }),
    reply: { version: 2, changed_at: '2026-11-18T09:14:05+01:00' },
  },
  closeContact: {
    request: (of) => ({
      ...ofContact(of),
      body: { version: 1, outcome: 'answered', purpose: 'inzageverzoek', note: 'Uitleg gegeven' },
    }),
    reply: { number: '7000 000 123', closed_at: '2026-11-18T09:20:00+01:00' },
  },
  reopenContact: {
    request: ({ closed_contact_id }) => ({ params: { contact_id: closed_contact_id } }),
    reply: { ...contact, has_text: true, note: 'Uitleg gegeven', version: 3 },
  },
  listEarlierContacts: {
    request: ofContact,
    reply: {
      data: [
        {
          number: '7000 000 119',
          closed_at: '2026-11-03T11:05:00+01:00',
          channel: 'phone',
          purpose: 'aanslag_vraag',
          outcome: 'answered',
          employee: 'Kim de Vries',
          note: 'Vroeg naar de lediging van 5 maart',
          has_hidden_note: false,
        },
      ],
      meta: { last_30_days: 1 },
    },
  },
} satisfies Examples<typeof contacts>
