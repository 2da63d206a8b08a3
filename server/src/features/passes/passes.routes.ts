import {
  ApiError,
  cancelRollIssue,
  exportRollIssues,
  findResident,
  issueRolls,
  listRollIssues,
  showResidentName,
} from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerExport, rowsPerPage } from '../../platform/http/exports.ts'
import { idempotencyKey } from '../../platform/http/idempotency.ts'
import { maskedName } from './masked-name.ts'
import { findPass, findResidentOfPass } from './residents.queries.ts'
import { rollIssueFileColumns } from './roll-issue-file.ts'
import { cancelRequest, findRollIssuePage, findRollIssues } from './roll-issues.queries.ts'
import { handOutRolls } from './roll-issues.ts'

const unknownPass = () => notFound('Deze pas is niet bekend in uw gemeente')

/** The pass desk: a resident by pass, and rolls for that pass. */
export function residentRoutes(app: FastifyInstance, db: Db) {
  answer(app, findResident, async ({ body: { environmental_pass_number: number }, employee, look }) => {
    look.seeks(number)
    const resident = (await findResidentOfPass(look.transaction, employee, number)) ?? unknownPass()
    look.finds(number)
    return { ...resident, name: maskedName(resident.name) }
  })

  answer(app, showResidentName, async ({ body: { environmental_pass_number: number }, employee, look }) => {
    look.seeks(number)
    const { name } = (await findPass(look.transaction, employee, number)) ?? unknownPass()
    look.finds(number)
    return { name }
  })

  answer(app, issueRolls, ({ body, employee, request, look }) =>
    handOutRolls(look, employee, body, idempotencyKey(request)),
  )

  answer(app, cancelRollIssue, async ({ params, employee, look }) => {
    const cancelled = await cancelRequest(look.transaction, employee.id, Number(params.request_id))
    if (!cancelled) throw new ApiError(409, 'Deze uitgifte kan niet meer ongedaan worden gemaakt')
    look.finds(cancelled.number)
    return { rolls_this_year: cancelled.rolls_this_year }
  })

  answer(app, listRollIssues, ({ query, employee }) => findRollIssues(db, employee.municipality?.id ?? null, query))

  answerExport(app, exportRollIssues, ({ body, employee }) => ({
    columns: rollIssueFileColumns,
    pageAfter: (cursor) =>
      findRollIssuePage(db, employee.municipality?.id ?? null, { ...body, cursor, limit: rowsPerPage }),
  }))
}
