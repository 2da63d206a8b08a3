// Reasons: docs/missed-collections.md

import {
  ApiError,
  type decideMissedReports,
  defaultCollectionHours,
  type listMissedReports,
  maxMissedStreets,
  mayUndoReport,
  missedCollectionOutcomeNames,
  type Refusal,
  type reopenMissedReports,
  type retractMissedReport,
  type saveCollectionHours,
  type showCollectionHours,
  undo_minutes,
} from '@rd4-loket/contract'
import { addLastChanges, recordPlanningChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findMissedStreets } from '../../domain/missed-collections/missed-streets.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Call } from '../../platform/http/answer.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import {
  findDecidedTogether,
  findHours,
  hasOpenSuccessor,
  type LockedReport,
  lockHours,
  lockOutcomes,
  lockReport,
  reopenReports,
  retractReport,
  storeOutcome,
  updateHours,
} from './missed-collections.queries.ts'

const unknownReport = () => notFound('Deze melding bestaat niet')

/** Returns that a report is no longer open, with its outcome and who decided; undefined while it is open. */
function closedReportText({ retracted, outcome, decider }: LockedReport): Refusal {
  if (retracted) return 'Deze melding is ingetrokken'
  return outcome
    ? `Deze melding is al afgehandeld door ${decider}: ${missedCollectionOutcomeNames[outcome]}`
    : undefined
}

/** Returns the first streets with open reports. */
export const showMissedReports = ({ access, employee }: Call<typeof listMissedReports>) =>
  findMissedStreets(access, employee, maxMissedStreets)

/** Retracts an own open report once, within five minutes. */
export async function endReport({ access, employee, params }: Call<typeof retractMissedReport>) {
  const report = (await lockReport(access.transaction, employee, params.report_id)) ?? unknownReport()
  access.recordHousehold(report)
  if (report.retracted && report.is_own) return null
  requireAllowed(closedReportText(report))
  requireAllowed(mayUndoReport(report))
  await retractReport(access.transaction, report.id, { employee_id: employee.id, undo_minutes })
  return null
}

/**
 * Stores one outcome of all given reports. The same outcome of the same employee again has no effect. Throws 409 when
 * one of the reports was closed, or decided and opened again, since the caller read it.
 */
export async function closeReports({ access, employee, body }: Call<typeof decideMissedReports>) {
  const { reports, ...decision } = body
  const { outcome, outcome_day, answer } = decision
  const versions = new Map(reports.map(({ id, version }) => [id, version]))
  const ids = [...versions.keys()]
  const stored = await lockOutcomes(access.transaction, employee, ids)
  if (stored.length < ids.length) unknownReport()
  for (const report of stored) access.recordHousehold(report)
  const isRepeated = (it: LockedReport) =>
    it.is_own && it.outcome === outcome && it.outcome_day === outcome_day && it.answer === answer
  if (stored.every(isRepeated)) return { decided: ids.length }
  for (const report of stored) requireAllowed(closedReportText(report))
  if (stored.some(({ id, version }) => version !== versions.get(id)))
    throw new ApiError(409, 'Een collega heeft deze melding intussen gewijzigd. Bekijk de lijst opnieuw.')
  if (outcome_day !== null && (outcome_day < today() || stored.some(({ day }) => day >= outcome_day)))
    invalidField('outcome_day', 'Kies een dag vanaf vandaag, na de ophaaldag')
  await storeOutcome(access.transaction, { ...decision, ids, employee_id: employee.id })
  return { decided: ids.length }
}

/**
 * Opens all reports of one own decision again, within five minutes. Has no effect on an open report. Throws 409 when a
 * later report of the same collection is open.
 */
export async function reopenDecision({ access, employee, body }: Call<typeof reopenMissedReports>) {
  const { transaction } = access
  const together = await findDecidedTogether(transaction, body.report_id)
  const ids = together.length > 0 ? together.map(({ id }) => id) : [body.report_id]
  const reports = await lockOutcomes(transaction, employee, ids)
  if (reports.length === 0) unknownReport()
  for (const report of reports) access.recordHousehold(report)
  const decided = reports.filter(({ outcome }) => outcome !== null)
  for (const report of decided) requireAllowed(mayUndoReport(report))
  if (await hasOpenSuccessor(transaction, ids))
    throw new ApiError(409, 'Voor deze ophaaldag staat al een melding open.')
  await reopenReports(transaction, ids, { employee_id: employee.id, undo_minutes })
  return { reopened: decided.length }
}

/** Returns the hours of a municipality, with their last change. */
export async function showHours({ db, employee, params }: Call<typeof showCollectionHours>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const hours = await findHours(db, municipality_id, defaultCollectionHours)
  const key = `${municipality_id}`
  const [changed] = await addLastChanges(db, ['collection_hours'], [hours], () => key)
  return changed ?? { ...hours, changed: null }
}

/** Stores and logs the hours of a municipality. */
export async function changeHours({ db, employee, params, body, actor }: Call<typeof saveCollectionHours>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  await db.transaction(async (transaction) => {
    const before = await lockHours(transaction, municipality_id, defaultCollectionHours)
    await updateHours(transaction, municipality_id, body)
    const object = { kind: 'collection_hours', key: `${municipality_id}` } as const
    const logged = ({ working_weekdays, ...hours }: typeof body) => ({
      ...hours,
      working_weekdays: working_weekdays.map(String),
    })
    await recordPlanningChange(transaction, actor, object, { before: logged(before), after: logged(body) })
  })
  return body
}
