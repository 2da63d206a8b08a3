import type { Readable } from 'node:stream'
import { type Endpoint, type ListFileKind, listFileTypes, maxRowsInFile } from '@rd4-loket/contract/general'
import type { FastifyRequest } from 'fastify'
import { csvFile } from '../files/csv.ts'
import type { Cell, Column, Sheet } from '../files/sheet.ts'
import { xlsxFile } from '../files/xlsx/xlsx.ts'
import { today } from '../runtime/days.ts'
import { queueLimits, requestLimits } from '../runtime/limits.ts'
import { makeQueue } from '../runtime/work-queue.ts'
import { type Call, route } from './answer.ts'
import type { Api } from './api.ts'

type Page<Row> = { data: Row[]; meta: { next: string | null } }

/** A whole list, to be read page by page as its screen reads it, and what of each row stands in the file. */
export type WholeList<Row> = {
  columns: readonly Column<Row>[]
  pageAfter: (cursor: string | null) => Promise<Page<Row>>
}

/** How many rows are read at once: some hundred kilobytes, a few milliseconds of the database. */
export const rowsPerPage = 1000

const cellsOf = <Row>(columns: readonly Column<Row>[], rows: Row[]): Cell[][] =>
  rows.map((row) => columns.map(([, cellOf]) => cellOf(row)))

/**
 * The rows of a list's file, a page at a time: the next is read when the one before it is on its way. Breaks off at more rows
 * than a file holds. `whenEnded` is told how many rows left, however it ends; until it is done the file is not.
 */
export async function* pagesOf<Row>(
  { columns, pageAfter }: WholeList<Row>,
  { first, most, whenEnded }: { first: Page<Row>; most: number; whenEnded: (rows: number) => Promise<void> },
) {
  let rows = 0
  try {
    for (let page = first; ; page = await pageAfter(page.meta.next)) {
      const { data, meta } = page
      const kept = data.slice(0, most - rows)
      rows += kept.length
      yield cellsOf(columns, kept)
      if (kept.length < data.length || (rows === most && meta.next)) throw new Error('more rows than a file holds')
      if (meta.next === null) return
    }
  } finally {
    await whenEnded(rows)
  }
}

const writers: Record<ListFileKind, (sheet: Sheet) => Readable> = { csv: csvFile, xlsx: xlsxFile }

/** The kind of file that is asked for; a page of an earlier release knows only CSV, and does not name it. */
const kindFor = ({ headers }: FastifyRequest): ListFileKind =>
  headers.accept?.includes(listFileTypes.xlsx) ? 'xlsx' : 'csv'

const fileQueue = makeQueue(queueLimits.listFile, {
  callerMessage: 'U exporteert al een lijst. Wacht tot die klaar is.',
  message: 'Collega’s exporteren nu ook lijsten. Probeer het zo opnieuw.',
})

type Export = Endpoint & { access: Exclude<Endpoint['access'], 'everyone'>; file: string }

/**
 * Answers an endpoint with a whole list as a file. It is sent while it is read, without ever holding more than a page; when
 * anything fails on the way, the connection breaks, so that no part of a file looks like the whole.
 */
export function answerExport<E extends Export, Row>(
  api: Api,
  endpoint: E,
  listFor: (call: Call<E>) => WholeList<Row> | Promise<WholeList<Row>>,
) {
  route(api, endpoint, async (call) => {
    const { request, reply, actor } = call
    const leave = await fileQueue.enter(String(actor.employee?.id))
    try {
      const list = await listFor(call)
      // Read before anything is sent: what is refused, or cannot be read, is told as with every call.
      const first = await list.pageAfter(null)
      const whenEnded = (rows: number) => api.logExport(actor, { name: endpoint.file, rows })
      const kind = kindFor(request)
      const file = writers[kind]({
        name: endpoint.file,
        headings: list.columns.map(([heading]) => heading),
        sample: cellsOf(list.columns, first.data.slice(0, 100)),
        pages: pagesOf(list, { first, most: maxRowsInFile, whenEnded }),
      })
      file.once('close', leave)
      // Also where something else is answered after all: a look that could not be logged.
      reply.raw.once('close', () => file.destroy())
      file.once('error', (error) => request.log.error({ err: error }, 'export broken off'))
      reply.raw.setTimeout(requestLimits.fileSilence_ms, () => file.destroy())
      reply.header('content-disposition', `attachment; filename="${endpoint.file} ${today()}.${kind}"`)
      reply.type(kind === 'csv' ? `${listFileTypes.csv}; charset=utf-8` : listFileTypes[kind])
      return file
    } catch (error) {
      leave()
      throw error
    }
  })
}
