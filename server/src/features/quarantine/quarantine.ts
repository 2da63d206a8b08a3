// Reasons: docs/objections.md

import {
  ApiError,
  approveQuarantineLine,
  decideQuarantineLine,
  linesPerPage,
  listMissingData,
  listQuarantine,
  maxShownRows,
  mayApproveLine,
  mayDecideLine,
  mayUndoLine,
  type QuarantineChoice,
  type QuarantineLine,
  type Reply,
  retryQuarantineLine,
  showQuarantineLine,
  undoQuarantineLine,
} from '@rd4-loket/contract'
import { sumOf } from '../../domain/bill/sums.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { drumLitres } from '../../domain/clearances/clearance-rules.ts'
import { waitForImportPart } from '../../domain/deliveries/import-locks.queries.ts'
import { findMissingData } from '../../domain/missing-data/missing-data.ts'
import type { StoredChoice } from '../../domain/quarantine/quarantine-lines.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import type { Config } from '../../platform/runtime/config.ts'
import {
  countWaiting,
  findAbsentDay,
  findAddressId,
  findContainerId,
  findHouseholdsOn,
  findLine,
  findLineHouseholds,
  findLines,
  findShownRows,
  findTariffCents,
  isApprovedBy,
  isPlacedDisputed,
  isSameDecision,
  lockLine,
  lockPlaced,
  storeApproval,
  storeDecision,
  undoDecision,
} from './decide-lines.queries.ts'
import { findMatches } from './matches.ts'

type Settings = Pick<Config, 'queue_four_eyes_cents'>

const conflict = (message: string): never => {
  throw new ApiError(409, message)
}

const cursorForm = /^(\d{4}-\d\d-\d\d) (\d{1,9})$/

async function lineList({ db, employee, query }: Call<typeof listQuarantine>): Promise<Reply<typeof listQuarantine>> {
  const [, day = '', id = ''] = cursorForm.exec(query.cursor ?? '') ?? []
  const cursor = day === '' ? undefined : { day, id: Number(id) }
  const [found, counts] = await Promise.all([
    findLines(db, employee.id, { ...query, cursor, limit: linesPerPage + 1 }),
    countWaiting(db),
  ])
  const shown = found.slice(0, linesPerPage)
  const last = shown.at(-1)
  return {
    data: shown.map(({ day: _, ...line }) => line),
    meta: {
      next: found.length > linesPerPage && last ? `${last.day} ${last.id}` : null,
      counts: counts.map(({ proposed: _, ...count }) => count),
      proposed: sumOf(counts, ({ proposed }) => proposed),
    },
  }
}

const reread = async (db: Db, id: number, employee_id: number) =>
  (await findLine(db, id, employee_id)) ?? notFound('Deze regel wacht niet meer')

/** Locks a line, and logs the households to which its rows can belong. Throws 404 for an unknown line. */
async function takeLine({ transaction, recordHousehold }: LoggedAccess, id: number, employee_id: number) {
  await lockLine(transaction, id)
  const line = await reread(transaction, id, employee_id)
  for (const household of await findLineHouseholds(transaction, id)) recordHousehold(household)
  return line
}

/** Throws 409 when rows arrived or left since the employee saw the line. */
function requireSeen({ rows, cents }: QuarantineLine, seen: { rows: number; cents: number }) {
  if (rows !== seen.rows || cents !== seen.cents) conflict('De ledigingen zijn veranderd. Bekijk de regel opnieuw.')
}

async function lineWithMatches({ access, employee, params }: Call<typeof showQuarantineLine>) {
  const { transaction, recordHousehold } = access
  const line = await reread(transaction, params.line_id, employee.id)
  for (const household of await findLineHouseholds(transaction, line.id)) recordHousehold(household)
  const matches = line.state === 'waiting' ? await findMatches(transaction, line.id, line.cause) : []
  const aliases = matches.flatMap(({ choice }) => choice.alias ?? [])
  if (aliases.length > 0)
    for (const household of await findHouseholdsOn(transaction, aliases, line.oldest_on)) recordHousehold(household)
  return { line, rows: await findShownRows(transaction, line.id, maxShownRows), matches }
}

/** The parts of a choice that can solve a cause, and the Dutch message when the choice has none of them. */
const solutions: { cause: RegExp; parts: (keyof StoredChoice)[]; message: string }[] = [
  { cause: /^fraction_unknown/, parts: ['waste_type'], message: 'Kies een afvalstroom' },
  { cause: /^container/, parts: ['container_id'], message: 'Kies ook een container' },
  { cause: /^address_(unknown|ambiguous)/, parts: ['address_id'], message: 'Kies ook een adres' },
]

const isSameChoice = (one: QuarantineChoice, other: QuarantineChoice) =>
  (['container_number', 'alias', 'waste_type', 'shared'] as const).every((field) => one[field] === other[field])

/** Returns a choice with the ids of its container and address. Throws 422 for an unknown one. */
async function findChoice(
  { transaction, recordHousehold }: LoggedAccess,
  line: QuarantineLine,
  { container_number, alias, ...values }: QuarantineChoice,
): Promise<StoredChoice> {
  const stored: StoredChoice = {
    ...(values.waste_type !== undefined && { waste_type: values.waste_type }),
    ...(values.shared !== undefined && { shared: values.shared }),
  }
  if (alias !== undefined) {
    stored.address_id =
      (await findAddressId(transaction, alias)) ?? invalidField('choice.alias', 'Dit adres bestaat niet')
    for (const household of await findHouseholdsOn(transaction, [alias], line.oldest_on)) recordHousehold(household)
  }
  if (container_number !== undefined)
    stored.container_id =
      (await findContainerId(transaction, container_number)) ??
      invalidField('choice.container_number', 'Deze container bestaat niet')
  return stored
}

/**
 * Throws 422 for a choice that leaves the cause as it is: its rows would wait again. Also throws 422 for a container that
 * stood nowhere on a day of the rows, unless it is a likely match: the register can be late.
 */
async function requireSolution(db: Db, line: QuarantineLine, choice: QuarantineChoice, stored: StoredChoice) {
  const day = stored.container_id && (await findAbsentDay(db, line.id, stored.container_id))
  if (day) {
    const matches = await findMatches(db, line.id, line.cause)
    if (!matches.some((match) => isSameChoice(match.choice, choice)))
      invalidField('choice.container_number', `Deze container stond er op ${dayWithYear(day)} niet.`)
  }
  if (Object.keys(stored).length === 0) invalidField('choice', 'Kies een container, een adres of een afvalstroom')
  const solution = solutions.find((it) => it.cause.test(line.cause))
  if (solution && !solution.parts.some((part) => part in stored)) invalidField('choice', solution.message)
}

/** Maximum number of rows of which the tariffs are read. */
const maxPricedRows = 10_000

/**
 * Returns whether the rows of a line are together above the maximum of one employee. A row without an amount counts at
 * its tariff. Without a tariff, and with more rows than can be read in time, a colleague decides too.
 */
async function needsColleague(db: Db, line: QuarantineLine, choice: StoredChoice | null, maxCents: number) {
  if (line.cents > maxCents) return true
  if (line.unpriced === 0) return false
  if (line.rows > maxPricedRows) return true
  const cents = await findTariffCents(db, line.id, { choice, drumLitres })
  return cents === null || line.cents + cents > maxCents
}

/**
 * Stores a decision. Above the maximum of one employee, it is a proposal. The same decision of the same employee again
 * changes nothing, because a reply can be lost. Throws 409 and 422.
 */
async function storeLineDecision(
  { access, employee, params, body }: Call<typeof decideQuarantineLine>,
  { queue_four_eyes_cents }: Settings,
) {
  const { transaction } = access
  const line = await takeLine(access, params.line_id, employee.id)
  const choice = body.choice ? await findChoice(access, line, body.choice) : null
  const { note, left_out: reason = null } = body
  if (await isSameDecision(transaction, line.id, { choice, reason, note }, employee.id)) return line
  requireAllowed(mayDecideLine(line))
  requireSeen(line, body)
  if (body.choice && choice) await requireSolution(transaction, line, body.choice, choice)
  const decided = body.left_out === undefined ? 'placing' : 'left_out'
  const state = (await needsColleague(transaction, line, choice, queue_four_eyes_cents)) ? 'proposed' : decided
  await storeDecision(transaction, line.id, { state, choice, reason, note }, employee.id)
  access.recordChange({ state: line.state }, { state, rows: String(line.rows), cents: String(line.cents) })
  return reread(transaction, line.id, employee.id)
}

/** Carries out the proposal of a colleague. The same approval again changes nothing. Throws 403 for the own proposal. */
async function approveLine({ access, employee, params, body }: Call<typeof approveQuarantineLine>) {
  const line = await takeLine(access, params.line_id, employee.id)
  if (await isApprovedBy(access.transaction, line.id, employee.id)) return line
  if (line.state !== 'proposed') conflict(mayDecideLine(line) ?? 'Er is geen voorstel meer')
  const refusal = mayApproveLine(line)
  if (refusal) throw new ApiError(403, refusal)
  requireSeen(line, body)
  await storeApproval(access.transaction, line.id, employee.id)
  const approved = await reread(access.transaction, line.id, employee.id)
  access.recordChange({ state: 'proposed' }, { state: approved.state, rows: `${line.rows}`, cents: `${line.cents}` })
  return approved
}

/**
 * Returns the rows of a line to the queue. The same undo again changes nothing. Throws 409 when the rule forbids it, and
 * while clearances are imported.
 */
async function undoLine({ access, employee, params }: Call<typeof undoQuarantineLine>) {
  const { transaction } = access
  if (!(await waitForImportPart(transaction, 'import clearances')))
    conflict('Er worden nu ledigingen ingelezen. Probeer het zo opnieuw.')
  const line = await takeLine(access, params.line_id, employee.id)
  if (line.state === 'waiting') return line
  requireAllowed(mayUndoLine(line))
  await lockPlaced(transaction, line.id)
  if (await isPlacedDisputed(transaction, line.id))
    conflict('Over een van deze ledigingen loopt een bezwaar of een correctie')
  if (!(await undoDecision(transaction, line.id))) conflict('Deze regel heeft geen ledigingen meer')
  access.recordChange({ state: line.state, rows: `${line.rows}`, cents: `${line.cents}` }, { state: 'waiting' })
  return reread(transaction, line.id, employee.id)
}

/** Starts to place the rows of a line as an import places them. */
async function retryLine({ access, employee, params }: Call<typeof retryQuarantineLine>) {
  const { transaction } = access
  const line = await takeLine(access, params.line_id, employee.id)
  const retry = { state: 'placing', choice: null, reason: null, note: '' } as const
  if (await isSameDecision(transaction, line.id, retry, employee.id)) return line
  requireAllowed(mayDecideLine(line))
  await storeDecision(transaction, line.id, retry, employee.id)
  return reread(transaction, line.id, employee.id)
}

/** Clearances that fit nowhere: what waits, its likely matches, and the decision. The placing itself is an import. */
export function quarantineRoutes(api: Api, settings: Settings) {
  answer(api, listQuarantine, lineList)
  answer(api, listMissingData, ({ db }) => findMissingData(db))
  answer(api, showQuarantineLine, lineWithMatches)
  answer(api, decideQuarantineLine, (call) => storeLineDecision(call, settings))
  answer(api, approveQuarantineLine, approveLine)
  answer(api, undoQuarantineLine, undoLine)
  answer(api, retryQuarantineLine, retryLine)
}
