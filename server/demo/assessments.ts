import { type BillLine, chargeNames, wasteStreamNames } from '@rd4-loket/contract'
import type { BillTariff } from '../src/domain/bill/bill-facts.queries.ts'
import { priceLifts } from '../src/domain/bill/bill-lines.ts'
import { chargeYear } from '../src/domain/bill/charge-periods.ts'
import { type Day, textOf, yearOf } from '../src/platform/runtime/days.ts'
import { demoRulesOf } from './charge-rules.ts'
import type { InsertedClearance } from './clearances.ts'
import type { DemoEquipment } from './equipment.ts'
import { type DemoHistory, noEnd } from './history.ts'
import type { InsertedHousehold } from './households.ts'
import type { Writer } from './rows.ts'
import type { DemoTariff } from './tariffs.ts'

type ImposedFacts = {
  households: InsertedHousehold[]
  equipment: DemoEquipment
  clearances: InsertedClearance[]
  tariffs: DemoTariff[]
  municipality_id: number
}

/**
 * Returns a function that adds the assessments of an address for the last billed year, one for each household. The
 * lines equal our own calculation, without the clearances that were delivered later.
 */
export function assessmentWriter(writer: Writer, { from, until, billedYear, assessed_on }: DemoHistory) {
  const assessment = writer.table('assessment', {
    id: 'int',
    number: 'text',
    subject_id: 'text',
    address_id: 'int',
    year: 'int',
    assessed_on: 'day',
    amount_cents: 'int',
  })
  const assessmentLine = writer.table('assessment_line', {
    assessment_id: 'int',
    position: 'int',
    description: 'text',
    count: 'int',
    unit_cents: 'int',
    amount_cents: 'int',
  })

  function addAssessment(address_id: number, subject_id: string, lines: BillLine[]) {
    const id = assessment.nextId()
    const number = `verzonnen-${billedYear}-${`${id}`.padStart(6, '0')}`
    const amount_cents = lines.reduce((sum, line) => sum + line.amount_cents, 0)
    assessment.add({ id, number, subject_id, address_id, year: billedYear, assessed_on, amount_cents })
    for (const [index, line] of lines.entries()) {
      const { count, unit_cents, amount_cents } = line
      const description = describe(line)
      assessmentLine.add({ assessment_id: id, position: index + 1, description, count, unit_cents, amount_cents })
    }
  }

  const factsOf = ({ households, equipment, clearances, tariffs, municipality_id }: ImposedFacts) => ({
    rule: { proration: 'twelfths', standard_containers: 1 } as const,
    today: textOf(until + 1),
    occupancies: households.map(({ id, subject_id, size, ...period }) => ({
      ...{ id, subject_id, household_size: size },
      ...{ first_day: textOf(period.from), last_day: endOf(period.until) },
    })),
    containers: [...equipment.own, ...equipment.shared].map((container) => {
      const { id, number, waste_type, kind, volume_litres, chip_number, from } = container
      const stored = { id, number, waste_type, kind, volume_litres, chip_number, placed_on: textOf(from) }
      return { ...stored, is_own: equipment.own.length > 0, removed_on: endOf(container.until) }
    }),
    objections: [],
    charge_rules: demoRulesOf(municipality_id, textOf(from)),
    tariffs: tariffsIn(tariffs),
    lifts: clearances
      .filter(({ day, isLate }) => yearOf(day) === billedYear && !isLate)
      .map(({ day, at: _, isLate: __, ...lift }) => {
        const text = textOf(day)
        return { ...lift, cleared_at: text, loaded_on: text, weight_kg: null }
      })
      .toReversed(),
  })

  // All addresses of a municipality have the same tariffs, so each conversion is cached.
  const tariffsOf = new Map<DemoTariff[], BillTariff[]>()
  function tariffsIn(tariffs: DemoTariff[]) {
    const found =
      tariffsOf.get(tariffs) ?? tariffs.filter(({ valid_from }) => yearOf(valid_from) === billedYear).map(asText)
    tariffsOf.set(tariffs, found)
    return found
  }

  return (address_id: number, imposed: ImposedFacts) => {
    const facts = factsOf(imposed)
    const { periods } = chargeYear(billedYear, facts, priceLifts(facts))
    for (const [subject_id, ofHousehold] of Map.groupBy(periods, (period) => period.subject_id)) {
      const lines = ofHousehold.flatMap(({ lines }) => lines).filter(({ amount_cents }) => amount_cents !== 0)
      addAssessment(address_id, subject_id ?? '', lines)
    }
  }
}

const endOf = (day: Day) => (day === noEnd ? null : textOf(day))

const asText = ({ valid_from, valid_to, ...tariff }: DemoTariff): BillTariff => ({
  ...tariff,
  valid_from: textOf(valid_from),
  valid_to: textOf(valid_to),
})

const describe = ({ charge, waste_type, volume_litres }: BillLine) =>
  waste_type === null
    ? chargeNames[charge]
    : `${chargeNames[charge]}: ${wasteStreamNames[waste_type]}, ${volume_litres} liter`
