import { filledLetter, type LetterSender } from '@rd4-loket/contract'
import { sumOf } from '../../domain/bill/sums.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'
import type { DossierFacts } from './dossier-facts.ts'

/** What a letter needs besides the facts of the bill. */
export type LetterFacts = {
  facts: DossierFacts
  /** The text that is read aloud. It begins with the amount on the resident's own letter. */
  spoken: string
  /** The name of the sender, and its address in lines. */
  letterhead: string[]
  sender: LetterSender
  /** The name of the employee who makes the letter. */
  employee: string
  today: string
}

/** Returns the number by which the sender finds the bill of a letter: the object code, the year and the day. */
const referenceOf = ({ facts: { address, year }, today }: LetterFacts) =>
  [address.object_code ?? address.alias, year, today.replaceAll('-', '')].join('-')

function objectionWords({ objections }: DossierFacts) {
  const open = objections.filter(({ state }) => state === 'open').length
  if (open === 0) return []
  const lifts = open === 1 ? '1 lediging' : `${open} ledigingen`
  return [`Tegen ${lifts} is een bezwaar ingediend. Daarover is nog niet beslist.`]
}

/** Returns the text about the lifts that are not charged, for each reason. */
function correctionWords({ objections, year, imposed_only }: DossierFacts) {
  if (imposed_only) return []
  const corrected = objections.filter(({ state }) => state === 'corrected')
  return [...Map.groupBy(corrected, ({ decision_reason }) => decision_reason ?? '')].map(([reason, lifts]) =>
    filledLetter({ year, lifts: lifts.length, cents: sumOf(lifts, ({ amount_cents }) => amount_cents ?? 0), reason }),
  )
}

/** Returns how the resident reaches the sender, in lines. */
const contactWords = ({ contact, opening_hours }: LetterSender) => [
  ...contact.split('\n').filter(Boolean),
  ...(opening_hours === '' ? [] : [`U kunt ons bereiken: ${opening_hours.replaceAll('\n', ', ')}`]),
]

/** Returns the Dutch words of a letter about a bill, and of a mail with the same content. */
export function letterWords(letter: LetterFacts) {
  const { facts, spoken, letterhead, sender, employee, today } = letter
  const { address, year, periods, delivered_until } = facts
  const assessment = periods.at(-1)?.assessment
  return {
    title: `Uw aanslag afvalstoffenheffing ${year}`,
    to: `Aan de bewoners van\n${address.line}\n${address.town}`,
    references: [
      `Datum: ${dayWithYear(today)}`,
      `Ons kenmerk: ${referenceOf(letter)}`,
      ...(address.object_code === null ? [] : [`Objectcode: ${address.object_code}`]),
      ...(assessment ? [`Aanslagnummer: ${assessment.number}`] : []),
    ],
    opening: [
      'Beste bewoner,',
      `U wilt weten hoe uw aanslag van ${year} is opgebouwd.${facts.imposed_only ? '' : ' Dat leggen wij u uit.'}`,
      spoken,
    ],
    state: [
      ...objectionWords(facts),
      ...correctionWords(facts),
      ...(delivered_until === null
        ? []
        : [`De inzamelaar heeft de ledigingen doorgegeven tot en met ${dayWithYear(delivered_until)}.`]),
    ].join(' '),
    contact: contactWords(sender),
    closing:
      'Klopt er volgens u een lediging niet? Neem dan contact met ons op. Wij zoeken voor u uit wanneer de container is geleegd, en leggen uw bezwaar vast.',
    signature: ['Met vriendelijke groet,', ...(sender.names_employee ? [employee] : []), letterhead[0] ?? ''],
  }
}

/** Returns the text of a mail to the household that lives at the address: the letter without its table. */
export function letterMail(letter: LetterFacts) {
  const { references, opening, state, closing, contact, signature } = letterWords(letter)
  const blocks = [...opening, state, closing, ...[contact, signature, references.slice(1)].map((it) => it.join('\n'))]
  return blocks.filter(Boolean).join('\n\n')
}
