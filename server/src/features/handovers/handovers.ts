// Reasons: docs/objections.md

import {
  ApiError,
  type AssessmentTerm,
  closedText,
  closeHandover,
  dateHandover,
  disputableYears,
  handOverObjection,
  listAddressHandovers,
  listHandovers,
  listPassHandovers,
  makeObjectionForm,
  makeObjectionReceipt,
  mayCloseHandover,
  mayRetractHandover,
  mayUndo,
  type Purpose,
  recordHandover,
  retractHandover,
  undo_minutes,
  undoHandover,
} from '@rd4-loket/contract'
import { deskHandover, lockAddress, providerHandover } from '../../domain/bill/handover-rows.queries.ts'
import type { ObjectionRules } from '../../domain/bill/objection-terms.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { recordShownHouseholds } from '../../domain/occupancy/record-households.ts'
import { asAddress } from '../../domain/places/location.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, answerDownload, type Call } from '../../platform/http/answer.ts'
import type { Api, Caller, LoggedAccess } from '../../platform/http/api.ts'
import type { Download } from '../../platform/http/downloads.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import {
  closeIfOpen,
  deleteFiled,
  findAddressHandovers,
  findAssessedDays,
  findFiling,
  findHandover,
  findHousehold,
  findHouseholdIn,
  findOpenHandover,
  findOutcome,
  findResidentHandovers,
  findResidentOfPass,
  insertHandover,
  type ReceivedObjection,
  type StoredHandover,
  storeDates,
  undoOutcome,
} from './handovers.queries.ts'
import { openObjections } from './open-objections.ts'

/** The settings of objections. */
export type HandoverSettings = { rules: ObjectionRules; letterhead: string[] }

/** The date of an assessment can be at most this number of days ahead. */
const maxDaysAhead = 60

const unknownHandover = () => notFound('Dit bezwaar bestaat niet')

/** Returns the resident of a pass, and records the pass. Throws 404 for a pass that is unknown to this employee. */
async function findRecorded(access: LoggedAccess, employee: Caller, number: string) {
  access.recordLookup(number)
  const found =
    (await findResidentOfPass(access.transaction, employee, number)) ??
    notFound('Deze pas is niet bekend in uw gemeente')
  access.recordFound(number)
  return found
}

/**
 * Returns the objections of the resident of a pass, the resident, the latest year with an imposed bill, and until when
 * the household can object to its bills.
 */
async function passHandovers({ access, employee, body }: Call<typeof listPassHandovers>, { rules }: HandoverSettings) {
  const { transaction } = access
  const { resident_id, assessed_year, ...household } = await findRecorded(
    access,
    employee,
    body.environmental_pass_number,
  )
  const rows = await findResidentHandovers(transaction, resident_id, employee.id)
  const assessments = await findAssessmentTerms(transaction, household, rules, access.purpose)
  return {
    data: rows.map((row) => deskHandover(row, rules, today())),
    meta: { resident_id, assessed_year, assessments },
  }
}

/** Returns until when a household can object to each of its imposed bills, the newest year first. */
async function findAssessmentTerms(
  db: Db,
  household: Parameters<typeof findAssessedDays>[1],
  rules: ObjectionRules,
  purpose: Purpose,
): Promise<AssessmentTerm[]> {
  const assessments = await findAssessedDays(db, household, purpose)
  return assessments.map((it) => ({
    ...it,
    ...rules.objectUntil({ assessed_on: it.assessed_on, published_on: null }, today()),
  }))
}

/** Throws 422 for a year whose bill nobody can dispute. */
function checkYear({ year }: { year: number }) {
  if (!disputableYears(today()).includes(year)) invalidField('year', 'Kies een jaar uit de lijst')
}

/** Throws 422 for a day that is impossible, at its field. */
function checkDays({ received_on, posted_on, ...rest }: ReceivedObjection) {
  const now = today()
  if (received_on > now) invalidField('received_on', 'Deze dag moet nog komen')
  if (posted_on !== null && posted_on > now) invalidField('posted_on', 'Deze dag moet nog komen')
  if (posted_on !== null && posted_on > received_on) invalidField('posted_on', 'De brief is eerder ontvangen')
  checkAssessedDay(rest)
}

function checkAssessedDay({ assessed_on }: { assessed_on: string | null }) {
  if (assessed_on !== null && assessed_on > textOf(dayOf(today()) + maxDaysAhead))
    invalidField('assessed_on', 'Deze dag ligt te ver vooruit')
}

/**
 * Stores a received objection, once per household and year. The same objection again returns the stored one. Throws 422
 * for an impossible day, and 409 when another objection is open.
 */
async function storeOnce({ transaction, purpose }: LoggedAccess, received: ReceivedObjection, employee: Caller) {
  const known = await findAssessedDays(transaction, received, purpose)
  const assessed_on = known.find(({ year }) => year === received.year)?.assessed_on ?? received.assessed_on
  const objection = { ...received, assessed_on }
  checkDays(objection)
  await lockAddress(transaction, objection.address_id)
  await insertHandover(transaction, objection, employee.id)
  const stored = (await findOpenHandover(transaction, objection, employee.id)) ?? unknownHandover()
  const isSame = (['note', 'received_on', 'received_by', 'posted_on', 'assessed_on', 'missing'] as const).every(
    (name) => `${stored[name]}` === `${objection[name]}`,
  )
  if (stored.is_own && isSame) return stored
  throw new ApiError(409, `${stored.handed_over_by} droeg al een bezwaar over tegen de aanslag van ${stored.year}`)
}

/** Stores an objection that the town hall received from the resident of a pass. Throws when `storeOnce` does. */
async function handOverOnce({ access, employee, body }: Call<typeof handOverObjection>, { rules }: HandoverSettings) {
  const { environmental_pass_number, received_on = today(), posted_on, assessed_on, ...received } = body
  const { resident_id, address_id, occupancy_id, moved_away } = await findRecorded(
    access,
    employee,
    environmental_pass_number,
  )
  checkYear(body)
  const days = { received_on, posted_on: posted_on ?? null, assessed_on: assessed_on ?? null }
  const stored = await storeOnce(
    access,
    { ...received, ...days, resident_id, address_id, occupancy_id, moved_away },
    employee,
  )
  return deskHandover(stored, rules, today())
}

/** Stores an objection that the tax office received. Throws 404 for an unknown address, and when `storeOnce` does. */
async function recordOnce(
  { access, employee, params, body }: Call<typeof recordHandover>,
  { rules }: HandoverSettings,
) {
  const { received_on = today(), posted_on, assessed_on, household_on, ...received } = body
  checkYear(body)
  const period: [string, string] = [household_on ?? `${body.year}-01-01`, household_on ?? `${body.year}-12-31`]
  const household =
    (await findHouseholdIn(access.transaction, params.alias, period)) ?? notFound('Dit adres bestaat niet')
  access.recordHousehold(household)
  const days = { received_on, posted_on: posted_on ?? null, assessed_on: assessed_on ?? null }
  const stored = await storeOnce(access, { ...received, ...days, ...household, resident_id: null }, employee)
  return providerHandover(stored, rules, today())
}

/**
 * Stores the stated dates of an open objection, and keeps the others. Throws 409 for a closed one. Throws 422 for a
 * future day, for a postponement or notice before the receipt, and for a postponement after the last decision day.
 */
async function storeLaterDates(
  { access, employee, params, body }: Call<typeof dateHandover>,
  { rules }: HandoverSettings,
) {
  const { address_id } = await findLogged(access, employee, params.handover_id)
  await lockAddress(access.transaction, address_id)
  const before = await findLogged(access, employee, params.handover_id)
  requireAllowed(closedText(before))
  const dayFor = (field: keyof typeof body) => (body[field] === undefined ? before[field] : body[field])
  const dates = {
    assessed_on: dayFor('assessed_on'),
    published_on: dayFor('published_on'),
    extended_on: dayFor('extended_on'),
    notice_of_default_on: dayFor('notice_of_default_on'),
  }
  checkAssessedDay(dates)
  for (const field of ['published_on', 'extended_on', 'notice_of_default_on'] as const)
    if ((body[field] ?? '') > today()) invalidField(field, 'Deze dag moet nog komen')
  for (const field of ['extended_on', 'notice_of_default_on'] as const)
    if (body[field] && body[field] < before.received_on) invalidField(field, 'Dit is voor de dag van ontvangst')
  const { decide_by } = rules.terms({ ...before, ...dates, extended_on: null }, today())
  if (dates.extended_on !== null && decide_by !== null && dates.extended_on > decide_by)
    invalidField('extended_on', `Verdagen kon tot en met ${dayWithYear(decide_by)}.`)
  await storeDates(access.transaction, before.id, dates)
  const after = await findLogged(access, employee, before.id)
  requireAllowed(closedText(after))
  return providerHandover(rowOf(after), rules, today())
}

/**
 * Returns the confirmation that an open objection was received. Throws 404 when this employee may not see it, and 409
 * for a closed one.
 */
async function receiptFile(
  { access, employee, params }: Call<typeof makeObjectionReceipt>,
  { rules, letterhead }: HandoverSettings,
): Promise<Download> {
  const handover = await findLogged(access, employee, params.handover_id)
  requireAllowed(closedText(handover))
  const place = asAddress(handover.address)
  return {
    name: `ontvangstbevestiging bezwaar ${handover.year}.pdf`,
    type: 'application/pdf',
    build: async () =>
      (await import('./objection-papers.ts')).objectionReceipt(deskHandover(handover, rules, today()), {
        place,
        letterhead,
        today: today(),
      }),
  }
}

/** Returns an objection for the resident of a pass to sign. */
async function formFile(
  { access, employee, body }: Call<typeof makeObjectionForm>,
  { rules, letterhead }: HandoverSettings,
): Promise<Download> {
  const found = await findRecorded(access, employee, body.environmental_pass_number)
  checkYear(body)
  const assessments = await findAssessedDays(access.transaction, found, access.purpose)
  const assessed_on = assessments.find(({ year }) => year === body.year)?.assessed_on ?? null
  const place = asAddress(found.address)
  return {
    name: `bezwaarformulier ${body.year}.pdf`,
    type: 'application/pdf',
    build: async () =>
      (await import('./objection-papers.ts')).objectionForm(
        {
          ...{ year: body.year, assessed_on },
          ...rules.objectUntil({ assessed_on, published_on: null }, today()),
        },
        { place, letterhead, today: today() },
      ),
  }
}

/** Returns the objections of an address, newest first. Only an objection also shows those of former households. */
async function addressHandovers(
  { access, employee, params }: Call<typeof listAddressHandovers>,
  { rules }: HandoverSettings,
) {
  const { transaction, purpose } = access
  const household = (await findHousehold(transaction, params.alias)) ?? notFound('Dit adres bestaat niet')
  const { address_id } = household
  await recordShownHouseholds(access, address_id)
  const rows = await findAddressHandovers(transaction, address_id, purpose, employee.id)
  const shown = purpose === 'aanslag_bezwaar' ? { address_id, occupancy_id: null } : household
  return {
    data: rows.map((row) => providerHandover(row, rules, today())),
    meta: { assessments: await findAssessmentTerms(transaction, shown, rules, purpose) },
  }
}

/** Returns a hand-over, and records its household. Throws 404 when this employee may not see it. */
async function findLogged({ transaction, recordHousehold }: LoggedAccess, employee: Caller, id: number) {
  const handover = (await findHandover(transaction, employee, id)) ?? unknownHandover()
  recordHousehold(handover)
  return handover
}

const rowOf = ({ closed_by_id: _, resident_id, address_id, occupancy_id, address, ...row }: StoredHandover) => row

/**
 * Closes a hand-over once. The same outcome of the same employee again has no effect. Throws 409 for the employee who
 * handed it over and while a lift of it is not decided, and names the colleague who closed it first. Throws 422 for a
 * day before the receipt or after today.
 */
async function storeOutcome(
  { access, employee, params, body }: Call<typeof closeHandover>,
  { rules }: HandoverSettings,
) {
  const id = params.handover_id
  const { outcome, answer } = body
  const { address_id } = await findLogged(access, employee, id)
  await lockAddress(access.transaction, address_id)
  const open = await findLogged(access, employee, id)
  requireAllowed(mayCloseHandover(open, open.outcome === null ? outcome : undefined))
  const decided_on = outcome === 'withdrawn' ? null : (body.decided_on ?? today())
  if (decided_on !== null && decided_on > today()) invalidField('decided_on', 'Deze dag moet nog komen')
  if (decided_on !== null && decided_on < open.received_on) invalidField('decided_on', 'Het bezwaar is later ontvangen')
  await closeIfOpen(access.transaction, { id, outcome, answer, decided_on, employee_id: employee.id })
  const closed = await findLogged(access, employee, id)
  const isSame = closed.outcome === outcome && closed.answer === answer && closed.decided_on === decided_on
  if (!isSame || closed.closed_by_id !== employee.id) requireAllowed(closedText(closed))
  return providerHandover(rowOf(closed), rules, today())
}

/**
 * Undoes the own outcome of a hand-over, which opens it again, or else the own filing, which deletes it. Throws 409 when
 * the rule `mayUndo` forbids it, when a later hand-over took its place, and when lifts belong to it.
 */
async function undoLastStep({ access, employee, params }: Call<typeof undoHandover>) {
  const { transaction } = access
  const id = params.handover_id
  const { address_id } = await findLogged(access, employee, id)
  await lockAddress(transaction, address_id)
  const handover = await findLogged(access, employee, id)
  const undoer = { employee_id: employee.id, undo_minutes }
  const outcome = await findOutcome(transaction, id, employee.id)
  if (outcome) {
    requireAllowed(mayUndo(outcome))
    if (!(await undoOutcome(transaction, handover, undoer)))
      throw new ApiError(409, 'Na uw uitkomst is een ander bezwaar tegen deze aanslag vastgelegd')
  } else if (handover.is_own) {
    requireAllowed(mayUndo(await findFiling(transaction, id, employee.id)))
    if (!(await deleteFiled(transaction, id, undoer)))
      throw new ApiError(409, 'Bij dit bezwaar horen ledigingen. Trek die eerst in.')
  }
  // Otherwise a parallel undo of the same outcome was first.
  return null
}

/** Retracts an own hand-over once. Throws 409 for one of a colleague, and when it was closed first. */
async function storeRetraction(
  { access, employee, params }: Call<typeof retractHandover>,
  { rules }: HandoverSettings,
) {
  const id = params.handover_id
  const isRetracted = ({ outcome, closed_by_id }: StoredHandover) =>
    outcome === 'withdrawn' && closed_by_id === employee.id
  const handover = await findLogged(access, employee, id)
  if (!isRetracted(handover)) requireAllowed(mayRetractHandover(handover))
  const withdrawn = { outcome: 'withdrawn', answer: null, decided_on: null } as const
  await closeIfOpen(access.transaction, { id, ...withdrawn, employee_id: employee.id })
  const retracted = await findLogged(access, employee, id)
  if (!isRetracted(retracted)) requireAllowed(mayRetractHandover(retracted))
  return deskHandover(rowOf(retracted), rules, today())
}

/** Objections to bills: received and retracted by the pass desk, closed by the provider. */
export function handoverRoutes(api: Api, settings: HandoverSettings) {
  answer(api, listPassHandovers, (call) => passHandovers(call, settings))
  answer(api, handOverObjection, (call) => handOverOnce(call, settings))
  answerDownload(api, makeObjectionReceipt, (call) => receiptFile(call, settings))
  answerDownload(api, makeObjectionForm, (call) => formFile(call, settings))
  answer(api, listHandovers, (call) => openObjections(call, settings.rules))
  answer(api, listAddressHandovers, (call) => addressHandovers(call, settings))
  answer(api, recordHandover, (call) => recordOnce(call, settings))
  answer(api, dateHandover, (call) => storeLaterDates(call, settings))
  answer(api, closeHandover, (call) => storeOutcome(call, settings))
  answer(api, undoHandover, (call) => undoLastStep(call))
  answer(api, retractHandover, (call) => storeRetraction(call, settings))
}
