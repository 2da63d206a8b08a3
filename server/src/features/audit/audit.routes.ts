import {
  checkLogs,
  defaultOfficeHours,
  exportAuditEvents,
  listLogs,
  reviewMonth,
  saveOfficeHours,
  searchAuditEvents,
  showMonth,
  showOfficeHours,
  showSubjectReport,
} from '@rd4-loket/contract'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { findRollWordsOf } from '../../domain/places/roll-words.queries.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { answerListFile, fileRowsPerQuery } from '../../platform/http/list-files.ts'
import { taskLimits } from '../../platform/runtime/limits.ts'
import { findLogs, findMonth, findOfficeHours } from './audit.queries.ts'
import {
  auditFileColumns,
  auditPages,
  logChecker,
  makePassNamer,
  rejectUnfinished,
  storeOfficeHours,
  storeReview,
  subjectReport,
} from './audit.ts'

const eventsPerPage = 50

/** The logs, for administrators: search, export, report for a data subject, monthly review and integrity check. */
export function auditRoutes(api: Api) {
  const namePasses = makePassNamer(api.db)
  answer(api, searchAuditEvents, ({ body: { cursor, ...filter }, employee, access }) =>
    auditPages(access, employee, filter, { limit: eventsPerPage, namePasses }).firstPage(cursor),
  )
  answerListFile(api, exportAuditEvents, async ({ db, body, employee, access }) => {
    const { firstPage, pageAfter } = auditPages(access, employee, body, { limit: fileRowsPerQuery, namePasses })
    return {
      columns: auditFileColumns(await findRollWordsOf(access.transaction, employee.municipality?.id)),
      pageAfter: (cursor) => (cursor === null ? firstPage(null) : pageAfter(db, cursor)),
    }
  })
  answer(api, showSubjectReport, subjectReport)
  answer(api, showMonth, ({ db, params: { month }, employee }) =>
    findMonth(db, { month, viewer: employee, initial: defaultOfficeHours }),
  )
  answer(api, reviewMonth, storeReview)
  answer(api, showOfficeHours, async ({ db, params, employee }) =>
    findOfficeHours(db, await ownMunicipality(db, employee, params.municipality_id), defaultOfficeHours),
  )
  answer(api, saveOfficeHours, storeOfficeHours)
  answer(api, listLogs, ({ db }) => findLogs(db))
  const checkInTime = logChecker(api.db, taskLimits.logCheck_ms)
  answer(api, checkLogs, async ({ db }) => {
    rejectUnfinished(await checkInTime())
    return findLogs(db)
  })
}
