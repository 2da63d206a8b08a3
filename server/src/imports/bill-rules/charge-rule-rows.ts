import { type ChargeRule, euroText, type LoggedValues, type NewChargeRule } from '@rd4-loket/contract'
import { type ColumnWords, householdWords, kindWords, parseValue, streamWords } from '../reader/column-words.ts'
import {
  limitLength,
  parseAmount,
  parseDay,
  parseInteger,
  parseOption,
  parseScheme,
  type ReadColumn,
  RowError,
} from '../reader/columns.ts'
import { readMunicipality } from '../resolver/municipalities.ts'

type Kind = ChargeRule['kind']
type RuleOf<Name extends Kind> = Extract<NewChargeRule, { kind: Name }>

/** The words in the column `regel`. */
export const ruleWords = { free: 'vrij', deduction: 'aftrek', average: 'gemiddelde', period: 'tijdvak' } as const

const [ownKinds, otherKinds] = kindWords as [(typeof kindWords)[0], (typeof kindWords)[0]]
/** The words in the column `soort`: equipment, or a visit to the depot. */
export const ruleKindWords: ColumnWords<keyof typeof ownKinds | 'depot'> = [
  { ...ownKinds, depot: 'depot' },
  { ...otherKinds, depot: 'depot' },
]
const targets: ColumnWords<RuleOf<'deduction'>['target']> = [{ fixed: 'vast', lifts: 'ledigingen' }]
const perWords: ColumnWords<RuleOf<'period'>['fixed_per']> = [{ year: 'jaar', half_year: 'half jaar' }]
const restWords: ColumnWords<RuleOf<'period'>['rest_on']> = [
  { own_year: 'zelfde jaar', next_year: 'volgend jaar', measured: 'meting' },
]
const sizeWords: ColumnWords<RuleOf<'period'>['size_on']> = [{ each_change: 'elke wijziging', first_day: 'eerste dag' }]

const condition = ['regeling', 'huishouden', 'afvalstroom', 'soort', 'volume', 'keuze', 'naar_maanden']
/** The columns of each kind, without the municipality and the period. */
const columnsOf: Record<Kind, string[]> = {
  free: [...condition, 'van', 'tot'],
  deduction: [...condition, 'waarvan', 'tot', 'procent', 'hoogstens', 'blijft'],
  average: ['afvalstroom', 'soort', 'volume', 'tot'],
  period: ['vast_per', 'rest_per', 'rest_op', 'grootte_op'],
}
const optional = [...new Set(Object.values(columnsOf).flat())]

/** The columns of a file with rule rows. */
export const chargeRuleColumns = {
  required: ['gemeente', 'regel', 'geldig_vanaf'],
  optional: [...optional, 'geldig_tot', 'vervalt'],
}

const maxLifts = 10_000
const maxCents = 100_000_00

/** A row of a file. `ends`: the stored row with its key was wrong from its first day, and is deleted. */
export type RuleFileRow = NewChargeRule & { ends: boolean }

/** Returns a rule row. Throws a RowError. */
export function parseChargeRule(column: ReadColumn): RuleFileRow {
  const municipality_id = readMunicipality(column)
  const kind = parseValue([ruleWords], column('regel'), 'de regel')
  const extra = optional.find((name) => column(name) !== '' && !columnsOf[kind].includes(name))
  if (extra) throw new RowError(`${extra} hoort niet bij ${ruleWords[kind]}`)
  const dates = {
    municipality_id,
    valid_from: parseDay(column('geldig_vanaf'), 'de eerste dag'),
    valid_to: orNull(column('geldig_tot'), (text) => parseDay(text, 'de laatste dag')),
  }
  if (dates.valid_to !== null && dates.valid_to < dates.valid_from)
    throw new RowError('de laatste dag ligt voor de eerste')
  const ends = parseOption(['ja', 'nee'], column('vervalt') || 'nee', 'vervalt') === 'ja'
  return { ...dates, ...parsers[kind](column, dates), ends }
}

const orNull = <Value>(text: string, parse: (text: string) => Value) => (text === '' ? null : parse(text))

/** Returns a required text of a rule: 'vrij heeft een eerste lediging nodig (van)'. */
function needed(column: ReadColumn, name: string, kind: Kind, what: string) {
  if (column(name) === '') throw new RowError(`${ruleWords[kind]} heeft ${what} nodig (${name})`)
  return column(name)
}

const parseCount = (text: string, label: string) => parseInteger(text, 1, maxLifts, label)
const parseLast = (column: ReadColumn) => orNull(column('tot'), (text) => parseCount(text, 'de laatste lediging'))

function parseCents(text: string, label: string) {
  const cents = parseAmount(text, label, { signed: true })
  if (cents < 0) throw new RowError('het bedrag is negatief')
  if (cents > maxCents) throw new RowError('het bedrag is te groot')
  return cents
}

const parseVolume = (column: ReadColumn) =>
  orNull(column('volume'), (text) => parseInteger(text, 1, 10_000, 'het volume'))

const parseCondition = (column: ReadColumn) => ({
  scheme: orNull(column('regeling'), parseScheme),
  household_size: orNull(column('huishouden'), (text) => parseValue(householdWords, text, 'het huishouden')),
  waste_type: orNull(column('afvalstroom'), (text) => parseValue(streamWords, text, 'de afvalstroom')),
  equipment_kind: orNull(column('soort'), (text) => parseValue(ruleKindWords, text, 'de soort')),
  volume_litres: parseVolume(column),
  alternative: orNull(column('keuze'), (text) => limitLength(text.toLowerCase(), 20, 'de keuze')),
  prorated: parseOption(['ja', 'nee'], column('naar_maanden') || 'nee', 'naar_maanden') === 'ja',
})

type Dates = Pick<ChargeRule, 'municipality_id' | 'valid_from' | 'valid_to'>
type Parsed<Name extends Kind> = Omit<RuleOf<Name>, keyof Dates>

const parsers: { [Name in Kind]: (column: ReadColumn, dates: Dates) => Parsed<Name> } = {
  free(column) {
    const from_lift = parseCount(needed(column, 'van', 'free', 'een eerste lediging'), 'de eerste lediging')
    const to_lift = parseLast(column)
    if (to_lift !== null && to_lift < from_lift) throw new RowError('de laatste lediging ligt voor de eerste')
    return { kind: 'free', ...parseCondition(column), from_lift, to_lift }
  },
  deduction(column) {
    const target = parseValue(targets, needed(column, 'waarvan', 'deduction', 'een deel van de aanslag'), 'waarvan')
    const lifts = ['afvalstroom', 'soort', 'volume', 'tot'].filter((name) => column(name) !== '')
    if (target === 'fixed' && lifts.length > 0)
      throw new RowError(`aftrek van het vast deel heeft geen ${lifts.join(', ')}`)
    const limits = ['procent', 'hoogstens', 'tot'].filter((name) => column(name) !== '')
    if (column('blijft') !== '' && limits.length > 0)
      throw new RowError(`blijft gaat niet samen met ${limits.join(', ')}`)
    return {
      kind: 'deduction',
      ...parseCondition(column),
      target,
      to_lift: parseLast(column),
      percent: orNull(column('procent'), (text) => parseInteger(text, 1, 100, 'procent')),
      max_cents: orNull(column('hoogstens'), (text) => parseCents(text, 'hoogstens')),
      left_cents: orNull(column('blijft'), (text) => parseCents(text, 'blijft')),
    }
  },
  average: (column) => ({
    kind: 'average',
    waste_type: parseValue(streamWords, column('afvalstroom'), 'de afvalstroom'),
    equipment_kind: parseValue(kindWords, column('soort'), 'de soort'),
    volume_litres: parseVolume(column),
    to_lift: parseCount(needed(column, 'tot', 'average', 'een aantal ledigingen'), 'het aantal'),
  }),
  period(column, { valid_from, valid_to }) {
    if (!valid_from.endsWith('-01-01')) throw new RowError('een tijdvak begint op 1 januari')
    if (valid_to !== null && !valid_to.endsWith('-12-31')) throw new RowError('een tijdvak eindigt op 31 december')
    return {
      kind: 'period',
      fixed_per: parseValue(perWords, column('vast_per') || 'jaar', 'vast_per'),
      rest_per: parseValue(perWords, column('rest_per') || 'jaar', 'rest_per'),
      rest_on: parseValue(restWords, column('rest_op') || 'zelfde jaar', 'rest_op'),
      size_on: parseValue(sizeWords, column('grootte_op') || 'elke wijziging', 'grootte_op'),
    }
  },
}

/** The column of each field of a rule row, and its words. The first fields are what the row is for. */
const fieldTexts: Record<string, [column: string, words?: Record<string, string>]> = {
  scheme: ['regeling'],
  household_size: ['huishouden', householdWords[0]],
  waste_type: ['afvalstroom', streamWords[0]],
  equipment_kind: ['soort', ruleKindWords[0]],
  volume_litres: ['volume'],
  alternative: ['keuze'],
  target: ['waarvan', targets[0]],
  from_lift: ['van'],
  to_lift: ['tot'],
  percent: ['procent'],
  max_cents: ['hoogstens'],
  left_cents: ['blijft'],
  prorated: ['naar_maanden', { true: 'ja', false: 'nee' }],
  fixed_per: ['vast_per', perWords[0]],
  rest_per: ['rest_per', perWords[0]],
  rest_on: ['rest_op', restWords[0]],
  size_on: ['grootte_op', sizeWords[0]],
}
const subjectCount = Object.keys(fieldTexts).indexOf('to_lift')

/** Returns rule rows as the audit log states them: 'vrij vanaf 2025-01-01, regeling M, van 27'. */
export const loggedChargeRules = (rules: NewChargeRule[]): LoggedValues =>
  Object.fromEntries(
    rules.map((rule) => {
      const texts = Object.entries(fieldTexts).map(([field, [column, words]]) => {
        const value = (rule as Record<string, unknown>)[field] ?? null
        if (value === null) return []
        const text = field.endsWith('_cents') ? euroText(Number(value)) : (words?.[String(value)] ?? String(value))
        return [`${column} ${text}`]
      })
      const end = rule.valid_to === null ? 'tot nader order' : `tot en met ${rule.valid_to}`
      const subject = texts.slice(0, subjectCount).flat()
      return [
        [`${ruleWords[rule.kind]} vanaf ${rule.valid_from}`, ...subject].join(', '),
        [...texts.slice(subjectCount).flat(), end].join(', '),
      ]
    }),
  )
