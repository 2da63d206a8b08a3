import {
  type Assessment,
  type Bill,
  type BillLine,
  euroText,
  isAsAssessed,
  noClearancesText,
  type WasteStream,
} from '@rd4-loket/contract'
import { dayOf, textOf } from '../../platform/runtime/days.ts'
import { afterAssessmentSentences } from './assessment-words.ts'
import type { BillFacts } from './bill-facts.queries.ts'
import { type ChargedFacts, lineKey } from './bill-lines.ts'
import type { ChargedPeriod } from './charge-periods.ts'
import type { PartOfYear } from './proration.ts'
import { periodSettings } from './rules/period.ts'
import {
  deductionSentences,
  freeSentence,
  periodSentences,
  rowsThatFreed,
  unchangedSentences,
  weightSentences,
  yearSentences,
} from './rules/rule-words.ts'
import { sumOf } from './sums.ts'
import { dayWithYear, liftWords, listFormat, spokenDay } from './wording.ts'

type SpokenFacts = {
  facts: ChargedFacts & Pick<BillFacts, 'year' | 'address' | 'delivered'>
  /** The periods of the billed household, in order of time. Empty: no household is shown. */
  household: ChargedPeriod[]
  /** The number of periods of other households. */
  otherPeriods: number
  assessment: Assessment | null
  last_year: Bill['last_year']
}

type DeliveryFacts = Pick<BillFacts, 'address' | 'delivered' | 'containers' | 'today'>

/** Returns the streams of which the municipality of the bill has lifts. */
export const deliveredOf = ({ address, delivered }: Pick<BillFacts, 'address' | 'delivered'>) => ({
  municipality: address.municipality.name,
  streams: delivered,
})

/** Returns the Dutch sentences for a period of the bill without lifts. `nothing` is as for `noClearancesText`. */
export const noLiftsText = (
  facts: DeliveryFacts,
  { from, to }: Pick<PartOfYear, 'from' | 'to'>,
  nothing: (words: string | undefined) => string,
) => {
  const streams = facts.containers.filter(({ is_own }) => is_own).map(({ waste_type }) => waste_type)
  return noClearancesText(deliveredOf(facts), { from, to, today: facts.today, streams }, nothing)
}

const price = (cents: number) => (cents === 0 ? 'gratis' : euroText(cents))

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** Returns the Dutch sentences that replace the bill of a year that has not begun. */
export const notBegunText = (year: number) => `${year} is nog niet begonnen. Er is nog geen aanslag.`

/**
 * Returns the Dutch texts that explain the bill of a household. An employee reads them aloud. `short`: the amount, and
 * why it is another one than in the year before; `full`: the lines too.
 */
export function spokenBill({ facts, otherPeriods, assessment, last_year, ...all }: SpokenFacts): Bill['spoken'] {
  const { year, today } = facts
  // A line with count 0 only has the difference with the year before: its rule changes nothing on this bill.
  const household = all.household.map((period) => ({ ...period, lines: period.lines.filter(({ count }) => count > 0) }))
  const [first] = household
  if (!first) {
    const text =
      otherPeriods > 0
        ? `De aanslag over ${year} is voor een ander huishouden. Daarom kunnen wij die niet toelichten.`
        : `Over ${year} was niemand op dit adres belastingplichtig.`
    return { short: text, full: text }
  }
  const bill = { year, facts, household }
  const ofYear = household.filter(({ from }) => from.startsWith(`${year}-`))
  const lines = household.flatMap((period) => period.lines)
  const hasEnded = today > `${year}-12-31`
  const arePricesKnown =
    facts.tariffs.some(({ valid_to }) => valid_to >= `${year}-01-01`) ||
    household.some(({ lifts }) => lifts.some(({ amount_cents }) => amount_cents !== null))
  // A bill without the lifts of its own year does not grow.
  const soFar = !hasEnded && household.at(-1)?.to === `${year}-12-31` && ofYear.some(({ has_rest }) => has_rest)
  const prefix = periodWords(year, ofYear)
  const nothing = () =>
    noLiftsText(facts, { from: (ofYear[0] ?? first).from, to: household.at(-1)?.to ?? first.to }, (words) =>
      words ? `${prefix} is er geen ${words} geleegd.` : `${prefix} is er ${soFar ? 'nog ' : ''}niets geleegd.`,
    )
  // Without the lifts of the year, the bill has nothing to say about them.
  const lifted = [year - 1, year].flatMap((of) => {
    const rest = household.filter(({ from, has_rest }) => has_rest && from.startsWith(`${of}-`))
    const own = rest.flatMap((period) => period.lines)
    if (rest.length === 0) return []
    if (of === year) return liftSentences(own, { bill, prefix, soFar, arePricesKnown, nothing })
    const earlier = periodWords(of, rest)
    return liftSentences(own, {
      bill,
      prefix: earlier,
      soFar: false,
      arePricesKnown,
      nothing: () => `${earlier} is er niets geleegd.`,
    })
  })
  const hasLifts = household.some(({ lifts }) => lifts.length > 0)
  const total = amountOf(lines)
  const after = assessment ? afterAssessmentSentences(assessment, total) : []
  const difference = last_year ? [last_year.difference] : []
  const explained = [
    ...periodSentences(bill),
    ...lifted,
    ...(hasLifts && !arePricesKnown ? [`De tarieven van ${year} zijn niet bekend.`] : []),
    ...yearSentences(bill),
    ...unchangedSentences(bill),
    ...sumSentences(
      lines.filter(({ charge }) => charge !== 'deduction'),
      facts,
      household,
      hasLifts || isNothingLifted(nothing(), prefix),
    ),
    ...deductionSentences(bill),
  ]
  const isKnown = total !== 0 || assessment !== null
  return {
    short: isKnown
      ? [shortSentence(assessment, total, { year, prefix, soFar }), ...after, ...difference].join(' ')
      : explained.join(' '),
    full: [
      ...(assessment
        ? [`Op uw aanslag van ${dayWithYear(assessment.assessed_on)} staat ${euroText(assessment.amount_cents)}.`]
        : []),
      // What came later belongs to the imposed amount: the sum of the lines already contains it.
      ...after,
      ...explained,
      ...difference,
    ].join(' '),
  }
}

/** Returns whether `nothing` states that there was no lift, and not that lifts are unknown. */
const isNothingLifted = (nothing: string, prefix: string) => nothing.startsWith(prefix) && nothing.endsWith('geleegd.')

function shortSentence(
  assessment: Assessment | null,
  total: number,
  { year, prefix, soFar }: { year: number; prefix: string; soFar: boolean },
) {
  if (!assessment) return `${prefix} komen wij ${soFar ? 'tot nu toe ' : ''}op ${euroText(total)}.`
  return isAsAssessed(assessment)
    ? `Uw aanslag over ${year} is ${euroText(assessment.amount_cents)}.`
    : `Op uw aanslag over ${year} staat ${euroText(assessment.amount_cents)}.`
}

function periodWords(year: number, household: ChargedPeriod[]) {
  const from = household[0]?.from ?? ''
  const to = household.at(-1)?.to ?? ''
  const [later, earlier] = [from !== `${year}-01-01`, to !== `${year}-12-31`]
  if (later && earlier) return `Van ${spokenDay(from)} tot ${spokenDay(textOf(dayOf(to) + 1))} ${year}`
  if (later) return `Vanaf ${spokenDay(from)} ${year}`
  return earlier ? `Tot en met ${spokenDay(to)} ${year}` : `In ${year}`
}

type SentenceFacts = {
  bill: { year: number; facts: ChargedFacts; household: ChargedPeriod[] }
  prefix: string
  soFar: boolean
  arePricesKnown: boolean
  nothing: () => string
}

/** Returns one sentence for each kind of lift, and a second one when its tariff changed. Without lifts: `nothing`. */
function liftSentences(all: BillLine[], { bill, prefix, soFar, arePricesKnown, nothing }: SentenceFacts): string[] {
  const lines = all.filter(({ charge, count }) => charge === 'clearance' && count > 0)
  const kinds = [...Map.groupBy(lines, spokenKey).values()]
  const volumes = new Set(kinds.map(([line]) => `${line?.waste_type} ${line?.volume_litres}`))
  const hasSeveralVolumes = (stream: WasteStream | null) =>
    [...volumes].filter((it) => it.startsWith(`${stream} `)).length > 1
  const hasRules = (bill.facts.charge_rules ?? []).length > 0
  // A row that frees several kinds of lift has one sentence.
  const explained = new Set<number>()
  let firstVerb: string | undefined
  // The lifts that cost money come first.
  const ordered = [...kinds.filter((it) => amountOf(it) > 0), ...kinds.filter((it) => amountOf(it) === 0)]
  const sentences = ordered.flatMap((kind) => {
    const [{ waste_type, kind: equipment, volume_litres }] = kind as [BillLine]
    const { name, verb } = liftWords({ kind: equipment, waste_type })
    const hasVolume = equipment && volume_litres !== null && equipment !== 'ondergronds'
    const named = hasVolume && (waste_type === 'residual_waste' || hasSeveralVolumes(waste_type))
    const what = named ? `${name} van ${volume_litres} liter` : name
    const times = `${sumOf(kind, ({ count }) => count)} keer`
    const weights = all.filter(
      (line) =>
        line.charge === 'weight' && spokenKey({ ...line, charge: 'clearance' }) === spokenKey(kind[0] as BillLine),
    )
    const amount = arePricesKnown ? `: ${price(amountOf([...kind, ...weights]))}.` : '.'
    const rows = rowsThatFreed(bill, kind).filter(({ id }) => !explained.has(id))
    for (const { id } of rows) explained.add(id)
    const tariffs = [
      ...rows.map((row) => freeSentence(bill, row, kind)),
      ...tariffSentence(hasRules ? onePerPrice(kind) : kind),
      ...weightSentences(weights),
    ]
    if (isMeasuredKind(bill, equipment))
      return [
        measuredSentence(kind, what),
        ...tariffs.filter((it) => kind.some(({ rule }) => rule) || !it.startsWith('Dat is')),
      ]
    if (firstVerb === undefined) {
      firstVerb = verb
      return [`${prefix} is ${what} ${soFar ? 'tot nu toe ' : ''}${times} ${verb}${amount}`, ...tariffs]
    }
    return [`${capital(what)} ${verb === firstVerb ? times : `is ${times} ${verb}`}${amount}`, ...tariffs]
  })
  return sentences.length > 0 ? sentences : [nothing()]
}

/** Returns whether lifts of a kind are those of the year before. */
const isMeasuredKind = ({ year, facts }: SentenceFacts['bill'], kind: BillLine['kind']) =>
  kind !== null && periodSettings(year, facts).rest_on === 'measured'

/** Returns the sentence about lifts of the year before: 'Dat is 10 keer de restafvalcontainer van 140 liter: € 41,30.' */
function measuredSentence(lines: BillLine[], what: string) {
  const months = lines.find(({ twelfths }) => twelfths !== null && twelfths < 12)?.twelfths
  const over = months == null ? '' : `, over ${months} ${months === 1 ? 'maand' : 'maanden'}`
  return `Dat is ${sumOf(lines, ({ count }) => count)} keer ${what}${over}: ${euroText(amountOf(lines))}.`
}

/**
 * Returns a key of the lines in one sentence. Visits to the waste depot are one kind of lift, whatever their stream.
 */
const spokenKey = (line: BillLine) => (line.kind === null ? 'waste depot' : lineKey(line))

const amountOf = (lines: BillLine[]) => sumOf(lines, ({ amount_cents }) => amount_cents)

/** The maximum number of tariffs in a spoken sentence. */
const maxTariffs = 3

/** Returns the sentence about tariffs that changed: 'Dat is 5 keer € 9,90 en vanaf 1 juli 4 keer € 11,40.' */
function tariffSentence(all: BillLine[]): string[] {
  // The amounts of visits differ by stream, not by day.
  if (all[0]?.kind === null) return []
  const lines = all.filter(({ rule }) => rule === undefined)
  const isFreed = lines.length < all.length && all.some(({ rule }) => rule !== undefined)
  if (lines.length < (isFreed ? 1 : 2) || lines.length > maxTariffs) return []
  if (lines.some(({ unit_cents }) => unit_cents === null)) return []
  const parts = lines.map(({ count, unit_cents, valid_from }, index) => {
    const from =
      index > 0 && valid_from !== null && !valid_from.endsWith('-01-01') ? `vanaf ${spokenDay(valid_from)} ` : ''
    return `${from}${count} keer ${price(unit_cents ?? 0)}`
  })
  return [`${isFreed ? 'U betaalt' : 'Dat is'} ${listFormat.format(parts)}.`]
}

/** Joins the lines with one price and one rule: those of two half-years. */
const onePerPrice = (lines: BillLine[]): BillLine[] =>
  [...Map.groupBy(lines, ({ unit_cents, rule, valid_from }) => [unit_cents, rule, valid_from].join()).values()].map(
    (same) => ({ ...(same[0] as BillLine), count: sumOf(same, ({ count }) => count) }),
  )

function fixedWords({ unit_cents, amount_cents, twelfths }: BillLine) {
  if (amount_cents === unit_cents) return `het vaste deel van ${euroText(amount_cents)}`
  if (twelfths === null) return `uw deel van het vaste deel, ${euroText(amount_cents)},`
  return `het vaste deel over ${twelfths} ${twelfths === 1 ? 'maand' : 'maanden'} van ${euroText(amount_cents)}`
}

function sumSentences(
  lines: BillLine[],
  { tariffs, year }: SpokenFacts['facts'],
  household: ChargedPeriod[],
  areLiftsKnown: boolean,
): string[] {
  const charged = (charge: BillLine['charge']) =>
    lines.filter((line) => line.charge === charge && line.amount_cents !== 0)
  const words = (name: string, charge: BillLine['charge']) => {
    const cents = amountOf(charged(charge))
    return cents === 0 ? [] : [`${name} van ${euroText(cents)}`]
  }
  const extras = [
    ...charged('fixed').map(fixedWords),
    ...words('de huur', 'rental'),
    ...words('het bezorgen', 'delivery'),
  ]
  const credit = amountOf(charged('credit'))
  const corrected = Map.groupBy(charged('credit'), ({ correction }) => correction)
  const objected = amountOf(corrected.get(undefined) ?? [])
  const total = euroText(amountOf(lines))
  const lifts = new Set(charged('clearance').map(spokenKey))
  if (amountOf(lines) === 0 && credit === 0) return []
  const fixedUnknown =
    household.some(({ household_size }) => household_size === null) &&
    !lines.some(({ charge }) => charge === 'fixed') &&
    tariffs.some(({ charge, valid_to }) => charge === 'fixed' && valid_to >= `${year}-01-01`)
  return [
    ...(objected === 0 ? [] : [`Na bezwaar gaat er ${euroText(-objected)} af.`]),
    ...[...corrected].flatMap(([reason, some]) =>
      reason === undefined ? [] : [`Door een correctie gaat er ${euroText(-amountOf(some))} af. ${ended(reason)}`],
    ),
    ...totalSentences(extras, total, { kinds: lifts.size, isCredited: credit !== 0, areLiftsKnown }),
    ...(fixedUnknown ? ['Het vaste deel ontbreekt: de grootte van het huishouden is niet bekend.'] : []),
  ]
}

type LiftFacts = { kinds: number; isCredited: boolean; areLiftsKnown: boolean }

function totalSentences(extras: string[], total: string, { kinds, isCredited, areLiftsKnown }: LiftFacts): string[] {
  const [only] = extras
  const sum = `Dat is samen ${total}.`
  // Lifts that are not known may still cost something.
  if (kinds === 0 && extras.length === 1) return [areLiftsKnown ? `U betaalt alleen ${only}.` : `U betaalt ${only}.`]
  if (kinds === 0 && only) return [`U betaalt ${listFormat.format(extras)}.`, sum]
  if (extras.length > 1) return [`Daarbij komen ${listFormat.format(extras)}.`, sum]
  if (only) return [`Met ${only} is dat samen ${total}.`]
  if (isCredited) return [`Dan blijft ${total} over.`]
  return kinds > 1 ? [sum] : []
}
