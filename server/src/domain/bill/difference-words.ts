import { euroText } from '@rd4-loket/contract'
import type { DifferenceCause } from './compare-years.ts'
import { isSpeakable, listFormat } from './wording.ts'

type YearDifference = { year: number; amount_cents: number; causes: DifferenceCause[] }

const sentenceOf = (lead: string, parts: string[]) => `${lead} ${listFormat.format(parts)}.`

/** Returns how many parts fit in one sentence. */
const fitting = (lead: string, parts: string[]) =>
  parts.findLastIndex((_, at) => isSpeakable(sentenceOf(lead, parts.slice(0, at + 1)))) + 1

/** Returns sentences that add or subtract amounts: 'Er komt € 2,00 bij door … en € 1,00 door …'. */
function changeSentences(causes: DifferenceCause[]): string[] {
  const [first] = causes
  if (!first) return []
  const [verb, ending] = first.amount_cents > 0 ? ['komt', 'bij'] : ['gaat', 'af']
  const parts = causes.map(
    ({ amount_cents, words }, at) => `${euroText(Math.abs(amount_cents))}${at === 0 ? ` ${ending}` : ''} door ${words}`,
  )
  const count = Math.max(1, fitting(`Er ${verb}`, parts))
  return [sentenceOf(`Er ${verb}`, parts.slice(0, count)), ...changeSentences(causes.slice(count))]
}

/**
 * Returns the Dutch sentences about the difference with the year before: 'Dat is € 3,95 meer dan in 2024: € 2,25 door
 * hogere tarieven en € 1,70 door 1 gft-lediging meer.' The amounts of the causes add up to the difference.
 */
export function differenceSentences({ year, amount_cents, causes }: YearDifference): string {
  const sorted = causes.toSorted((one, other) => Math.abs(other.amount_cents) - Math.abs(one.amount_cents))
  const isSame = ({ amount_cents: cents }: DifferenceCause) => Math.sign(cents) === Math.sign(amount_cents)
  const same = sorted.filter(isSame)
  const lead =
    amount_cents === 0
      ? `Dat is evenveel als in ${year}`
      : `Dat is ${euroText(Math.abs(amount_cents))} ${amount_cents > 0 ? 'meer' : 'minder'} dan in ${year}`
  const [only, second] = sorted
  if (only && !second && isSpeakable(`${lead}, door ${only.words}.`)) return `${lead}, door ${only.words}.`
  const parts = same.map(({ amount_cents: cents, words }) => `${euroText(Math.abs(cents))} door ${words}`)
  const count = fitting(`${lead}:`, parts)
  const left = [...same.slice(count), ...sorted.filter((cause) => !isSame(cause))]
  return [
    count === 0 ? `${lead}.` : sentenceOf(`${lead}:`, parts.slice(0, count)),
    ...changeSentences(left.filter(({ amount_cents: cents }) => cents > 0)),
    ...changeSentences(left.filter(({ amount_cents: cents }) => cents < 0)),
  ].join(' ')
}
