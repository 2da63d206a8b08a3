import type { AuditAction, EmployeeMonth } from '@rd4-loket/contract'

/**
 * A figure of a month that has a norm. The norm is the highest value that needs no explanation. `action`: the only
 * action that the figure counts.
 */
type NormedFigure = {
  name: string
  figureOf: (month: EmployeeMonth) => number
  norm: number
  unit: string
  action: AuditAction | undefined
}

/** The figures that an administrator compares with a norm when reviewing a month. */
export const normedFigures: readonly NormedFigure[] = [
  {
    name: 'Buiten kantoortijd',
    figureOf: ({ outside_hours }) => outside_hours,
    norm: 0,
    unit: 'keer',
    action: undefined,
  },
  { name: 'Dezelfde pas', figureOf: ({ same_pass }) => same_pass, norm: 5, unit: 'keer', action: 'find_resident' },
  {
    name: 'Niet gevonden',
    figureOf: ({ lookups, not_found }) => (lookups === 0 ? 0 : Math.round((not_found / lookups) * 100)),
    norm: 20,
    unit: '%',
    action: 'find_resident',
  },
  {
    name: 'Hele naam getoond',
    figureOf: ({ names_shown }) => names_shown,
    norm: 10,
    unit: 'keer',
    action: 'show_resident_name',
  },
]

const deviations = (month: EmployeeMonth) => normedFigures.filter(({ figureOf, norm }) => figureOf(month) > norm).length

/** Returns the months with the most figures above their norm first. Otherwise preserves the order. */
export const deviationsFirst = (months: EmployeeMonth[]) =>
  months.toSorted((one, other) => deviations(other) - deviations(one))
