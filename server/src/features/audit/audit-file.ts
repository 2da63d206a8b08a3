import { type AuditEntry, auditActionNames, auditResultNames, purposeNames } from '@rd4-loket/contract'

const columns: [string, (entry: AuditEntry) => string | number | null][] = [
  ['tijdstip', ({ happened_at }) => happened_at],
  ['medewerker', ({ employee }) => employee],
  ['handeling', ({ action }) => auditActionNames[action]],
  ['doel', ({ purpose }) => purpose && purposeNames[purpose]],
  ['resultaat', ({ result }) => auditResultNames[result]],
  ['aantal', ({ result_count }) => result_count],
  ['soort', ({ object_kind }) => object_kind],
  ['sleutel', ({ object_key }) => object_key],
  ['herkomst', ({ origin }) => origin],
  ['kenmerk', ({ trace_id }) => trace_id],
]

// A sheet takes a cell that begins so for a formula, and would run it.
const cell = (value: string | number | null) => {
  const text = String(value ?? '')
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Events of a log as a file that a Dutch Excel opens: a byte order mark, semicolons. */
export const auditFile = (entries: AuditEntry[]) =>
  `\uFEFF${[columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, of]) => of(entry)))]
    .map((row) => `${row.map(cell).join(';')}\r\n`)
    .join('')}`
