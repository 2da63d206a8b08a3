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
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, LoggedAccess, SessionEmployee } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerExport, rowsPerPage } from '../../platform/http/list-files.ts'
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
export function auditRoutes(api: Api, db: Db) {
  const placeOf = ({ municipality }: SessionEmployee) => municipality?.id ?? null

  /** The events that fit, read by page; the first page is the look itself, the others have no look of their own. */
  const eventsFor = (
    access: LoggedAccess,
    administrator: SessionEmployee,
    { environmental_pass_number: number, ...filter }: Received<typeof exportAuditEvents>['body'],
    limit: number,
  ) => {
    const subject = number ? access.recordSought(number) : undefined
    const asked = { ...filter, subject, municipality_id: placeOf(administrator) }
    const pageAfter = async (from: Db, cursor: string | null | undefined) => {
      const [before] = cursor ? readCursor(cursor, ['number']) : []
      const most = limit + 1
      const events = await findAuditEvents(from, asked, { before: before as number | undefined, most })
      const { rows: data, meta } = page(events, limit, ({ position }) => [position])
      return { data, meta }
    }
    const firstPage = async (cursor: string | null | undefined) => {
      const first = await pageAfter(access.transaction, cursor)
      if (number && first.data.length > 0) access.recordFound(number)
      return first
    }
    return { firstPage, pageAfter }
  }

  answer(api, searchAuditEvents, ({ body: { cursor, ...filter }, employee, access }) =>
    eventsFor(access, employee, filter, perPage).firstPage(cursor),
  )

  answerExport(api, exportAuditEvents, ({ body, employee, access }) => {
    const { firstPage, pageAfter } = eventsFor(access, employee, body, rowsPerPage)
    return {
      columns: auditFileColumns,
      pageAfter: (cursor) => (cursor === null ? firstPage(null) : pageAfter(db, cursor)),
    }
  })

  answer(api, showSubjectReport, async ({ body: { environmental_pass_number: number }, employee, access }) => {
    const subject = access.recordSought(number)
    if (!(await passIsKnown(access.transaction, placeOf(employee), number))) notFound('Deze pas is niet bekend')
    access.recordFound(number)
    return findProcessings(access.transaction, subject)
  })

  answer(api, showMonth, ({ params: { month }, employee }) =>
    findMonth(db, { month, municipality_id: placeOf(employee) }),
  )

  answer(api, reviewMonth, ({ params: { month, employee_id }, employee: administrator, actor }) => {
    const asked = { month, employee_id: Number(employee_id), municipality_id: placeOf(administrator) }
    return db.transaction().execute(async (transaction) => {
      const monthNow = async () =>
        (await findMonth(transaction, asked))[0] ?? notFound('Deze medewerker zocht die maand niets op')
      await monthNow()
      await keepReview(transaction, { ...asked, reviewer_id: administrator.id })
      const reviewed = await monthNow()
      const object = { kind: 'employee_month', key: `${employee_id} ${month}` }
      await appendAuditEvent(transaction, actor, { action: 'review_looks', result: 'done', object })
      return reviewed
    })
  })

  answer(api, listLogs, () => findLogs(db))

  const checkInTime = makeLogCheck(db, checkPatience_ms)
  answer(api, checkLogs, async () => {
    if (!(await checkInTime()))
      throw new ApiError(
        503,
        'Er zijn veel regels: de controle gaat door. Open deze pagina over enkele minuten opnieuw.',
      )
    return findLogs(db)
  })
}
