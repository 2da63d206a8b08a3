import {
  ApiError,
  cancelRollIssue,
  exportRollIssues,
  findResident,
  issueRolls,
  listRollIssues,
  showResidentName,
} from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { idempotencyKey } from '../../platform/http/idempotency.ts'
import { answerExport, rowsPerPage } from '../../platform/http/list-files.ts'
import { maskedName } from './masked-name.ts'
import { findPass, findResidentOfPass } from './residents.queries.ts'
import { rollIssueFileColumns } from './roll-issue-file.ts'
import { cancelRequest, findRollIssuePage, findRollIssues } from './roll-issues.queries.ts'
import { handOutRolls } from './roll-issues.ts'

const unknownPass = () => notFound('Deze pas is niet bekend in uw gemeente')

/** The pass desk: a resident by pass, and rolls for that pass. */
export function residentRoutes(api: Api, db: Db) {
  answer(api, findResident, async ({ body: { environmental_pass_number: number }, employee, access }) => {
    access.recordSought(number)
    const resident = (await findResidentOfPass(access.transaction, employee, number)) ?? unknownPass()
    access.recordFound(number)
    return { ...resident, name: maskedName(resident.name) }
  })

  answer(api, showResidentName, async ({ body: { environmental_pass_number: number }, employee, access }) => {
    access.recordSought(number)
    const { name } = (await findPass(access.transaction, employee, number)) ?? unknownPass()
    access.recordFound(number)
    return { name }
  })

  answer(api, issueRolls, ({ body, employee, request, access }) =>
    handOutRolls(access, employee, body, idempotencyKey(request)),
  )

  answer(api, cancelRollIssue, async ({ params, employee, access }) => {
    const cancelled = await cancelRequest(access.transaction, employee.id, Number(params.request_id))
    if (!cancelled) throw new ApiError(409, 'Deze uitgifte kan niet meer ongedaan worden gemaakt')
    access.recordFound(cancelled.number)
    return { rolls_this_year: cancelled.rolls_this_year }
  })

  answer(api, listRollIssues, ({ query, employee }) => findRollIssues(db, employee.municipality?.id ?? null, query))

  answerExport(api, exportRollIssues, ({ body, employee }) => ({
    columns: rollIssueFileColumns,
    pageAfter: (cursor) =>
      findRollIssuePage(db, employee.municipality?.id ?? null, { ...body, cursor, limit: rowsPerPage }),
  }))
}
