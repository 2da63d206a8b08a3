import type { AuditAction, EmployeeMonth } from '@rd4-loket/contract'

/**
 * A figure of a month that has a norm. The norm is the highest value that needs no explanation. `action`: the only
 * action that the figure counts.
 */
type NormedFigure = {
  name: string
  figureOf: (month: EmployeeMonth) => number
  normOf: (month: EmployeeMonth) => number
  unit: string
  action: AuditAction | undefined
}

/** The fewest lookups of which a share says something. */
const minLookups = 10

/** The figures that an administrator compares with a norm when reviewing a month. */
export const normedFigures: readonly NormedFigure[] = [
  {
    name: 'Buiten kantoortijd',
    figureOf: ({ outside_hours }) => outside_hours,
    normOf: ({ office_hours }) => office_hours.tolerance,
    unit: 'keer',
    action: undefined,
  },
  {
    name: 'Dezelfde pas',
    figureOf: ({ same_pass }) => same_pass,
    normOf: () => 5,
    unit: 'keer',
    action: 'find_resident',
  },
  {
    name: 'Niet gevonden',
    figureOf: ({ lookups, not_found }) => (lookups === 0 ? 0 : Math.round((not_found / lookups) * 100)),
    normOf: ({ lookups }) => (lookups < minLookups ? 100 : 20),
    unit: '%',
    action: 'find_resident',
  },
  {
    name: 'Hele naam getoond',
    figureOf: ({ names_shown }) => names_shown,
    normOf: () => 10,
    unit: 'keer',
    action: 'show_resident_name',
  },
]

const dutchTime = (time: string) => time.replace(':', '.')

/** Returns in words why a figure is above its norm; undefined if it is not. */
export function aboveNormText({ name, figureOf, normOf, unit }: NormedFigure, month: EmployeeMonth) {
  const norm = normOf(month)
  if (figureOf(month) <= norm) return undefined
  const { opens, closes } = month.office_hours
  const hours =
    name === 'Buiten kantoortijd' ? ` buiten ${dutchTime(opens)} tot ${dutchTime(closes)} of in het weekend` : ''
  return `Meer dan de norm: ${norm === 0 ? 'geen enkele keer' : `ten hoogste ${norm} ${unit}`}${hours}`
}

/** Returns how far the figures of a month are above their norms: 1 for each time that a figure exceeds its norm. */
const excessOf = (month: EmployeeMonth) =>
  normedFigures.reduce((sum, { figureOf, normOf }) => {
    const norm = normOf(month)
    return sum + Math.max(0, figureOf(month) - norm) / Math.max(norm, 1)
  }, 0)

/** Returns the months that are furthest above their norms first. Otherwise preserves the order. */
export const deviationsFirst = (months: EmployeeMonth[]) =>
  months.toSorted((one, other) => excessOf(other) - excessOf(one))
