// Reasons: docs/cards.md

import * as z from 'zod/mini'
import { Municipality } from './addresses.ts'
import { type CardPlace, cardCodes, cardPlaceNames } from './card-places.ts'
import { spokenFaults, spokenLimits } from './card-texts.ts'
import { endpoint } from './endpoint.ts'
import { choice, enumOf, Moment, MunicipalityId, NumberInPath, requiredText } from './fields.ts'
import { required } from './parse-input.ts'
import { ofLines } from './readable-text.ts'
import { WasteStream } from './waste-streams.ts'

const CardPlaces = z.array(enumOf(cardPlaceNames))

/** An instruction or a text to read aloud, shown at places of the portal from `shown_from` until `shown_until`. */
export const Card = z.object({
  id: z.number(),
  title: z.string(),
  /** Rich text as safe HTML: paragraphs, lists, bold, italic and links. Empty: the card only has a spoken text. */
  html: z.string(),
  /** What the employee reads aloud, with placeholders such as `{straat}`. Empty: nothing. */
  spoken: z.string(),
  places: CardPlaces,
  /** Null: for every stream. */
  waste_type: z.nullable(WasteStream),
  /** A reason, a flag or a cause of `cardCodes`. Null: for every code. */
  code: z.nullable(z.string()),
  important: z.boolean(),
  shown_from: Moment,
  shown_until: Moment,
  /** Null: for all municipalities. */
  municipality: z.nullable(Municipality),
  /** Rises when the title or a text changes. */
  version: z.number(),
})
export type Card = z.infer<typeof Card>

/** A card with whether the caller read its version. */
const ShownCard = z.extend(Card, { is_read: z.boolean() })
export type ShownCard = z.infer<typeof ShownCard>

/** A card with the number of employees who read its version, and who see it. */
const CardToEdit = z.extend(Card, { read_by: z.number(), readers: z.number() })
export type CardToEdit = z.infer<typeof CardToEdit>

/** A Dutch local moment that the user typed: 2026-03-04T07:30. */
const LocalMoment = z.iso
  .datetime({ local: true, offset: false, precision: -1, error: 'Vul een datum en een tijd in' })
  .check(z.regex(/^[1-9]\d{3}-/, 'Vul een datum en een tijd in'))

type Texts = { html: string; spoken: string }

/** Returns whether a card has a text: rich text, or a text to read aloud. */
export const hasCardText = ({ html, spoken }: Texts) => spoken !== '' || html.replace(/<[^>]*>/g, '').trim() !== ''

const braces = 'Accolades kunnen alleen in de tekst om voor te lezen'
const withoutBraces = z.refine<string>((text) => !/[{}]/.test(text), braces)

/** The input of a new or changed card. */
const CardInput = z
  .strictObject({
    title: requiredText(100).check(withoutBraces),
    html: ofLines(z.string().check(z.trim(), z.maxLength(10_000), withoutBraces)),
    spoken: ofLines(z._default(z.string().check(z.trim(), z.maxLength(spokenLimits.characters)), '')),
    places: CardPlaces.check(
      z.minLength(1),
      z.refine((places) => new Set(places).size === places.length, 'Een plaats staat hier twee keer'),
    ),
    waste_type: choice(WasteStream),
    code: choice(z.string()),
    important: z._default(z.boolean(), false),
    shown_from: LocalMoment,
    shown_until: LocalMoment,
    /** Absent: the employee's own municipality, or all municipalities when the employee has none. */
    municipality_id: z.nullish(MunicipalityId),
  })
  .check(({ value, issues }) => {
    const reject = (path: string, message: string) =>
      issues.push({ code: 'custom', message, path: [path], input: value, continue: true })
    if (!hasCardText(value)) reject('html', required)
    const faults = spokenFaults(value.spoken, value.places)
    if (faults.length > 0) reject('spoken', faults.join(' '))
    if (value.code !== undefined && !codesAt(value.places).some(([code]) => code === value.code))
      reject('code', 'Deze reden hoort niet bij de gekozen plaatsen')
    if (value.shown_from >= value.shown_until) reject('shown_until', 'Het einde ligt voor het begin')
  })

/** Returns the codes of these places, with their Dutch names. */
export const codesAt = (places: readonly CardPlace[]) =>
  places.flatMap((place) => Object.entries(cardCodes[place] ?? {}))

/**
 * Returns why an employee may not write a card for these places. An administrator chooses any place; an employee of a
 * counter writes cards for the dashboard only.
 */
export const mayChoosePlaces = (employee: { roles: readonly string[] }, places: readonly CardPlace[]) =>
  employee.roles.includes('administrator') || places.every((place) => place === 'dashboard')
    ? undefined
    : 'Alleen een beheerder kiest een andere plaats dan het dashboard'

export const listCards = endpoint('GET /counter/cards', {
  summary: 'Geeft de kaarten die nu gelden voor de ingelogde medewerker; ten hoogste 300',
  access: 'employees',
  municipality: 'own',
  revalidated: true,
  data: z.array(ShownCard),
})

const ofCard = z.strictObject({ card_id: NumberInPath })

export const readCard = endpoint('PUT /counter/cards/:card_id/read', {
  summary: 'Legt vast dat de medewerker deze versie van een kaart heeft gelezen',
  access: 'employees',
  municipality: 'own',
  params: ofCard,
  body: z.strictObject({ version: z.int().check(z.minimum(1)) }),
  data: ShownCard,
})

export const listCardsToEdit = endpoint('GET /counter/settings/cards', {
  summary: 'Geeft alle kaarten van de gemeente, met hun dagen en het aantal medewerkers dat ze las',
  access: 'editors',
  municipality: 'own',
  data: z.array(CardToEdit),
})

export const addCard = endpoint('POST /counter/settings/cards', {
  summary: 'Maakt een kaart; een medewerker van de balie alleen voor het dashboard',
  access: 'editors',
  municipality: 'own',
  body: CardInput,
  data: CardToEdit,
})

export const changeCard = endpoint('PUT /counter/settings/cards/:card_id', {
  summary: 'Wijzigt een kaart; een medewerker van de balie alleen een kaart voor het dashboard',
  access: 'editors',
  municipality: 'own',
  params: ofCard,
  body: CardInput,
  data: CardToEdit,
})

export const removeCard = endpoint('DELETE /counter/settings/cards/:card_id', {
  summary: 'Verwijdert een kaart; een medewerker van de balie alleen een kaart voor het dashboard',
  access: 'editors',
  municipality: 'own',
  params: ofCard,
  data: z.null(),
})
