import {
  cancelRollIssue,
  exportRollIssues,
  findResident,
  issueRolls,
  listRollIssues,
  showResidentName,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { answerListFile, fileRowsPerQuery } from '../../platform/http/list-files.ts'
import { findFullName, findMaskedResident } from './residents.ts'
import {
  cancelOwnIssue,
  findRollIssuePage,
  findRollIssues,
  issueRollsOnce,
  rollIssueFileColumns,
} from './roll-issues.ts'

/** The pass desk: finds the resident of a pass, and issues rolls for that pass. */
export function passRoutes(api: Api) {
  answer(api, findResident, findMaskedResident)
  answer(api, showResidentName, findFullName)
  answer(api, issueRolls, issueRollsOnce)
  answer(api, cancelRollIssue, cancelOwnIssue)
  answer(api, listRollIssues, ({ db, query, employee }) => findRollIssues(db, employee.municipality?.id ?? null, query))
  answerListFile(api, exportRollIssues, ({ db, body, employee }) => ({
    columns: rollIssueFileColumns,
    pageAfter: (cursor) =>
      findRollIssuePage(db, employee.municipality?.id ?? null, { ...body, cursor, limit: fileRowsPerQuery }),
  }))
}
