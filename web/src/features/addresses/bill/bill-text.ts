import { type BillLine, chargeNames, type EquipmentKind, euroText, wasteStreamNames } from '@rd4-loket/contract'
import { equipmentKindNames } from '../../../domain/equipment/EquipmentList.tsx'
import { countText, dayText, numberText } from '../../../kit/browser/format.ts'

const withSign = (value: number, text: string) => (value === 0 ? text : `${value > 0 ? '+' : '−'}${text}`)

/** A difference in cents with its sign: `+€ 6,45`, `−€ 6,45` or `€ 0,00`. */
export const euroDifferenceText = (cents: number) => withSign(cents, euroText(Math.abs(cents)))

/** A difference with its sign: `+2`, `−2` or `0`. */
export const differenceText = (value: number) => withSign(value, numberText(Math.abs(value)))

/** The kind and volume of a container: `Minicontainer, 240 liter`. Returns '' for a visit to the waste depot. */
export const containerText = ({ kind, volume_litres }: { kind: EquipmentKind | null; volume_litres: number | null }) =>
  [kind && equipmentKindNames[kind], volume_litres !== null && `${numberText(volume_litres)} liter`]
    .filter(Boolean)
    .join(', ')

/** What a line of a bill charges, in a few words. */
export const lineName = ({ charge, waste_type, kind }: BillLine) => {
  if (charge !== 'clearance') return chargeNames[charge]
  if (!waste_type) return chargeNames.clearance
  return kind ? wasteStreamNames[waste_type] : `Grondstoffenpark, ${wasteStreamNames[waste_type].toLowerCase()}`
}

/** Returns whether two lines have the same charge, stream, kind and volume. */
const isSameKind = (one: BillLine, other: BillLine) =>
  one.charge === other.charge &&
  one.waste_type === other.waste_type &&
  one.kind === other.kind &&
  one.volume_litres === other.volume_litres

/** Returns from which day the tariff of a line applies, or undefined if all lines of its kind have that tariff. */
export function tariffText(line: BillLine, lines: BillLine[]) {
  const isSplit = lines.some((other) => isSameKind(line, other) && other.valid_from !== line.valid_from)
  return isSplit && line.valid_from ? `vanaf ${dayText(line.valid_from)}` : undefined
}

/**
 * How a line is calculated: `9 × € 9,90`, `7/12 × € 166,50`, `2 × 7/12 × € 30,00`, or number and weight if its items
 * differ in amount.
 */
export function calculationText({ count, unit_cents, weight_kg, twelfths }: BillLine) {
  if (count === 0) return 'geen'
  if (unit_cents === null)
    return [countText(count, 'keer', 'keer'), weight_kg !== null && `${numberText(weight_kg)} kg`]
      .filter(Boolean)
      .join(', ')
  const isWhole = twelfths === null || twelfths === 12
  const factors = [(isWhole || count > 1) && numberText(count), !isWhole && `${twelfths}/12`, euroText(unit_cents)]
  return factors.filter(Boolean).join(' × ')
}
