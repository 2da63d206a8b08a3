import type { listFigureRows } from '@rd4-loket/contract'
import {
  type Figure,
  type FigureSubject,
  figureGroupName,
  figureGroupPosition,
  type RequestInput,
} from '@rd4-loket/contract'
import { rollText } from '../../session/session.ts'

/** A number of a table, and the call for its rows. A null count: one to nine things in all. */
export type FigureCell = {
  count: number | null
  cents: number | null
  rows: RequestInput<typeof listFigureRows>['query']
}

/** A row of a table: a group or a municipality, with its cell in each month that has one. */
export type FigureLine = { name: string; cells: Map<string, FigureCell> }

/** The figures of one month. */
export type FiguresOfMonth = { month: string; figures: Figure[] }

/** The chosen municipality: its id, '0' for the small ones together, or '' for all. */
const isChosen = (chosen: string, { municipality }: Figure) => chosen === '' || String(municipality?.id ?? 0) === chosen

const sum = (one: number | null, other: number | null) =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0)

const order = new Intl.Collator('nl', { numeric: true })

/** Returns the municipalities that have figures of their own, by name, and the small ones together if there are any. */
export function municipalityOptions(months: FiguresOfMonth[]) {
  const all = months.flatMap(({ figures }) => figures)
  const named = new Map(all.flatMap(({ municipality }) => (municipality ? [[municipality.id, municipality.name]] : [])))
  const hasSmall = all.some(({ municipality, subject, count }) => !municipality && subject !== 'quarantine' && count)
  return [
    { id: '', name: 'Alle gemeenten' },
    ...[...named]
      .map(([id, name]) => ({ id: `${id}`, name }))
      .sort((one, other) => order.compare(one.name, other.name)),
    ...(hasSmall ? [{ id: '0', name: 'Overige gemeenten' }] : []),
  ]
}

/**
 * Returns the rows of the table of a subject: hours and the like in their order, others with the largest first, and the
 * small groups last. Amounts are shown for each
 * municipality, so lifts have a row for each municipality.
 */
export function linesOf(months: FiguresOfMonth[], subject: FigureSubject, chosen: string): FigureLine[] {
  const byMunicipality = subject === 'lifts'
  const lines = new Map<string, FigureLine & { isSmall: boolean; position: number; total: number }>()
  for (const { month, figures } of months)
    for (const figure of figures) {
      if (figure.subject !== subject || !isChosen(chosen, figure)) continue
      const { municipality, group, count, cents } = figure
      const isSmall = byMunicipality ? municipality === null : group === null
      const name = byMunicipality
        ? (municipality?.name ?? 'Overige gemeenten')
        : rollText(figureGroupName(subject, group))
      const line = lines.get(name) ?? {
        name,
        isSmall,
        position: figureGroupPosition(subject, group) ?? 0,
        total: 0,
        cells: new Map(),
      }
      const before = line.cells.get(month)
      const area = byMunicipality ? `${municipality?.id ?? 0}` : chosen
      line.cells.set(month, {
        count: sum(before?.count ?? null, count),
        cents: sum(before?.cents ?? null, cents),
        rows: { month, subject, ...(group !== null && { group }), ...(area !== '' && { municipality: area }) },
      })
      line.total += count ?? 0
      lines.set(name, line)
    }
  return [...lines.values()].sort(
    (one, other) =>
      Number(one.isSmall) - Number(other.isSmall) ||
      one.position - other.position ||
      other.total - one.total ||
      order.compare(one.name, other.name),
  )
}

/** Returns the sum of the rows of a table in a month; undefined when a row has no count. */
export function totalOf(lines: FigureLine[], month: string) {
  const counts = lines.flatMap(({ cells }) => cells.get(month) ?? []).map(({ count }) => count)
  return counts.includes(null) ? undefined : counts.reduce((total: number, count) => total + (count ?? 0), 0)
}
