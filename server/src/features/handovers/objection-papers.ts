import {
  type Address,
  addressLine,
  decideByText,
  type Handover,
  inTimeText,
  type ObjectUntil,
  objectionPartNames,
  objectUntilText,
  townLine,
} from '@rd4-loket/contract'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { makePdf, type PdfBlock } from '../../platform/files/pdf/pdf.ts'

/** What a paper about an objection needs besides the objection. It has no name and no amount. */
type Paper = { place: Address; letterhead: string[]; today: string }

function makePaper(title: string, blocks: PdfBlock[], { letterhead, today }: Paper) {
  return makePdf({
    title,
    subject: title,
    author: letterhead[0] ?? '',
    created: new Date(`${today}T12:00:00Z`),
    letterhead,
    footer: title,
    mark: {},
    blocks: [{ text: `Datum: ${dayWithYear(today)}`, style: 'small' }, { heading: title, level: 1 }, ...blocks],
  })
}

const placeWords = ({ received_by }: Pick<Handover, 'received_by'>, { municipality }: Address) =>
  ({ town_hall: `bij de gemeente ${municipality.name}`, tax_office: 'bij de BsGW', post: 'per post' })[received_by]

const assessedWords = (assessed_on: string | null) =>
  assessed_on === null
    ? 'De datum op de aanslag is niet bekend.'
    : `De datum op de aanslag is ${dayWithYear(assessed_on)}.`

/** Returns one page that confirms to a resident that an objection was received. */
export function objectionReceipt(objection: Handover, paper: Paper) {
  const { year, received_on, posted_on, assessed_on, missing, terms } = objection
  const { place } = paper
  const isLate = terms.in_time === 'no'
  const postmark = posted_on === null ? [] : [`Het poststempel is van ${dayWithYear(posted_on)}.`]
  const blocks: PdfBlock[] = [
    { text: `Adres: ${addressLine(place)}, ${townLine(place)}` },
    { text: 'Wat is ontvangen?', style: 'strong' },
    {
      text: [
        `Een bezwaar tegen de aanslag afvalstoffenheffing ${year}.`,
        assessedWords(assessed_on),
        `Het is op ${dayWithYear(received_on)} ontvangen ${placeWords(objection, place)}.`,
        ...postmark,
      ].join('\n'),
    },
    { text: 'Is het op tijd?', style: 'strong' },
    {
      text: isLate
        ? `Het bezwaar lijkt te laat: bezwaar kon tot en met ${dayWithYear(terms.object_until ?? received_on)}. De BsGW bekijkt of uw bezwaar toch telt. ${decideByText(terms)}`
        : inTimeText(terms),
    },
    { text: 'Wat gebeurt er nu?', style: 'strong' },
    { text: 'De BsGW beslist over uw bezwaar, en stuurt u een brief. De gemeente beslist niet.' },
    ...(missing.length === 0
      ? []
      : ([
          { text: 'Wat ontbreekt er nog?', style: 'strong' },
          { text: missing.map((part) => `- ${objectionPartNames[part]}`).join('\n') },
          { text: 'Vul dit aan bij de BsGW. Bewaar een kopie.' },
        ] satisfies PdfBlock[])),
    { text: 'U moet de aanslag wel op tijd betalen. Vraag de BsGW om uitstel als dat niet lukt.' },
  ]
  return makePaper(`Ontvangstbevestiging bezwaar ${year}`, blocks, paper)
}

const line = '_'.repeat(60)

/** Returns one page with which a resident objects to an assessment: it says what the law asks, to fill in and sign. */
export function objectionForm(
  { year, assessed_on, ...until }: ObjectUntil & { year: number; assessed_on: string | null },
  paper: Paper,
) {
  const { place } = paper
  const blocks: PdfBlock[] = [
    { text: 'Aan de BsGW' },
    { text: `Ik maak bezwaar tegen de aanslag afvalstoffenheffing ${year}.` },
    { text: assessed_on === null ? `Datum op de aanslag: ${line}` : assessedWords(assessed_on) },
    { text: `Adres: ${addressLine(place)}, ${townLine(place)}` },
    { text: `Naam: ${line}` },
    { text: 'Waarom klopt de aanslag volgens u niet?', style: 'strong' },
    ...Array.from({ length: 6 }, () => ({ text: line })),
    { text: `Datum: ${line}` },
    { text: `Handtekening: ${line}` },
    { text: [objectUntilText(until), 'Tegen het tarief zelf kan geen bezwaar.'].join('\n'), style: 'small' },
  ]
  return makePaper(`Bezwaar tegen de aanslag ${year}`, blocks, paper)
}
