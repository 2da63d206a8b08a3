import {
  activatePass,
  blockPass,
  cancelRollIssue,
  exportRollIssues,
  findResident,
  findResidentAtAddress,
  issuePass,
  issueRolls,
  listPassSystems,
  listRollIssues,
  listUndoable,
  replacePass,
  showResidentName,
  undoPassChange,
} from '@rd4-loket/contract'
import { findRollWordsOf } from '../../domain/places/roll-words.queries.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { answerListFile, fileRowsPerQuery } from '../../platform/http/list-files.ts'
import {
  activateOnce,
  blockOnce,
  findSystemsOfPass,
  issueFirstPass,
  replaceOnce,
  undoOwnChange,
} from './pass-changes.ts'
import { findFullName, findMaskedResident, findResidentWithoutPass } from './residents.ts'
import {
  cancelOwnIssue,
  findRollIssuePage,
  findRollIssues,
  issueRollsOnce,
  rollIssueFileColumns,
} from './roll-issues.ts'
import { findUndoable } from './undoable.ts'

/** The pass desk: finds the resident of a pass, issues rolls for that pass, and changes the pass. */
export function passRoutes(api: Api) {
  answer(api, findResident, findMaskedResident)
  answer(api, findResidentAtAddress, findResidentWithoutPass)
  answer(api, showResidentName, findFullName)
  answer(api, issueRolls, issueRollsOnce)
  answer(api, cancelRollIssue, cancelOwnIssue)
  answer(api, listUndoable, ({ db, employee }) => findUndoable(db, employee.id))
  answer(api, listRollIssues, ({ db, query, employee }) => findRollIssues(db, employee, query))
  answer(api, issuePass, issueFirstPass)
  answer(api, blockPass, blockOnce)
  answer(api, replacePass, replaceOnce)
  answer(api, listPassSystems, findSystemsOfPass)
  answer(api, activatePass, activateOnce)
  answer(api, undoPassChange, undoOwnChange)
  answerListFile(api, exportRollIssues, async ({ db, body, employee }) => ({
    columns: rollIssueFileColumns(await findRollWordsOf(db, employee.municipality?.id)),
    pageAfter: (cursor) => findRollIssuePage(db, employee, { ...body, cursor, limit: fileRowsPerQuery }),
  }))
}
