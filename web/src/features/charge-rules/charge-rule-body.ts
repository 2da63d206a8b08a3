import type { ChargeRule, ChargeRuleInput } from '@rd4-loket/contract'
import { parseTypedNumber, type Values } from '../../kit/forms/Form.tsx'

const textOrNull = (typed: string | undefined) => typed?.trim() || null
const numberOrNull = (typed: string | undefined) => parseTypedNumber(typed) ?? null

/** Returns a typed amount in euros as cents: null for an empty text, NaN for another text. */
function centsOrNull(typed: string | undefined) {
  const euros = parseTypedNumber(typed)
  return euros === undefined ? null : Math.round(euros * 100)
}

const matched = ({ waste_type, equipment_kind, volume_litres }: Values) => ({
  waste_type: textOrNull(waste_type),
  equipment_kind: textOrNull(equipment_kind),
  volume_litres: numberOrNull(volume_litres),
})

const conditions = ({ scheme, household_size, alternative, prorated }: Values) => ({
  scheme: textOrNull(scheme)?.toUpperCase() ?? null,
  household_size: textOrNull(household_size),
  alternative: textOrNull(alternative),
  prorated: prorated === 'yes',
})

const nothing = { waste_type: null, equipment_kind: null, volume_litres: null, to_lift: null }

/** Returns the fields of the chosen kind only: other typed values stay in the form, but are not sent. */
function fieldsOf(values: Values) {
  const { kind, target, from_lift, to_lift, percent, max_cents, left_cents } = values
  if (kind === 'period') {
    const { fixed_per, rest_per, rest_on, size_on } = values
    return { fixed_per, rest_per, rest_on, size_on }
  }
  if (kind === 'average') return { ...matched(values), to_lift: parseTypedNumber(to_lift) }
  const common = { ...conditions(values), ...matched(values), to_lift: numberOrNull(to_lift) }
  if (kind !== 'deduction') return { ...common, from_lift: parseTypedNumber(from_lift) }
  return {
    ...common,
    ...(target === 'fixed' && nothing),
    target,
    percent: numberOrNull(percent),
    max_cents: centsOrNull(max_cents),
    left_cents: centsOrNull(left_cents),
  }
}

/** Returns the row that the form describes. The contract checks it. */
export const toRule = (values: Values) =>
  ({
    kind: values.kind,
    ...fieldsOf(values),
    valid_from: values.valid_from ?? '',
    valid_to: textOrNull(values.valid_to),
  }) as ChargeRuleInput

/** Returns a stored row as typed values, so that the form can begin with them. */
export const toValues = (rule: ChargeRule): Values =>
  Object.fromEntries(
    Object.entries(rule).flatMap(([name, value]): [string, string][] => {
      if (value === null || value === false) return []
      if (value === true) return [[name, 'yes']]
      return [[name, name.endsWith('_cents') ? (Number(value) / 100).toFixed(2).replace('.', ',') : String(value)]]
    }),
  )
