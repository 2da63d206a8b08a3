import {
  type AverageRule,
  type BillLine,
  type DeductionRule,
  euroText,
  type FreeRule,
  type HouseholdScheme,
  wasteStreamWords,
} from '@rd4-loket/contract'
import type { ChargedFacts } from '../bill-lines.ts'
import type { ChargedPeriod } from '../charge-periods.ts'
import { sizeGroup } from '../households.ts'
import { sumOf } from '../sums.ts'
import { spokenDay } from '../wording.ts'
import { deductionLimits } from './deduction.ts'
import { freeLimits } from './free.ts'
import { coversBetween, rulesOf, schemesOf } from './matching.ts'
import { measuredBy } from './measured.ts'
import { householdShare, periodSettings } from './period.ts'

/** The bill of one household in a year. */
export type SpokenBill = { year: number; facts: ChargedFacts; household: ChargedPeriod[] }

const centsOf = (lines: BillLine[]) => sumOf(lines, ({ amount_cents }) => amount_cents)
const linesOf = (household: ChargedPeriod[]) => household.flatMap(({ lines }) => lines)
const isOf = (year: number) => (period: ChargedPeriod) => period.from.startsWith(`${year}-`)

/** Returns the sentences about the days and lifts that stand on a bill. */
export function periodSentences({ year, facts, household }: SpokenBill): string[] {
  const settings = periodSettings(year, facts)
  const hasRest = (of: number) => household.filter(isOf(of)).some(({ has_rest }) => has_rest)
  if (settings.rest_on === 'measured') return measuredSentences(year, facts, household)
  const arrears = hasRest(year - 1)
    ? [`Deze aanslag telt de ledigingen van ${year - 1} en het vaste deel van ${year}.`]
    : []
  if (settings.rest_on !== 'next_year') return arrears
  if (hasRest(year))
    return [...arrears, 'U bent vertrokken.', `Daarom staan de ledigingen van ${year} ook op deze aanslag.`]
  return arrears.length > 0 ? arrears : [`De ledigingen van ${year} komen op de aanslag van ${year + 1}.`]
}

function measuredSentences(year: number, facts: ChargedFacts, household: ChargedPeriod[]): string[] {
  const before = year - 1
  const by = measuredBy(year, facts, household[0]?.subject_id ?? null)
  if (by === 'whole_year') return [`Voor ${year} tellen de ledigingen van ${before}.`]
  if (by === 'average')
    return [`Over ${before} is niet het hele jaar geteld.`, 'Daarom rekent de gemeente met het gemiddelde.']
  return [`U kwam in ${before} voor 1 juli.`, `Daarom telt het tweede half jaar van ${before} dubbel.`]
}

/** Returns the noun of a lift of a kind: an opening of an underground container, a visit to the depot. */
export function nounOf(kind: string | null): [one: string, several: string] {
  if (kind === 'ondergronds') return ['opening', 'openingen']
  return kind === null || kind === 'depot' ? ['bezoek', 'bezoeken'] : ['lediging', 'ledigingen']
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** Returns what a code of the household is about; undefined when it has no such code. */
export const natureOf = ({ facts, household }: SpokenBill, code: string | null | undefined) =>
  schemesOf(facts, household[0]?.subject_id ?? null).find((it) => it.code === code)?.nature

/** Returns the words before the verb for a row with a code; undefined for a row without one. */
export const conditionWords = (code: string | null | undefined, nature: HouseholdScheme['nature'] | undefined) =>
  code ? (nature === 'premises' ? 'Op dit adres' : `Met regeling ${code}`) : undefined

const conditionOf = (bill: SpokenBill, code: string | null | undefined) => conditionWords(code, natureOf(bill, code))

/** Returns the rows that made some lines cheaper, in row order. `lines`: the lifts of one year. */
export function rowsThatFreed({ facts, household }: SpokenBill, lines: BillLine[]): FreeRule[] {
  const used = new Set(lines.map(({ rule }) => rule))
  const parts = household.filter((part) => part.lines.some((line) => lines.includes(line)))
  return rulesOf(facts, 'free').filter(({ id }) => used.has(id) && parts.some(({ saved_by }) => saved_by.has(id)))
}

/**
 * Returns the sentence of a row that frees lifts of some lines, with the numbers as applied in the year of these lines.
 */
export function freeSentence(bill: SpokenBill, rule: FreeRule, lines: BillLine[]) {
  const { facts, household } = bill
  const subject_id = household[0]?.subject_id ?? null
  const used = household.find((part) => part.lines.some((line) => line.rule === rule.id && lines.includes(line)))
  const share = householdShare(facts, Number((used ?? household[0])?.from.slice(0, 4)), subject_id)
  const row = schemesOf(facts, subject_id).find(
    (scheme) => scheme.code === rule.scheme && (!used || coversBetween(scheme, used.from, used.to)),
  )
  const number = facts.containers.find(({ id }) => id === row?.container_id)?.number
  const ofContainer = rule.scheme !== null && number !== undefined ? ` van container ${number}` : ''
  return freeWords(freeLimits(rule, share), lines[0]?.kind ?? null, conditionOf(bill, rule.scheme), ofContainer)
}

/** Returns the sentence of free lifts. `condition`: the words for a code; undefined without one. */
export function freeWords(
  { from, to }: ReturnType<typeof freeLimits>,
  kind: string | null,
  condition: string | undefined,
  ofContainer = '',
) {
  const [one, several] = nounOf(kind)
  if (from > 1 && to === null) {
    const most = `ten hoogste ${from - 1} ${from === 2 ? one : several}${ofContainer}.`
    return condition ? `${condition} betaalt u ${most}` : `U betaalt ${most}`
  }
  if (from > 1) {
    const some = `${one} ${from}${to === from ? '' : ` tot en met ${to}`}${ofContainer}`
    return condition ? `${condition} kost ${some} niets.` : `${capital(some)} kost niets.`
  }
  const first = one === 'bezoek' ? 'het eerste bezoek' : `de eerste ${one}`
  const which = to === null ? several : to === 1 ? first : `de eerste ${to} ${several}`
  const belong = to === 1 ? 'hoort' : 'horen'
  return condition
    ? `${condition} ${belong} ${which}${ofContainer} bij het vaste deel.`
    : `${capital(which)}${ofContainer} ${belong} bij het vaste deel.`
}

const kilogramFormat = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 3 })

/** Returns a sentence for each price of a kilogram of some lines. */
export const weightSentences = (lines: BillLine[]): string[] =>
  [...Map.groupBy(lines, ({ unit_cents }) => unit_cents)].flatMap(([unit_cents, weighed]) => {
    const grams = sumOf(weighed, ({ weight_kg }) => Math.round((weight_kg ?? 0) * 1000))
    if (centsOf(weighed) === 0) return []
    return [
      `Daarin zat ${kilogramFormat.format(grams / 1000)} kilo van ${euroText(unit_cents ?? 0)}: ${euroText(centsOf(weighed))}.`,
    ]
  })

/** Returns the sentences about half-years, the price of a fixed part for a code, and the size that counts. */
export function yearSentences(bill: SpokenBill): string[] {
  return [...halfYearSentences(bill), ...fixedPriceSentences(bill), ...sizeSentences(bill)]
}

/** Returns the sentences about the row of kind `period` of a year: where the lifts stand, half-years, and the size. */
export function periodRowSentences(bill: SpokenBill, of: number): string[] {
  const { year, facts, household } = bill
  const { rest_on, fixed_per } = periodSettings(of, facts)
  const halves = restYear(bill) === of ? halfYearSentences(bill) : []
  const isSplit = household.some(
    ({ from, to, has_fixed }) => has_fixed && (from === `${of}-07-01` || to === `${of}-06-30`),
  )
  return [
    ...(rest_on === 'own_year' ? [] : periodSentences(bill)),
    ...halves,
    ...(halves.length === 0 && fixed_per === 'half_year' && isSplit ? ['Het vaste deel telt per half jaar.'] : []),
    ...(of === year ? sizeSentences(bill) : []),
  ]
}

/** Returns the year of the lifts that stand on a bill: its own year, or the year before. */
const restYear = ({ year, household }: SpokenBill) =>
  household.filter(({ has_rest }) => has_rest).some(isOf(year)) ? year : year - 1

function halfYearSentences(bill: SpokenBill): string[] {
  const { year, facts, household } = bill
  const rest = household.filter(({ has_rest }) => has_rest)
  const of = restYear(bill)
  const { fixed_per, rest_per } = periodSettings(of, facts)
  if (rest_per === 'year') return []
  const [first, second] = [true, false].map((isFirst) =>
    rest.filter(isOf(of)).filter(({ from }) => from < `${of}-07-01` === isFirst),
  ) as [ChargedPeriod[], ChargedPeriod[]]
  if (first.length === 0 || second.length === 0) return []
  if (fixed_per === 'half_year' && of === year) {
    const [one, other] = [first, second].map((half) =>
      centsOf(linesOf(half).filter(({ charge }) => charge !== 'deduction' && charge !== 'credit')),
    ) as [number, number]
    return [`Per half jaar is dat ${euroText(one)} en ${euroText(other)}.`]
  }
  const [one, other] = [first, second].map((half) =>
    centsOf(linesOf(half).filter(({ charge }) => charge === 'clearance' || charge === 'weight')),
  ) as [number, number]
  return one + other === 0 ? [] : [`Tot 1 juli ${of} kosten de ledigingen ${euroText(one)}, daarna ${euroText(other)}.`]
}

function fixedPriceSentences(bill: SpokenBill): string[] {
  const sentences = linesOf(bill.household).flatMap(({ scheme, unit_cents }) => {
    const condition = conditionOf(bill, scheme)
    return condition ? [`${condition} geldt een vast deel van ${euroText(unit_cents ?? 0)}.`] : []
  })
  return [...new Set(sentences)]
}

function sizeSentences({ year, facts, household }: SpokenBill): string[] {
  const own = household.filter(isOf(year)).filter(({ has_fixed }) => has_fixed)
  const hasChanged = new Set(own.map(({ household_size }) => sizeGroup(household_size))).size > 1
  if (!own[0] || !hasChanged || periodSettings(year, facts).size_on !== 'first_day') return []
  const day = spokenDay(own[0].from)
  return [`De grootte van het huishouden op ${day} telt voor het hele jaar.`]
}

/** Returns a sentence for each row that took cents off, and what is left to pay. */
export function deductionSentences(bill: SpokenBill): string[] {
  const lines = linesOf(bill.household)
  const deductions = lines.filter(({ charge }) => charge === 'deduction')
  if (deductions.length === 0) return []
  const ofTarget = (target: DeductionRule['target']) =>
    rulesOf(bill.facts, 'deduction').filter((rule) => rule.target === target)
  return [
    ...[...ofTarget('fixed'), ...ofTarget('lifts')].flatMap((rule) => {
      const own = deductions.filter((line) => line.rule === rule.id)
      return own.length === 0 ? [] : [deductionSentence(bill, rule, 0 - centsOf(own))]
    }),
    `U betaalt ${euroText(centsOf(lines))}.`,
  ]
}

/** Returns the sentence of a row that took cents off, with the numbers as applied. */
export function deductionSentence(bill: SpokenBill, rule: DeductionRule, cents: number) {
  const { year, facts, household } = bill
  const subject_id = household[0]?.subject_id ?? null
  const limits = deductionLimits(rule, householdShare(facts, year, subject_id))
  const isRemission = natureOf(bill, rule.scheme) === 'remission'
  return deductionWords({ ...rule, ...limits }, isRemission ? 'remission' : conditionOf(bill, rule.scheme), cents)
}

/**
 * Returns the sentence of a deduction. `condition`: the words for a code, 'remission', or undefined without a code.
 * `cents`: what it took off; null states the limits only.
 */
export function deductionWords(
  rule: Omit<DeductionRule, 'id' | 'municipality_id'>,
  condition: string | undefined,
  cents: number | null,
) {
  const { to_lift, max_cents, left_cents, percent, target } = rule
  const [one, several] = nounOf(rule.equipment_kind ?? 'container')
  const stream = rule.waste_type ? ` ${wasteStreamWords[rule.waste_type].replace(/^(de|het) /, '')}` : ''
  const what = target === 'fixed' ? 'het vaste deel' : `de ${several}${stream}`
  const bare = target === 'fixed' ? 'het vaste deel' : `${several}${stream}`
  const off = cents === null ? '.' : `: er gaat ${euroText(cents)} af.`
  const end = cents === null ? '.' : `: ${euroText(cents)}.`
  const share = percent === null || percent === 100 ? '' : `${percent} procent van `
  const some = to_lift === null ? what : `ten hoogste ${to_lift} ${to_lift === 1 ? one : several}${stream}`
  if (condition === 'remission') {
    if (left_cents !== null) return `Na kwijtschelding betaalt u voor ${bare} ten hoogste ${euroText(left_cents)}${off}`
    if (max_cents !== null) return `U krijgt kwijtschelding voor ${what} tot ${euroText(max_cents)}${off}`
    return `U krijgt kwijtschelding van ${share}${some}${end}`
  }
  if (left_cents !== null)
    return `${condition ? `${condition} betaalt u` : 'U betaalt'} voor ${bare} ten hoogste ${euroText(left_cents)}${off}`
  const goes = condition ? `${condition} gaat er` : 'Er gaat'
  if (cents !== null) return `${goes} ${euroText(cents)} van ${what} af.`
  if (max_cents !== null) return `${goes} ten hoogste ${euroText(max_cents)} van ${what} af.`
  if (percent !== null && percent < 100) return `${goes} ${percent} procent van ${what} af.`
  return condition ? `${condition} betaalt u ${some} niet.` : `U betaalt ${some} niet.`
}

/** Returns the sentence of the average lifts of a household without a measured year. */
export function averageWords({ equipment_kind, to_lift }: Pick<AverageRule, 'equipment_kind' | 'to_lift'>) {
  const [one, several] = nounOf(equipment_kind)
  return `Zonder gemeten jaar tellen er ${to_lift} ${to_lift === 1 ? one : several} per jaar.`
}

/** Returns the sentences for upheld objections and corrections of lifts with a price that change no amount. */
export function unchangedSentences({ household }: SpokenBill): string[] {
  const credits = linesOf(household).filter(({ charge }) => charge === 'credit')
  const priced = new Set(
    household
      .flatMap(({ lifts }) => lifts)
      .flatMap(({ id, charged_cents, rule }) => (charged_cents > 0 || rule ? id : [])),
  )
  const unchanged = credits.filter(({ clearance_ids: [id = 0] }) => priced.has(id))
  if (unchanged.length === 0 || centsOf(credits) !== 0) return []
  const corrected = unchanged.filter(({ correction }) => correction)
  return [
    ...leftOutSentence('Na bezwaar', unchanged.length - corrected.length),
    ...leftOutSentence('Door een correctie', corrected.length),
    'Dat verandert het bedrag niet.',
  ]
}

const leftOutSentence = (why: string, count: number) => {
  if (count === 0) return []
  return [`${why} ${count === 1 ? 'telt 1 lediging' : `tellen ${count} ledigingen`} niet mee.`]
}
