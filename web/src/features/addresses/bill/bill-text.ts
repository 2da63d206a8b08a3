import {
  type AppliedRule,
  type Assessment,
  amountText,
  assessedTwelfths,
  type BillLine,
  chargeNames,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { equipmentKindNames } from '../../../domain/equipment/EquipmentList.tsx'
import { countText, dayText, numberText } from '../../../kit/browser/format.ts'

/** A change in cents with its sign: `+ 6,45` or `− 6,45`. A dash if there is no change. */
export const changeText = (cents: number) =>
  cents === 0 ? '–' : `${cents > 0 ? '+' : '−'}\u00a0${amountText(Math.abs(cents))}`

/**
 * What a line of a bill charges, in a few words: `Restafval 240 l`. A deduction has the name of its rule, and the credit
 * of a correction its reason.
 */
export function lineName({ charge, waste_type, kind, volume_litres, correction }: BillLine, rule?: AppliedRule) {
  if (correction) return `Teruggaaf: ${correction}`
  const name = charge === 'deduction' && rule ? rule.name : chargeNames[charge]
  if (!waste_type) return name
  // A deduction without a kind is about all containers of its stream.
  if (charge === 'deduction' && !kind) return `${name}: ${wasteStreamNames[waste_type]}`
  const stream = wasteStreamNames[waste_type]
  const lifted = `${kind ? stream : `Grondstoffenpark, ${stream.toLowerCase()}`}${
    kind && kind !== 'ondergronds' && volume_litres !== null ? ` ${numberText(volume_litres)} l` : ''
  }`
  return charge === 'clearance' ? lifted : `${name}: ${lifted}`
}

/** Returns the days on which a rule is valid: `Geldt vanaf 1 januari 2021.` */
export const validityText = ({ valid_from, valid_to }: Pick<AppliedRule, 'valid_from' | 'valid_to'>) =>
  `Geldt vanaf ${dayText(valid_from)}${valid_to ? ` tot en met ${dayText(valid_to)}` : ''}.`

/** Returns whether two lines have the same charge, stream, kind and volume. */
const isSameKind = (one: BillLine, other: BillLine) =>
  one.charge === other.charge &&
  one.waste_type === other.waste_type &&
  one.kind === other.kind &&
  one.volume_litres === other.volume_litres

/** Returns until or from which day the tariff of a line applies, or '' if all lines of its kind have that tariff. */
function tariffText(line: BillLine, lines: BillLine[]) {
  const days = lines.filter((other) => isSameKind(line, other)).flatMap(({ valid_from }) => valid_from ?? [])
  const next = days.filter((day) => line.valid_from !== null && day > line.valid_from).sort()[0]
  if (line.valid_from === null || new Set(days).size < 2) return ''
  const isFirst = days.every((day) => day >= (line.valid_from ?? day))
  return isFirst && next ? `tot ${dayAndMonthText(next)}` : `vanaf ${dayAndMonthText(line.valid_from)}`
}

const dayAndMonthText = (day: string) => dayText(day).replace(/ \d{4}$/, '')

/** The remark after the name of a line: an unusual kind of container, and the days of its tariff. */
export const lineRemark = (line: BillLine, lines: BillLine[]) =>
  [line.kind && line.kind !== 'minicontainer' && equipmentKindNames[line.kind].toLowerCase(), tariffText(line, lines)]
    .filter(Boolean)
    .join(', ')

/**
 * How a line is calculated: `9 × 9,90`, `7/12 × 166,50`, `2 × 7/12 × 30,00`, or number and weight if its items differ in
 * amount. Free lifts have the words of their rule as price: `3 × in het vaste deel`.
 */
export function calculationText(
  { charge, count, unit_cents, weight_kg, twelfths, clearance_ids }: BillLine,
  rule?: AppliedRule,
) {
  if (count === 0) return 'geen'
  if (charge === 'deduction' && clearance_ids.length === 0) return '–'
  if (rule && charge === 'clearance') return `${numberText(count)} × ${rule.name}`
  if (charge === 'weight') return `${numberText(weight_kg ?? 0)} kg × ${amountText(unit_cents ?? 0)}`
  if (unit_cents === null)
    return [countText(count, 'keer', 'keer'), weight_kg !== null && `${numberText(weight_kg)} kg`]
      .filter(Boolean)
      .join(', ')
  return productText(count, twelfths ?? 12, unit_cents)
}

function productText(count: number, twelfths: number, unit_cents: number) {
  const factors = [(twelfths === 12 || count > 1) && numberText(count), twelfths !== 12 && `${twelfths}/12`]
  return [...factors, amountText(unit_cents).replace('−', '−\u00a0')].filter(Boolean).join(' × ')
}

/** How a line was imposed, in the form of `calculationText`. A dash if its amount is no share of count × unit. */
export function assessedText(line: Assessment['lines'][number]) {
  const { count, unit_cents } = line
  const twelfths = assessedTwelfths(line)
  if (twelfths !== null && count !== null && unit_cents !== null) return productText(count, twelfths, unit_cents)
  return count === null ? '–' : countText(count, 'keer', 'keer')
}
