/** The value under which so large a part of all values lies. */
export function percentile(values: number[], part: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The middle one of these values. */
export const median = (values: number[]) => percentile(values, 0.5)

/** A table in Markdown, its columns lined up. */
export function table(head: string[], rows: string[][]) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const line = (cells: string[]) => `| ${cells.map(padded).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** A whole number as people read it. */
export const written = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–')

/** How many times as much. */
export const times = (value: number) => (Number.isFinite(value) ? `×${value.toFixed(2)}` : '–')
