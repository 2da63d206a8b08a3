// Reasons: docs/lists.md

import type { Readable } from 'node:stream'
import {
  type Endpoint,
  type ListFileKind,
  listFileTypes,
  listRowsHeader,
  maxRowsInFile,
} from '@rd4-loket/contract/general'
import type { FastifyRequest } from 'fastify'
import { csvFile } from '../files/csv.ts'
import type { Cell, Sheet, SheetColumn } from '../files/sheet.ts'
import { xlsxFile } from '../files/xlsx/xlsx.ts'
import { today } from '../runtime/days.ts'
import { queueLimits, requestLimits } from '../runtime/limits.ts'
import { makeQueue } from '../runtime/work-queue.ts'
import { type Call, route } from './answer.ts'
import type { Api } from './api.ts'
import { attachmentHeader } from './downloads.ts'

type ListPage<Row> = { data: Row[]; meta: { next: string | null } }

/** A list that is read in pages, and the columns of its file. */
export type PagedList<Row> = Pick<Sheet, 'about' | 'total'> & {
  columns: readonly SheetColumn<Row>[]
  /** The name of the file, without its kind. The default is the name of the endpoint and the day. */
  fileName?: string
  pageAfter: (cursor: string | null) => Promise<ListPage<Row>>
}

/** The number of rows per query of a list file. Such a query takes a few milliseconds and returns about 100 kB. */
export const fileRowsPerQuery = 1000

const cellsOf = <Row>(columns: readonly SheetColumn<Row>[], rows: Row[]): Cell[][] =>
  rows.map((row) => columns.map(([, cellOf]) => cellOf(row)))

/**
 * Yields the rows of a list file in pages. Reads the next page after the previous page was consumed. Throws when the
 * list has more than `maxRows` rows. At the end, after an error, and when the reader
 * stops, awaits `whenEnded` with the number of rows.
 */
export async function* pagesOf<Row>(
  { columns, pageAfter }: PagedList<Row>,
  { first, maxRows, whenEnded }: { first: ListPage<Row>; maxRows: number; whenEnded: (rows: number) => Promise<void> },
) {
  let rows = 0
  try {
    for (let page = first; ; page = await pageAfter(page.meta.next)) {
      const { data, meta } = page
      const fitting = data.slice(0, maxRows - rows)
      rows += fitting.length
      yield cellsOf(columns, fitting)
      if (fitting.length < data.length || (rows === maxRows && meta.next))
        throw new Error('more rows than a file holds')
      if (meta.next === null) return
    }
  } finally {
    await whenEnded(rows)
  }
}

const writers: Record<ListFileKind, (sheet: Sheet) => Readable> = { csv: csvFile, xlsx: xlsxFile }

/** Returns the requested kind of file. The default is CSV, because open pages of earlier releases request no kind. */
const kindFor = ({ headers }: FastifyRequest): ListFileKind =>
  headers.accept?.includes(listFileTypes.xlsx) ? 'xlsx' : 'csv'

const fileQueue = makeQueue(queueLimits.listFile, {
  callerMessage: 'U exporteert al een lijst. Wacht tot die klaar is.',
  message: 'Collega’s exporteren nu ook lijsten. Probeer het zo opnieuw.',
})

type ListFileEndpoint = Endpoint & { access: Exclude<Endpoint['access'], 'everyone'>; file: string }

/**
 * Registers an endpoint that sends a whole list as a file. The list is read page by page while the file is sent. After
 * an error, the connection is aborted, so that the client does not accept an incomplete file.
 */
export function answerListFile<E extends ListFileEndpoint, Row>(
  api: Api,
  endpoint: E,
  listFor: (call: Call<E>) => PagedList<Row> | Promise<PagedList<Row>>,
) {
  route(api, endpoint, async (call) => {
    const { request, reply, actor } = call
    const leave = await fileQueue.enter(String(actor.employee?.id))
    try {
      const list = await listFor(call)
      // The first page is read before the response starts, so that an error while reading it is sent as a problem.
      const first = await list.pageAfter(null)
      const whenEnded = (rows: number) => api.logExport(actor, { name: endpoint.file, rows })
      const kind = kindFor(request)
      const file = writers[kind]({
        name: endpoint.file,
        about: list.about,
        total: list.total,
        headings: list.columns.map(([heading]) => heading),
        sample: cellsOf(list.columns, first.data.slice(0, 100)),
        pages: pagesOf(list, { first, maxRows: maxRowsInFile, whenEnded }),
      })
      file.once('close', leave)
      // When the access cannot be logged, an error is sent instead of the file. Then this line destroys the file.
      reply.raw.once('close', () => file.destroy())
      file.once('error', (error) => request.log.error({ err: error }, 'export aborted'))
      reply.raw.setTimeout(requestLimits.fileSilence_ms, () => file.destroy())
      reply.header('content-disposition', attachmentHeader(`${list.fileName ?? `${endpoint.file} ${today()}`}.${kind}`))
      // The browser cannot count the rows of a file that contains other lines, or that is compressed.
      if (first.meta.next === null) reply.header(listRowsHeader, first.data.length)
      reply.type(kind === 'csv' ? `${listFileTypes.csv}; charset=utf-8` : listFileTypes[kind])
      return file
    } catch (error) {
      leave()
      throw error
    }
  })
}
