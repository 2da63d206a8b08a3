const outcomeNames = {
  added: 'toegevoegd',
  changed: 'gewijzigd',
  unchanged: 'ongewijzigd',
  ended: 'vervallen',
  quarantined: 'quarantaine',
}
export type RowOutcome = keyof typeof outcomeNames
/** The number of rows with each outcome. */
export type OutcomeCounts = Record<RowOutcome, number>

export const noOutcomes = (): OutcomeCounts => ({ added: 0, changed: 0, unchanged: 0, ended: 0, quarantined: 0 })

/** Returns a Dutch name and a number as a line of the summary. */
export const countLine = (name: string, count: number) =>
  `  ${name.padEnd(12)}${count.toLocaleString('nl').padStart(12)}`

/** Returns the counts of these outcomes as lines of the summary. */
export const outcomeLines = (counts: OutcomeCounts, outcomes: RowOutcome[]) =>
  outcomes.map((outcome) => countLine(outcomeNames[outcome], counts[outcome]))

/**
 * Splits rows into new rows, rows that differ from the existing row in one of the columns, and the number of equal
 * rows.
 */
export function compareRows<Row extends object, Existing extends object>(
  rows: Row[],
  existingOf: (row: Row) => Existing | undefined,
  columns: Record<string, readonly (keyof Row & keyof Existing)[]>,
) {
  const compared = Object.values(columns).flat()
  const added: Row[] = []
  const changed: { before: Existing; after: Row }[] = []
  for (const after of rows) {
    const before = existingOf(after)
    if (!before) added.push(after)
    else if (compared.some((column) => (before[column] as unknown) !== after[column])) changed.push({ before, after })
  }
  return { added, changed, unchanged: rows.length - added.length - changed.length }
}
