import { type AuditEntry, auditActionNames, auditResultNames, purposeNames } from '@rd4-loket/contract'
import { type SheetColumn, secondCell } from '../../platform/files/sheet.ts'

/** Columns of exported log entries. */
export const auditFileColumns: readonly SheetColumn<AuditEntry>[] = [
  ['Tijdstip', ({ happened_at }) => secondCell(happened_at)],
  ['Medewerker', ({ employee }) => employee],
  ['Handeling', ({ action }) => auditActionNames[action]],
  ['Doel', ({ purpose }) => purpose && purposeNames[purpose]],
  ['Resultaat', ({ result }) => auditResultNames[result]],
  ['Aantal', ({ result_count }) => result_count],
  ['Soort', ({ object_kind }) => object_kind],
  ['Sleutel', ({ object_key }) => object_key],
  ['Herkomst', ({ origin }) => origin],
  ['Kenmerk', ({ trace_id }) => trace_id],
]
