// Reasons: docs/first-municipality.md

import { inRollWords, quarantineCauses, type SetupPart, wasteStreamWords } from '@rd4-loket/contract'
import type { ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import { dayWithYear, spokenDay } from '../../domain/bill/wording.ts'
import { chargedLitres } from '../../domain/clearances/clearance-rules.ts'
import type { MissingFact } from '../../domain/missing-data/missing-data.queries.ts'
import { missingText } from '../../domain/missing-data/missing-data.ts'
import { typed } from '../../platform/runtime/config.ts'
import type { PricePeriod, SetupFacts } from './setup.queries.ts'

/** A price, a calendar year and an allowance are missed this number of days before they are needed. */
const noticeDays = 60

/** Returns a day in Dutch, without its year when that is the current year. */
const recentDay = (day: string | null, today: string) =>
  day && (day.slice(0, 4) === today.slice(0, 4) ? spokenDay : dayWithYear)(day)
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('nl')} ${many}`

/** Returns how many clearances wait, and how many for each cause; null when there are none. */
function quarantineGap({ quarantined }: SetupFacts) {
  if (quarantined.length === 0) return null
  const total = counted(
    sumOf(quarantined, ({ count }) => count),
    'lediging wacht',
    'ledigingen wachten',
  )
  const causes = quarantined.map(({ cause, count }) => `${count.toLocaleString('nl')} × ${quarantineCauses[cause]}`)
  return `${total}: ${causes.join(' · ')}`
}

type PartState = Partial<Omit<SetupPart, 'part' | 'command'>> & {
  /** The command that fills the gap, without the program. */
  command?: string
  /** The setting of the server that fills the gap. */
  setting?: string
}

/** Returns each part of the set-up of a municipality, in the order in which the parts are needed. */
export function describeSetup(
  facts: SetupFacts,
  municipality: string,
  { decreed_years }: Pick<ObjectionRules, 'decreed_years'>,
): SetupPart[] {
  const parts: Record<SetupPart['part'], PartState> = {
    addresses: {
      count: facts.addresses,
      last: recentDay(facts.addresses_on, facts.today),
      gap: facts.addresses === 0 ? 'Geen adressen' : null,
      command: 'import addresses adressen.csv',
    },
    object_codes: {
      count: facts.coded,
      gap:
        facts.without_code === 0
          ? null
          : counted(facts.without_code, 'adres heeft geen objectcode', 'adressen hebben geen objectcode'),
      command: 'import object-codes objectcodes.csv',
    },
    collection_systems: {
      count: facts.collection_systems,
      gap: missingGap(facts, 'access'),
      command: 'import collection-systems verzamelsystemen.csv',
      remark: facts.collection_systems === 0 ? 'Mag ontbreken: er zijn dan geen gedeelde containers' : null,
    },
    containers: {
      count: facts.containers,
      last: recentDay(facts.containers_on, facts.today),
      gap:
        facts.containers === 0
          ? 'Geen containers: ledigingen vinden geen adres'
          : missingGap(facts, 'chip', 'double_chip'),
      command: 'import equipment containers.csv',
    },
    tariffs: { count: facts.prices.length, ...priceState(facts) },
    bill_rule: {
      count: facts.has_bill_rule ? 1 : 0,
      gap: facts.has_bill_rule ? null : 'Niet gekozen: hoe de aanslag bij een verhuizing wordt verdeeld',
      command: `bill-rule --municipality ${JSON.stringify(municipality)} --proration twelfths --standard-containers 1`,
    },
    occupancies: {
      count: facts.households,
      gap: facts.households === 0 ? 'Van geen adres is bekend wie betaalt' : missingGap(facts, 'household_size'),
      command: 'import occupancies bewoning.csv',
    },
    areas: {
      count: facts.areas,
      gap: facts.areas === 0 ? 'Geen ophaalgebieden' : null,
      command: 'import areas gebieden.csv',
    },
    collection_days: calendarState(facts),
    clearances: {
      last: recentDay(facts.clearances_until, facts.today),
      gap: facts.clearances_until === null ? 'Nog nooit ingelezen' : deliveryGap(facts.clearances_until, facts),
      command: 'import clearances ledigingen.csv',
    },
    quarantine: {
      count: sumOf(facts.quarantined, ({ count }) => count),
      gap: quarantineGap(facts),
      command: 'retry clearances',
    },
    non_clearances: reasonState(facts),
    assessments: {
      count: facts.assessments,
      last: recentDay(facts.assessed_on, facts.today),
      remark: facts.assessments === 0 ? 'Mag ontbreken: het loket berekent de aanslag zelf' : null,
    },
    passes: { count: facts.passes, last: recentDay(facts.passes_on, facts.today), ...passGap(facts) },
    allowance: allowanceState(facts),
    letter_texts: {
      count: facts.has_letter_sender ? 1 : 0,
      remark: facts.has_letter_sender ? null : 'Mag ontbreken: een brief zegt dan niet hoe u te bereiken bent',
    },
    legal_days: legalDayState(facts, decreed_years),
    employees: {
      count: facts.employees,
      gap: facts.employees === 0 ? 'Niemand kan aan de balie werken' : null,
      screen: '/services-and-settings/employees/new',
    },
  }
  return (Object.entries(parts) as [SetupPart['part'], PartState][]).map(([part, state]) => {
    const { count = null, last = null, gap = null, remark = null, command, setting, screen = null } = state
    const step =
      gap === null
        ? { command: null, screen: null }
        : { command: screen ? null : (setting ?? withProgram(command)), screen }
    return { part, count, last, gap, remark, ...step }
  })
}

/** Returns what deliveries of a part lack, in Dutch; null when nothing is missing. */
const missingGap = ({ missing }: SetupFacts, ...kinds: MissingFact['kind'][]) =>
  missing
    .filter(({ kind }) => kinds.includes(kind))
    .map(missingText)
    .join(', ') || null

const withProgram = (command: string | undefined) => (command === undefined ? null : `${typed.command} ${command}`)

const subjectKey = ({ charge, waste_type, kind, volume_litres, household_size, scheme }: PricePeriod) =>
  [charge, waste_type, kind, volume_litres, household_size, scheme].join(' ')

type PriceSubject = Pick<PricePeriod, 'charge' | 'waste_type' | 'volume_litres'> & { scheme?: string | null }

/** Returns what a price is for in Dutch: `restafval 240 l`, `het vaste deel`. */
function priceWords({ charge, waste_type, volume_litres, scheme }: PriceSubject) {
  if (charge === 'fixed' || waste_type === null)
    return scheme ? `het vaste deel van regeling ${scheme}` : 'het vaste deel'
  const of = { clearance: '', weight: 'een kilo ', rental: 'de huur van ', delivery: 'de bezorging van ' }[charge]
  return `${of}${wasteStreamWords[waste_type]} ${volume_litres} l`
}

/** Returns a Dutch list of which only the first item is named. */
const firstOf = ([first, ...others]: string[]) => (others.length === 0 ? first : `${first} en ${others.length} andere`)

/** Returns the containers whose stream has prices, while their own size has none. A stream whose prices are all zero is free. */
function unpricedContainers({ container_kinds, prices }: SetupFacts) {
  const lifts = prices.filter(({ charge }) => charge === 'clearance')
  const sizes = container_kinds.flatMap(({ waste_type, kind, volume_litres }) => {
    const litres = chargedLitres({ kind, volume_litres })
    return litres === null ? [] : [{ charge: 'clearance' as const, waste_type, kind, volume_litres: litres }]
  })
  return sizes.filter(
    (size) =>
      lifts.some(({ waste_type, amount_cents }) => waste_type === size.waste_type && amount_cents > 0) &&
      !lifts.some((price) => (['waste_type', 'kind', 'volume_litres'] as const).every((it) => price[it] === size[it])),
  )
}

function priceState(facts: SetupFacts): PartState {
  const { today, prices } = facts
  const lastDays = [...Map.groupBy(prices, subjectKey).values()].map((periods) =>
    periods.reduce((last, period) => (period.valid_to > last.valid_to ? period : last)),
  )
  const first = lastDays.map(({ valid_to }) => valid_to).sort()[0]
  const last = first === undefined ? null : `tot en met ${recentDay(first, today)}`
  const command = 'import tariffs tarieven.csv'
  if (first === undefined) return { gap: 'Geen tarieven', command }
  const unpriced = [...new Set(unpricedContainers(facts).map(priceWords))]
  if (unpriced.length > 0) return { last, gap: `Geen tarief voor ${firstOf(unpriced)}`, command }
  const ending = lastDays.filter(({ valid_to }) => valid_to === first).map(priceWords)
  if (daysBetween(today, first) >= noticeDays) return { last }
  return { last, gap: `Geen tarief voor ${firstOf([...new Set(ending)])} na ${dayWithYear(first)}`, command }
}

/** Returns the years that must be set up: this year, and next year when it begins soon. */
const neededYears = <Year extends { year: number }>(today: string, years: Year[]) =>
  years.filter(({ year }) => daysBetween(today, `${year}-01-01`) < noticeDays)

/** Returns the state of the decrees that make other days equal to a legal holiday. Terms of objections need them. */
function legalDayState({ today, calendar_years }: SetupFacts, decreed_years: Set<number>): PartState {
  const missing = neededYears(today, calendar_years).find(({ year }) => !decreed_years.has(year))
  return {
    last: `tot en met ${Math.max(...decreed_years)}`,
    ...(missing && {
      gap: `Geen besluit over vrije dagen in ${missing.year}: een termijn kan te kort zijn`,
      setting: `EXTRA_LEGAL_DAYS=${missing.year}-mm-dd`,
    }),
  }
}

function calendarState({ today, calendar_years }: SetupFacts): PartState {
  const known = calendar_years.filter(({ rules }) => rules > 0).map(({ year }) => year)
  const state = { count: calendar_years[0]?.rules ?? 0, last: known.length > 0 ? `tot en met ${known.at(-1)}` : null }
  for (const { year, rules, is_published } of neededYears(today, calendar_years)) {
    if (rules === 0)
      return { ...state, gap: `Geen ophaaldagen voor ${year}`, screen: '/services-and-settings/collections/rules' }
    if (!is_published)
      return {
        ...state,
        gap: `De ophaaldagen van ${year} hebben geen dag van publicatie`,
        screen: '/services-and-settings/collections/publication',
      }
  }
  return state
}

/** Returns the state of the reasons why the crew emptied nothing. They come as often as the clearances. */
function reasonState(facts: SetupFacts): PartState {
  const { today, reasons_until, unexplained } = facts
  const last = recentDay(reasons_until, today)
  if (unexplained > 0)
    return { last, gap: counted(unexplained, 'reden wacht', 'redenen wachten'), command: 'retry non-clearances' }
  if (reasons_until === null) return { remark: 'Mag ontbreken: u ziet dan niet waarom iets niet geleegd is' }
  return { last, gap: deliveryGap(reasons_until, facts), command: 'import non-clearances nietledigingen.csv' }
}

function deliveryGap(until: string, { today, delivery_days }: SetupFacts) {
  // A delivery can come a day late, and it covers only the days before it.
  if (delivery_days === null || daysBetween(until, today) <= 2 * delivery_days + 1) return null
  return `Een levering bleef uit: gewoonlijk komt er ${delivery_days === 1 ? 'elke dag' : `elke ${delivery_days} dagen`} een`
}

function passGap({ passes, has_pass_form }: SetupFacts): PartState {
  if (!has_pass_form)
    return { gap: 'De vorm van het pasnummer is niet gekozen', screen: '/services-and-settings/settings' }
  return passes === 0 ? { gap: 'Geen actieve passen', command: 'import passes passen.csv' } : {}
}

function allowanceState({ today, allowances, roll_words }: SetupFacts): PartState {
  const chosen = allowances.filter(({ rolls }) => rolls !== null)
  const missing = neededYears(today, allowances).find(({ rolls }) => rolls === null)
  return {
    count: allowances[0]?.rolls ?? null,
    last: chosen.length > 0 ? chosen.map(({ year }) => year).join(' en ') : null,
    ...(missing && {
      gap: inRollWords(`Geen aantal rollen voor ${missing.year}: de balie geeft dan niets uit`, roll_words),
      screen: '/services-and-settings/settings' as const,
    }),
  }
}
