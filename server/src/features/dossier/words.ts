import {
  type Assessment,
  type Charge,
  chargeNames,
  type EquipmentKind,
  euroText,
  isAsAssessed,
  type WasteStream,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { afterAssessmentSentences } from '../../domain/bill/assessment-words.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'
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

type ChargedLine = { charge: Charge; waste_type: WasteStream | null } & Omit<Lifted, 'waste_type'>

/** Returns the words for the charge of a line. */
export function chargedWords({ charge, waste_type, kind, volume_litres }: ChargedLine) {
  if (waste_type === null) return chargeNames[charge]
  const lifted = liftedWords({ waste_type, kind, volume_litres })
  return charge === 'clearance' ? lifted : `${chargeNames[charge]}: ${lifted}`
}

/** Returns the quantity of a line: `9`, `7/12` of a year, or `2 × 7/12`. */
export function quantityWords({ count, twelfths }: { count: number; twelfths: number | null }) {
  if (twelfths === null || twelfths === 12) return String(count)
  return count === 1 ? `${twelfths}/12` : `${count} × ${twelfths}/12`
}

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
export function methodWords({ proration, standard_containers }: DossierFacts['method']) {
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
    'Krijgt u gelijk bij een bezwaar tegen een lediging? Dan gaat het bedrag van die lediging van uw aanslag af.',
  ]
}

/** Returns the sentences about an assessment, in the words that are read aloud. */
export function assessmentWords(assessment: Assessment) {
  const { number, assessed_on, amount_cents, difference_cents } = assessment
  return [
    `Op ${dayWithYear(assessed_on)} is aanslag ${number} opgelegd: ${euroText(amount_cents)}.`,
    ...(isAsAssessed(assessment)
      ? ['Onze berekening is gelijk aan de opgelegde aanslag.']
      : afterAssessmentSentences(assessment, amount_cents + difference_cents)),
  ].join(' ')
}
