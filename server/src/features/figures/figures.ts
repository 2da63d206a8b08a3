// Reasons: docs/figures.md

import {
  exportFigures,
  type Figure,
  FigureSubject,
  fewText,
  figureGroupName,
  figureRowsPerPage,
  figureSubjectNames,
  listFigureRows,
  listFigures,
  type Reply,
} from '@rd4-loket/contract'
import { type LinkedAddressColumns, withLinkedAddress } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import type { DayRange } from '../../platform/database/dutch-time.queries.ts'
import type { SheetColumn } from '../../platform/files/sheet.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { hasBearerToken } from '../../platform/http/bearer-token.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerListFile } from '../../platform/http/list-files.ts'
import { page, readCursor } from '../../platform/http/page.ts'
import type { Config } from '../../platform/runtime/config.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import { intervals, taskLimits } from '../../platform/runtime/limits.ts'
import { type CountedKind, countedKinds } from './counted-things.queries.ts'
import {
  allowTime,
  countFigureRows,
  countThings,
  findCountedMonths,
  findDueMonths,
  findFigureCount,
  findFigureRows,
  findFigures,
  insertFigures,
  isCounted,
  lockFigures,
} from './figures.queries.ts'
import { mergeSmall } from './merge-groups.ts'

/** Returns the first and the last day of a month. */
function daysOf(month: string) {
  const [year = 0, at = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, at, 0)).toISOString().slice(0, 10) }
}

/** Returns the days that one statement counts: the month, or each day of a large kind. */
function partsOf(month: string, { isLarge }: CountedKind): DayRange[] {
  const { from, to } = daysOf(month)
  if (!isLarge) return [{ from, to }]
  const [first, last] = [dayOf(from), dayOf(to)]
  return Array.from({ length: last - first + 1 }, (_, at) => textOf(first + at)).map((day) => ({ from: day, to: day }))
}

/** Counts a month in one transaction. Returns false if it was counted before, or another process is counting. */
export const countMonth = (db: Db, month: string) =>
  db.transaction(async (transaction) => {
    if (!(await lockFigures(transaction)) || (await isCounted(transaction, month))) return false
    await allowTime(transaction, taskLimits.figures_ms)
    for (const kind of countedKinds) {
      const counted: Awaited<ReturnType<typeof countThings>> = []
      for (const days of partsOf(month, kind)) counted.push(...(await countThings(transaction, kind, days)))
      for (const subject of FigureSubject.options) {
        if (!(subject in kind.subjects)) continue
        const figures = mergeSmall(counted.filter((it) => it.subject === subject))
        await insertFigures(
          transaction,
          month,
          figures.map((figure) => ({ ...figure, subject })),
        )
      }
    }
    return true
  })

/** The most months that a first run counts. */
const firstMonths = 12

/** Returns how many ended months have all their rows: a row can be deleted after the shortest period. */
export function completeMonths({
  roll_requests = 24,
  non_clearances = 48,
  left_out = 36,
}: Partial<Config['keep_months']>) {
  return Math.max(1, Math.min(firstMonths, Math.min(roll_requests, non_clearances, left_out) - 1))
}

type FigureEvents = { done: (month: string) => void; failed: (code: string) => void }

/**
 * Counts the ended months without figures, at once and then every hour. Every node may run it. Returns a function that
 * stops after the month in progress.
 */
export function startFigures(db: Db, keep_months: Partial<Config['keep_months']>, { done, failed }: FigureEvents) {
  let isStopped = false
  let running: Promise<void> | undefined
  const run = async () => {
    for (const month of await findDueMonths(db, { today: today(), months: completeMonths(keep_months) }))
      if (!isStopped && (await countMonth(db, month))) done(month)
  }
  const tick = () => {
    running ??= run()
      .catch((error) => failed(String((error as { code?: unknown }).code ?? 'unknown')))
      .finally(() => {
        running = undefined
      })
  }
  tick()
  const timer = setInterval(tick, intervals.figures_ms)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await running
  }
}

/** The caller with FIGURES_TOKEN: it reads the figures of every municipality, and is no employee. */
const tokenReader: SessionEmployee = {
  ...{ id: 0, session_id: '', email: '', name: 'FIGURES_TOKEN', roles: ['administrator', 'bsgw_employee'] },
  ...{ renew_password: false, municipality: null, row_height: null },
  second_factor: { is_set: true, is_required: false, must_add: false, must_confirm: false, due_at: null },
}

const municipalityName = ({ subject, municipality }: Pick<Figure, 'subject' | 'municipality'>) =>
  municipality?.name ?? (subject === 'quarantine' ? 'Niet bekend' : 'Overige gemeenten')

const fileColumns: readonly SheetColumn<Figure & { month: string }>[] = [
  ['Maand', ({ month }) => ({ dateTime: `${month}-01` })],
  ['Onderwerp', ({ subject }) => figureSubjectNames[subject]],
  ['Gemeente', municipalityName],
  ['Groep', ({ subject, group }) => figureGroupName(subject, group)],
  ['Aantal', ({ count }) => count ?? fewText],
  ['Bedrag', ({ cents }) => (cents === null ? null : { cents })],
]

/** Returns a page of the things that a figure counts, and logs their households. Throws 404 without such a figure. */
async function rowsOfFigure({
  access,
  employee,
  query,
}: Call<typeof listFigureRows>): Promise<Reply<typeof listFigureRows>> {
  const { transaction, recordHousehold } = access
  const { month, subject, group = null, municipality: municipality_id } = query
  const key = { month, subject, group, municipality_id }
  const counted = await findFigureCount(transaction, employee, key)
  const kind = countedKinds.find(({ subjects }) => subject in subjects)
  if (counted === null || !kind) return notFound('Dit cijfer bestaat niet')
  const [at, last = ''] = query.cursor ? readCursor(query.cursor, ['string', 'string']) : []
  const after = at === undefined ? undefined : { at: String(at), key: String(last) }
  const days = daysOf(month)
  const found = await findFigureRows(transaction, employee, kind, key, days, { after, limit: figureRowsPerPage + 1 })
  const { rows, meta } = page(found, figureRowsPerPage, (row) => [row.at, row.key])
  for (const { address_id, occupancy_id } of rows)
    if (address_id !== null) recordHousehold({ address_id, occupancy_id })
  const { count: left = 0 } = (await countFigureRows(transaction, employee, kind, key, days)) ?? {}
  return {
    data: rows.map(({ day, groups, address_id, ...row }) => ({
      day,
      groups,
      address: address_id === null ? null : withLinkedAddress(row as LinkedAddressColumns).address,
    })),
    meta: { ...meta, counted, left },
  }
}

/** The figures of ended months, for administrators, and for another program with FIGURES_TOKEN. */
export function figureRoutes(api: Api, { figures_token }: Pick<Config, 'figures_token'>) {
  const open: Api = {
    ...api,
    authenticate: async (request) =>
      figures_token && hasBearerToken(request, figures_token) ? tokenReader : api.authenticate(request),
  }
  answer(open, listFigures, async ({ db, employee, query: { month } }) => {
    const [found, months] = await Promise.all([
      findFigures(db, employee, { from: month, to: month }),
      findCountedMonths(db),
    ])
    return { data: found.map(({ month: _, ...figure }) => figure), meta: { months } }
  })
  answer(api, listFigureRows, rowsOfFigure)
  answerListFile(api, exportFigures, ({ db, employee, body }) => ({
    columns: fileColumns,
    fileName: body.from === body.to ? `cijfers ${body.from}` : `cijfers ${body.from} tot en met ${body.to}`,
    pageAfter: async () => ({ data: await findFigures(db, employee, body), meta: { next: null } }),
  }))
}
