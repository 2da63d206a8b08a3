// Reasons: docs/contacts.md

import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { endpoint } from './endpoint.ts'
import { Alias, DayInput, enumOf, identifierInPath, Moment, parsedText } from './fields.ts'
import { TypedPassNumber } from './pass-number.ts'
import { billPurposes, deskPurposes, Purpose } from './purposes.ts'
import { decimalDigits, ofLines } from './readable-text.ts'
import { isBsgwEmployee, isMunicipalEmployee, type Role } from './roles.ts'
import { OpenedPlace } from './search.ts'

/**
 * Header of a request and of its response: the id of the contact that the call is about. The server rejects a call that
 * reads a household or a pass of another address than that of the contact.
 */
export const contactHeader = 'contact'

/** The maximum number of customers that an employee has open at the same time. */
export const maxOpenContacts = 6

/** The Dutch name of each way in which a customer contacts the organisation. */
export const channelNames = { phone: 'Telefoon', counter: 'Balie', email: 'E-mail', letter: 'Brief' }

export const ContactChannel = enumOf(channelNames)
export type ContactChannel = z.infer<typeof ContactChannel>

/** The Dutch name of each outcome that an employee can choose, in the order of their keys 1 to 5. */
export const chosenOutcomeNames = {
  answered: 'Zelf beantwoord',
  handed_over: 'Overgedragen',
  call_back: 'Terugbellen',
  transferred: 'Doorverbonden',
  not_reached: 'Niet bereikt',
}

/** The Dutch name of each outcome of a contact. `unknown`: nobody closed it in time. */
export const contactOutcomeNames = { ...chosenOutcomeNames, unknown: 'Onbekend' }

export const ChosenOutcome = enumOf(chosenOutcomeNames)
export type ChosenOutcome = z.infer<typeof ChosenOutcome>

export const ContactOutcome = enumOf(contactOutcomeNames)
export type ContactOutcome = z.infer<typeof ContactOutcome>

const provider = [...billPurposes, 'inzageverzoek'] as const
const desk = [...deskPurposes, 'inzageverzoek'] as const

/** The purposes of a contact, for an employee of each role. The first is the default. */
export const contactPurposes = { purposes: desk, provider_purposes: provider } as const

/** Returns whether an employee may state a purpose. Only then the employee may read notes of contacts with it. */
export const mayStatePurpose = (purpose: Purpose, employee: { roles: readonly Role[] }) =>
  (isBsgwEmployee(employee) && provider.some((it) => it === purpose)) ||
  (isMunicipalEmployee(employee) && desk.some((it) => it === purpose))

/** Maximum length of a note. */
export const maxNote = 1000

/** Maximum length of the drafts of a contact as JSON, which is at most 60 kB in UTF-8. */
const maxDrafts = 20_000

/** The message of a text that contains a citizen number. */
export const bsnText = 'Dit lijkt een BSN.'

const bsnForm =
  /(?<!\d)(\d{9}|\d{3}([ .-])\d{3}\2\d{3}|\d{4}([ .-])\d{2}\3\d{3}|\d{2}([ .-])\d{2}\4\d{2}\4\d{3})(?!\d)/g

/** Returns whether a text contains nine digits that pass the eleven test of a citizen number (BSN). */
export const hasBsn = (text: string) =>
  [...text.matchAll(bsnForm)].some(([found]) => {
    const digits = found.replace(/\D/g, '')
    const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at === 8 ? -1 : 9 - at), 0)
    return sum % 11 === 0 && !/^0+$/.test(digits)
  })

const withoutBsn = z.refine<string>((text) => !hasBsn(text), bsnText)

/** A note. The resident may read it. */
const Note = ofLines(z.string().check(z.maxLength(maxNote), withoutBsn))

const draftText = ofLines(z.string().check(z.maxLength(maxDrafts), withoutBsn))
const draftKey = z.string().check(z.regex(/^[\w.:/-]{1,100}$/))

/** The typed values of each form of the contact, by the name of the form and of its field. */
export const ContactDrafts = z.record(
  draftKey,
  z.record(draftKey, z.union([draftText, z.boolean(), z.number(), z.null(), z.array(draftText)])),
)
export type ContactDrafts = z.infer<typeof ContactDrafts>

/** What a contact is about. A contact never moves to another place. */
export const ContactPlace = z.object({
  kind: z.enum(['address', 'pass', 'collection_system']),
  /** The alias of the address, of the address of the pass holder, or of the collection system. */
  alias: z.string(),
  /** The street and the number, or the name of the collection system. */
  line: z.string(),
  city: z.string(),
  /** Null: a collection system. */
  municipality: z.nullable(Municipality),
})
export type ContactPlace = z.infer<typeof ContactPlace>

/** An open contact in the strip of its employee. */
export const ListedContact = z.object({
  /** An opaque id. The URL names the contact by it. */
  id: z.string(),
  /** Its place in the strip, from 1 to 6. */
  slot: z.number(),
  place: ContactPlace,
  /** Whether it has a note or a draft. Such a contact remains in the strip until it is closed. */
  has_text: z.boolean(),
  /** The outcome that was set before the contact is closed. */
  outcome: z.nullable(ChosenOutcome),
  started_at: Moment,
})
export type ListedContact = z.infer<typeof ListedContact>

/** A contact with what its employee typed. */
export const CustomerContact = z.object({
  ...ListedContact.shape,
  /** The number of the pass, if the place is a pass. */
  environmental_pass_number: z.nullable(z.string()),
  /** The year of the bill that it is about. */
  year: z.nullable(z.number()),
  purpose: z.nullable(Purpose),
  channel: z.nullable(ContactChannel),
  note: z.string(),
  drafts: ContactDrafts,
  /** Each save raises it. */
  version: z.number(),
  changed_at: Moment,
})
export type CustomerContact = z.infer<typeof CustomerContact>

/** The text of the 409 when six contacts with text are open. */
export const sixOpenText = 'U hebt zes klanten open. Sluit er eerst een af.'

/** The text of the 409 when another window saved the contact. */
export const otherWindowText = 'In een ander venster gewijzigd.'

const unknown_id = '00000000-0000-0000-0000-000000000000'
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))

/** Returns whether a header is the id of a contact. */
export const isContactId = (header: unknown): header is string => uuid.safeParse(header).success

const params = z.strictObject({ contact_id: identifierInPath(uuid, unknown_id) })

export const listContacts = endpoint('GET /counter/contacts', {
  summary: 'Geeft de open klanten van de medewerker, en de plaatsen die deze het laatst opende',
  access: 'employees',
  municipality: 'own_unless_provider',
  /** In the order of their slots. */
  data: z.array(ListedContact),
  meta: z.object({
    /** The latest places of at most twelve hours ago, without those of passes. Each place occurs once. */
    recent: z.array(OpenedPlace),
  }),
})

export const openContact = endpoint('POST /counter/contacts', {
  summary: 'Opent een klant bij een adres of verzamelsysteem, of geeft de klant die daar al open is',
  access: 'employees',
  conflict: 'Alle zes klanten van de medewerker hebben tekst',
  municipality: 'own_unless_provider',
  body: z.strictObject({ kind: z.enum(['address', 'collection_system']), alias: Alias }),
  data: CustomerContact,
})

export const openPassContact = endpoint('POST /counter/services/contacts', {
  summary: 'Opent een klant bij een milieupas van de eigen gemeente, of geeft de klant die al open is',
  access: 'municipal_employee',
  conflict: 'Alle zes klanten van de medewerker hebben tekst',
  municipality: 'own',
  personal: { action: 'open_contact', purposes: deskPurposes, pass_limit: true, several: true },
  body: z.strictObject({ environmental_pass_number: TypedPassNumber }),
  data: CustomerContact,
})

export const showContact = endpoint('GET /counter/contacts/:contact_id', {
  summary: 'Geeft een open klant van de medewerker, met de getypte teksten',
  access: 'employees',
  conflict: 'De klant is afgesloten',
  municipality: 'own_unless_provider',
  params,
  data: CustomerContact,
})

export const saveContact = endpoint('PUT /counter/contacts/:contact_id', {
  summary: 'Bewaart doel, kanaal, notitie en concepten van een open klant',
  access: 'employees',
  conflict: 'De klant is afgesloten, of een ander venster bewaarde een nieuwere versie',
  municipality: 'own_unless_provider',
  /** Logged when the first text is stored. */
  personal: { action: 'start_note', ...contactPurposes, only_if_found: true },
  params,
  /** An absent field keeps its value. */
  body: z.strictObject({
    /** The version on which the texts are based. */
    version: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
    year: z.nullish(z.int().check(z.minimum(2000), z.maximum(2099))),
    purpose: z.nullish(Purpose),
    channel: z.nullish(ContactChannel),
    note: z.optional(Note),
    drafts: z.optional(
      ContactDrafts.check(
        z.refine((drafts) => JSON.stringify(drafts).length <= maxDrafts, 'Dit is te veel tekst om te bewaren'),
      ),
    ),
    outcome: z.nullish(ChosenOutcome),
  }),
  data: z.object({ version: z.number(), changed_at: Moment }),
})

/** Returns the number of a contact, as an employee states it on the phone: `7000 000 123`. `id`: its row. */
export const contactNumber = (id: number) => `7${String(id).padStart(9, '0')}`.replace(/(\d{3})(\d{3})$/, ' $1 $2')

/** The days ahead of today at which a call-back can be due, at most. */
export const maxCallBackDays = 30

/** A phone number as stored: 0 and nine digits, or + and the digits of another country. */
const PhoneNumber = parsedText(
  30,
  (text) => {
    const number = decimalDigits(text).replace(/[\s().-]/g, '')
    return /^(0[1-9]\d{8}|\+[1-9]\d{7,14})$/.test(number) ? number : undefined
  },
  'Dit is geen telefoonnummer. Een voorbeeld: 045 123 45 67',
)

/** The Dutch names of those who can make a call-back. */
export const callerNames = { me: 'mij', bsgw_employee: 'belastingkantoor', municipal_employee: 'gemeente' }

export const CallBackBy = enumOf(callerNames)
export type CallBackBy = z.infer<typeof CallBackBy>

export const closeContact = endpoint('POST /counter/contacts/:contact_id/close', {
  summary: 'Sluit een open klant af, met de uitkomst en zo nodig een terugbelverzoek',
  access: 'employees',
  conflict: 'De klant is al afgesloten, of een ander venster bewaarde een nieuwere versie',
  municipality: 'own_unless_provider',
  personal: { action: 'close_contact', ...contactPurposes },
  params,
  body: z
    .strictObject({
      version: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
      outcome: ChosenOutcome,
      /** Absent: the stored purpose, or else that of the header. */
      purpose: z.optional(Purpose),
      /** Absent: the stored channel, or else that of the role. */
      channel: z.optional(ContactChannel),
      note: z.optional(Note),
      /** A day of the former household that it was about. Absent: the household of today. */
      household_on: z.optional(DayInput),
      call_back: z.optional(z.strictObject({ phone: PhoneNumber, due_at: Moment, by: CallBackBy })),
    })
    .check(
      z.refine(({ outcome, call_back }) => outcome !== 'call_back' || call_back !== undefined, {
        message: 'Vul in wie er terugbelt, en wanneer',
        path: ['call_back'],
      }),
      z.refine(({ outcome, call_back }) => outcome === 'call_back' || call_back === undefined, {
        message: 'Alleen bij ‘Terugbellen’ wordt teruggebeld',
        path: ['call_back'],
      }),
    ),
  data: z.object({
    /** The number of the contact, for the resident. */
    number: z.string(),
    closed_at: Moment,
  }),
})

export const reopenContact = endpoint('POST /counter/contacts/:contact_id/reopen', {
  summary:
    'Opent een afgesloten klant weer, binnen vijf minuten; een terugbelverzoek vervalt, behalve als een collega belde',
  access: 'employees',
  conflict: 'Dit kan niet meer ongedaan worden gemaakt, of alle zes klanten hebben tekst',
  municipality: 'own_unless_provider',
  personal: { action: 'reopen_contact', ...contactPurposes },
  params,
  data: CustomerContact,
})

/** An earlier contact of the same household or pass holder. */
export const EarlierContact = z.object({
  number: z.string(),
  closed_at: Moment,
  channel: z.nullable(ContactChannel),
  purpose: z.nullable(Purpose),
  outcome: ContactOutcome,
  employee: z.string(),
  /** Null: no note, or a note that the employee may not read. */
  note: z.nullable(z.string()),
  /** Whether there is a note for which the employee may not state the purpose. */
  has_hidden_note: z.boolean(),
})
export type EarlierContact = z.infer<typeof EarlierContact>

export const listEarlierContacts = endpoint('GET /counter/contacts/:contact_id/earlier', {
  summary: 'Geeft de eerdere contacten van hetzelfde huishouden of dezelfde pashouder, het laatste eerst',
  access: 'employees',
  municipality: 'own_unless_provider',
  personal: { action: 'list_contacts', ...contactPurposes },
  params,
  data: z.array(EarlierContact),
  meta: z.object({
    /** The number of contacts in the last 30 days. */
    last_30_days: z.number(),
  }),
})
