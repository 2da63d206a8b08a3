import {
  type AppliedRule,
  type Assessment,
  amountText,
  assessedTwelfths,
  type Charge,
  chargeNames,
  type EquipmentKind,
  euroText,
  isAsAssessed,
  type WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { afterAssessmentSentences } from '../../domain/bill/assessment-words.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'
import type { PdfBlock } from '../../platform/files/pdf/pdf.ts'
import type { DossierFacts } from './dossier-facts.ts'

/** Returns a day in Dutch, in digits: `1-7-2025`. */
export const shortDay = (day: string) => day.slice(0, 10).split('-').map(Number).toReversed().join('-')

/** Returns a moment of the API in Dutch local time, in digits: `1-7-2025 07:31`. */
export const shortMoment = (moment: string) => `${shortDay(moment)} ${moment.slice(11, 16)}`

const kindWords: Record<EquipmentKind, string> = {
  minicontainer: 'container',
  citybin: 'citybin',
  zak: 'zak',
  ondergronds: 'ondergrondse container',
  wijkcontainer: 'wijkcontainer',
}

type Lifted = { waste_type: WasteStream; kind: EquipmentKind | null; volume_litres: number | null }

/** Returns the words for a lift: `Restafval, container 240 liter`. A visit to the waste depot has no kind. */
export function liftedWords({ waste_type, kind, volume_litres }: Lifted) {
  if (kind === null) return `${wasteStreamNames[waste_type]}, grondstoffenpark`
  return `${wasteStreamNames[waste_type]}, ${kindWords[kind]}${volume_litres === null ? '' : ` ${volume_litres} liter`}`
}

type ChargedLine = { charge: Charge; waste_type: WasteStream | null; correction?: string | undefined } & Omit<
  Lifted,
  'waste_type'
>

/** Returns the words for the charge of a line: of a deduction the name of its rule, of a correction its reason. */
export function chargedWords({ charge, waste_type, kind, volume_litres, correction }: ChargedLine, rule?: AppliedRule) {
  if (correction) return `Teruggaaf: ${correction}`
  const name = charge === 'deduction' && rule ? rule.name : chargeNames[charge]
  if (waste_type === null) return name
  // A deduction without a kind is about all containers of its stream.
  if (charge === 'deduction' && kind === null) return `${name}: ${wasteStreamNames[waste_type]}`
  const lifted = liftedWords({ waste_type, kind, volume_litres })
  return charge === 'clearance' ? lifted : `${name}: ${lifted}`
}

/** Returns the price of a line. Free lifts have the words of their rule: `in het vaste deel`. */
export function priceWords({ charge, unit_cents }: { charge: Charge; unit_cents: number | null }, rule?: AppliedRule) {
  if (rule && charge === 'clearance') return rule.name
  if (rule && charge === 'deduction') return '–'
  return unit_cents === null ? 'verschilt' : amountText(unit_cents)
}

/** Returns the days on which a rule is valid, in digits: `vanaf 1-1-2021`. */
export const validityWords = ({ valid_from, valid_to }: Pick<AppliedRule, 'valid_from' | 'valid_to'>) =>
  valid_to === null ? `vanaf ${shortDay(valid_from)}` : `${shortDay(valid_from)} tot en met ${shortDay(valid_to)}`

/** Returns the rule of a line among those of its part; undefined for a line without a rule. */
export const ruleOfLine = ({ rule }: { rule?: number | undefined }, rules: AppliedRule[] = []) =>
  rules.find(({ id }) => id === rule)

/** Returns the quantity of a line: `9`, `7/12` of a year, or `2 × 7/12`. */
export function quantityWords({ count, twelfths }: { count: number; twelfths: number | null }) {
  if (twelfths === null || twelfths === 12) return String(count)
  return count === 1 ? `${twelfths}/12` : `${count} × ${twelfths}/12`
}

/** Returns a weight in Dutch: `214,5 kg`. */
export const kilogramWords = (weight_kg: number) => `${weight_kg.toLocaleString('nl-NL')} kg`

/** Returns the sum of what the lifts cost; null without amounts of our own. */
export const sumOfLifts = ({ lifts, imposed_only }: DossierFacts) =>
  imposed_only ? null : sumOf(lifts, ({ charged_cents }) => charged_cents ?? 0)

/** Returns the number of persons of a household in words. */
export const householdWords = (size: number | null) =>
  size === null ? 'aantal personen onbekend' : size === 1 ? '1 persoon' : `${size} personen`

/** Returns a sentence about the households that a dossier contains. */
export function scopeWords({ scope, hidden_periods, year }: Pick<DossierFacts, 'scope' | 'hidden_periods' | 'year'>) {
  if (scope === 'all_households') return `Dit dossier gaat over alle huishoudens die in ${year} op dit adres woonden.`
  if (hidden_periods === 0) return 'Dit dossier gaat over het huishouden dat nu op dit adres woont.'
  const periods = hidden_periods === 1 ? '1 periode' : `${hidden_periods} periodes`
  return `Dit dossier gaat alleen over het huishouden dat nu op dit adres woont. Over ${periods} in ${year} woonde hier een ander huishouden. Die ledigingen en bedragen staan niet in dit dossier.`
}

/** Returns the paragraphs that explain how the amounts of a bill are computed. */
export function methodWords({ method, periods }: Pick<DossierFacts, 'method' | 'periods'>) {
  const { proration, standard_containers } = method
  const moving = {
    twelfths:
      'Het vaste deel en de huur gelden voor een heel jaar. Komt u in het jaar op het adres wonen? Dan betaalt u een twaalfde deel voor elke hele maand die na uw eerste dag overblijft. Vertrekt u? Dan krijgt u een twaalfde deel terug voor elke hele maand die na uw laatste dag overblijft. Wie er op 1 januari woont en blijft, betaalt het hele jaar.',
    days: 'Het vaste deel en de huur gelden voor een heel jaar. Woont u maar een deel van het jaar op het adres? Dan betaalt u voor het aantal dagen dat u er woonde.',
    none: 'Het vaste deel en de huur gelden voor een heel jaar. Zij veranderen niet als u verhuist.',
  }
  const standard = standard_containers === 1 ? '1 container' : `${standard_containers} containers`
  return [
    'Elke lediging heeft een prijs. Noemt de inzamelaar het bedrag van een lediging, dan geldt dat bedrag. Anders geldt het tarief van de dag van de lediging.',
    moving[proration],
    `Per soort afval ${standard_containers === 1 ? 'hoort' : 'horen'} ${standard} bij het adres. Voor elke container daarboven betaalt u huur.`,
    'Wij rekenen in hele centen. Een halve cent ronden wij naar boven af. Het totaal is de som van de regels.',
    // With a rule, another lift can then be free or charged.
    periods.some(({ rules }) => rules)
      ? 'Krijgt u gelijk bij een bezwaar tegen een lediging? Dan rekenen wij uw aanslag uit zonder die lediging. Wat die lager is, gaat van uw aanslag af.'
      : 'Krijgt u gelijk bij een bezwaar tegen een lediging? Dan gaat het bedrag van die lediging van uw aanslag af.',
  ]
}

/** Returns a table of the lines of an assessment, as they were imposed. */
export const imposedTable = ({ number, lines, amount_cents }: Assessment): PdfBlock => ({
  caption: `Regels van aanslag ${number}`,
  columns: [
    { heading: 'Omschrijving', share: 55 },
    { heading: 'Aantal', share: 15, align: 'right' },
    { heading: 'Prijs in euro', share: 15, align: 'right' },
    { heading: 'Bedrag in euro', share: 15, align: 'right' },
  ],
  rows: lines.map((line) => [
    line.description,
    line.count === null ? '–' : quantityWords({ count: line.count, twelfths: assessedTwelfths(line) }),
    line.unit_cents === null ? '–' : amountText(line.unit_cents),
    amountText(line.amount_cents),
  ]),
  total: ['Samen', '', '', amountText(amount_cents)],
})

/** Returns the sentences about an assessment, in the words that are read aloud. */
export function assessmentWords(assessment: Assessment) {
  const { number, assessed_on, amount_cents, difference_cents } = assessment
  const imposed = `Op ${dayWithYear(assessed_on)} is aanslag ${number} opgelegd: ${euroText(amount_cents)}.`
  if (difference_cents === null) return imposed
  return [
    imposed,
    ...(isAsAssessed(assessment)
      ? ['Onze berekening is gelijk aan de opgelegde aanslag.']
      : afterAssessmentSentences(assessment, amount_cents + difference_cents)),
  ].join(' ')
}

/**
 * Returns the charge rules of all parts, each sentence once with a number from 1. The lifts and the cents are those of
 * all parts together.
 */
export function numberedRules(periods: DossierFacts['periods']) {
  const all = periods.flatMap(({ rules = [] }) => rules)
  return [...Map.groupBy(all, ({ id, sentence }) => `${id} ${sentence}`).values()].map((same, at) => ({
    ...(same[0] as AppliedRule),
    number: at + 1,
    lifts: sumOf(same, ({ lifts }) => lifts),
    amount_cents: sumOf(same, ({ amount_cents }) => amount_cents),
  }))
}

/** Returns the words for a code: `Regeling M, vanaf 1-3-2025`. */
export const schemeWords = ({
  code,
  nature,
  container_number,
  first_day: valid_from,
  last_day: valid_to,
}: NonNullable<DossierFacts['schemes']>[number]) =>
  [
    `${nature === 'remission' ? 'Kwijtschelding' : 'Regeling'} ${code}${nature === 'premises' ? ' van dit adres' : ''}`,
    ...(container_number === null ? [] : [`container ${container_number}`]),
    validityWords({ valid_from, valid_to }),
  ].join(', ')
