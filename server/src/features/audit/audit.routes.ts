import {
  ApiError,
  checkLogs,
  exportAuditEvents,
  listLogs,
  type Received,
  reviewMonth,
  searchAuditEvents,
  showMonth,
  showSubjectReport,
} from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import type { Look } from '../../domain/access-log/access-log.ts'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import type { SessionEmployee } from '../../domain/sessions/session.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerExport, rowsPerPage } from '../../platform/http/exports.ts'
import { page, readCursor } from '../../platform/http/page.ts'
import { findAuditEvents } from './audit-events.queries.ts'
import { auditFileColumns } from './audit-file.ts'
import { findMonth, keepReview } from './audit-months.queries.ts'
import { makeLogCheck } from './log-check.ts'
import { findLogs } from './logs.queries.ts'
import { findProcessings, passIsKnown } from './subject-report.queries.ts'

const perPage = 50
// Well within what a call may take; some 150,000 rows are read in it.
const checkPatience_ms = 5000

/** Who did what, for the administrator: the logs themselves, and what they tell of a resident and of an employee's month. */
export function auditRoutes(app: FastifyInstance, db: Db) {
  const placeOf = ({ municipality }: SessionEmployee) => municipality?.id ?? null

  /** The events that fit, read by page; the first page is the look itself, the others have no look of their own. */
  const eventsFor = (
    look: Look,
    administrator: SessionEmployee,
    { environmental_pass_number: number, ...filter }: Received<typeof exportAuditEvents>['body'],
    limit: number,
  ) => {
    const subject = number ? look.seeks(number) : undefined
    const asked = { ...filter, subject, municipality_id: placeOf(administrator) }
    const pageAfter = async (from: Db, cursor: string | null | undefined) => {
      const [before] = cursor ? readCursor(cursor, ['number']) : []
      const most = limit + 1
      const events = await findAuditEvents(from, asked, { before: before as number | undefined, most })
      const { rows: data, meta } = page(events, limit, ({ position }) => [position])
      return { data, meta }
    }
    const firstPage = async (cursor: string | null | undefined) => {
      const first = await pageAfter(look.transaction, cursor)
      if (number && first.data.length > 0) look.finds(number)
      return first
    }
    return { firstPage, pageAfter }
  }

  answer(app, searchAuditEvents, ({ body: { cursor, ...filter }, employee, look }) =>
    eventsFor(look, employee, filter, perPage).firstPage(cursor),
  )

  answerExport(app, exportAuditEvents, ({ body, employee, look }) => {
    const { firstPage, pageAfter } = eventsFor(look, employee, body, rowsPerPage)
    return {
      columns: auditFileColumns,
      pageAfter: (cursor) => (cursor === null ? firstPage(null) : pageAfter(db, cursor)),
    }
  })

  answer(app, showSubjectReport, async ({ body: { environmental_pass_number: number }, employee, look }) => {
    const subject = look.seeks(number)
    if (!(await passIsKnown(look.transaction, placeOf(employee), number))) notFound('Deze pas is niet bekend')
    look.finds(number)
    return findProcessings(look.transaction, subject)
  })

  answer(app, showMonth, ({ params: { month }, employee }) =>
    findMonth(db, { month, municipality_id: placeOf(employee) }),
  )

  answer(app, reviewMonth, ({ params: { month, employee_id }, employee: administrator, request }) => {
    const asked = { month, employee_id: Number(employee_id), municipality_id: placeOf(administrator) }
    return db.transaction().execute(async (transaction) => {
      const monthNow = async () =>
        (await findMonth(transaction, asked))[0] ?? notFound('Deze medewerker zocht die maand niets op')
      await monthNow()
      await keepReview(transaction, { ...asked, reviewer_id: administrator.id })
      const reviewed = await monthNow()
      const object = { kind: 'employee_month', key: `${employee_id} ${month}` }
      await appendAuditEvent(transaction, request, { action: 'review_looks', result: 'done', object })
      return reviewed
    })
  })

  answer(app, listLogs, () => findLogs(db))

  const checkInTime = makeLogCheck(db, checkPatience_ms)
  answer(app, checkLogs, async () => {
    if (!(await checkInTime()))
      throw new ApiError(
        503,
        'Er zijn veel regels: de controle gaat door. Open deze pagina over enkele minuten opnieuw.',
      )
    return findLogs(db)
  })
}
