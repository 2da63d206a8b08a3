/** Returns the value at a fraction of the sorted values: 0.99 for p99. */
export function percentile(values: number[], fraction: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export const median = (values: number[]) => percentile(values, 0.5)

/** Returns a Markdown table with aligned columns. */
export function table(head: string[], rows: string[][]) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  const line = (cells: string[]) => `| ${cells.map(padded).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** Returns a rounded number with thousands separators, or a dash for NaN. */
export const written = (value: number) => (Number.isFinite(value) ? Math.round(value).toLocaleString('en') : '–')

/** Returns a ratio, such as ×1.25. */
export const times = (ratio: number) => (Number.isFinite(ratio) ? `×${ratio.toFixed(2)}` : '–')
