import { type ChargeRule, type SchemeNature, schemeNatureNames, wasteStreamNames } from '@rd4-loket/contract'
import { averageWords, conditionWords, deductionWords, freeWords } from '../../domain/bill/rules/rule-words.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'

type Rule<Row = ChargeRule> = Row extends ChargeRule ? Omit<Row, 'id' | 'municipality_id'> : never

/** What a container of a rule row is called in a sentence. */
export const ruledKindNames = {
  minicontainer: 'minicontainer',
  citybin: 'citybin',
  zak: 'zak',
  ondergronds: 'ondergrondse container',
  wijkcontainer: 'wijkcontainer',
  depot: 'grondstoffenpark',
}

/** Returns what a rule row says in Dutch. `nature`: what its code is about. */
function sentenceOf(rule: Rule, nature: SchemeNature | undefined) {
  if (rule.kind === 'average') return averageWords(rule)
  if (rule.kind === 'period') return periodSentence(rule)
  const condition = conditionWords(rule.scheme, nature)
  if (rule.kind === 'free')
    return freeWords({ from: rule.from_lift, to: rule.to_lift }, rule.equipment_kind ?? 'container', condition)
  return deductionWords(rule, nature === 'remission' ? 'remission' : condition, null)
}

const restWords = {
  own_year: 'De ledigingen komen op de aanslag van hun eigen jaar.',
  next_year: 'De ledigingen komen op de aanslag van het volgende jaar.',
  measured: 'Op een aanslag tellen de ledigingen van het jaar ervoor.',
}

function periodSentence({ fixed_per, rest_per, rest_on, size_on }: Extract<Rule, { kind: 'period' }>) {
  const halves = [fixed_per === 'half_year' && 'Het vaste deel', rest_per === 'half_year' && 'de ledigingen'].filter(
    (part) => part !== false,
  )
  return [
    restWords[rest_on],
    ...(halves.length === 0 ? [] : [halfYearSentence(halves)]),
    ...(size_on === 'first_day' ? ['De grootte van het huishouden op de eerste dag telt voor het hele jaar.'] : []),
  ].join(' ')
}

function halfYearSentence(parts: string[]) {
  const subject = parts.join(' en ')
  return `${subject[0]?.toUpperCase()}${subject.slice(1)} ${subject.includes('ledigingen') ? 'tellen' : 'telt'} per half jaar.`
}

/** Returns for which lifts and households a rule row is, in a few words. */
function aboutOf(rule: Rule, nature: SchemeNature | undefined) {
  if (rule.kind === 'period') return 'alle huishoudens'
  const { waste_type, equipment_kind, volume_litres } = rule
  const about = [
    waste_type && wasteStreamNames[waste_type].toLowerCase(),
    equipment_kind && ruledKindNames[equipment_kind],
    volume_litres !== null && `${volume_litres} liter`,
    ...(rule.kind === 'average' ? [] : conditionsOf(rule, nature)),
  ]
  return about.filter((part) => typeof part === 'string').join(', ') || 'alle huishoudens'
}

function conditionsOf(
  { scheme, household_size, alternative, prorated }: Extract<Rule, { kind: 'free' | 'deduction' }>,
  nature: SchemeNature = 'scheme',
) {
  const size = household_size && { one: 'één persoon', several: 'meer personen' }[household_size]
  return [
    scheme && `${schemeNatureNames[nature]} ${scheme}`,
    size && `huishouden van ${size}`,
    alternative !== null && `keuze ‘${alternative}’`,
    prorated && 'naar het deel van het jaar',
  ]
}

/** Returns a rule row in Dutch: what it says, and for which lifts and households. */
export const ruleWords = (rule: Rule, nature: SchemeNature | undefined) => ({
  sentence: sentenceOf(rule, nature),
  about: aboutOf(rule, nature),
})

/** Returns a rule row as the audit log states it: its sentence, what it is about, and its days. */
export function loggedRule(rule: Rule, nature: SchemeNature | undefined) {
  const { sentence, about } = ruleWords(rule, nature)
  const until = rule.valid_to === null ? 'tot nader order' : `tot en met ${dayWithYear(rule.valid_to)}`
  return { rekenregel: `${sentence} (${about}) Vanaf ${dayWithYear(rule.valid_from)} ${until}.` }
}
