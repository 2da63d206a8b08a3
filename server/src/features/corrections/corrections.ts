// Reasons: docs/corrections.md

import {
  ApiError,
  type AuditAction,
  approveCorrection,
  approveCorrectionUndo,
  type Correction,
  type CorrectionSelection,
  changedCorrection,
  correctionLetter,
  correctionSamples,
  dropCorrection,
  fetchCorrectionFile,
  listCorrections,
  maxCorrectedLifts,
  mayApproveCorrection,
  mayApproveUndo,
  mayDropCorrection,
  mayUndoAlone,
  mayUndoCorrection,
  ownCorrection,
  previewCorrection,
  proposeCorrection,
  type Refusal,
  required,
  showCorrection,
  showCorrectionLetter,
  undoCorrection,
  wasteStreamNames,
} from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { sumOf } from '../../domain/bill/sums.ts'
import { dayWithYear } from '../../domain/bill/wording.ts'
import { withLinkedAddress } from '../../domain/places/linked-address.ts'
import type { Db } from '../../platform/database/db.ts'
import { importableLine } from '../../platform/files/csv.ts'
import { answer, answerDownload, type Call } from '../../platform/http/answer.ts'
import type { Actor, Api, Caller, LoggedAccess } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import {
  applyCorrection,
  findCollectionAreas,
  findCorrection,
  findCorrections,
  findFileRows,
  findFiles,
  findRuled,
  findSameProposal,
  findSamples,
  hasBatch,
  insertCorrection,
  isChanged,
  lockCorrection,
  lockDecisions,
  lockProposals,
  noCounts,
  previewSelection,
  proposeUndo,
  rejectCorrection,
  rejectUndo,
  type StoredCorrection,
  type StoredSample,
  storeFetched,
  undoApplied,
} from './corrections.queries.ts'
import { addCounts } from './prepare-corrections.ts'

const listedCorrections = 100

const unknownCorrection = () => notFound('Deze correctie bestaat niet')

/** Returns a selection in words: 'Bestand ritten.csv, Heerlen, restafval'. */
function selectionWords({ selection, file_name, municipality_name, area_name }: StoredCorrection) {
  const { from, to, street, waste_type, kind, supplier_key } = selection
  return [
    file_name !== null && `Bestand ${file_name}`,
    from !== undefined && to !== undefined && `${dayWithYear(from)} tot en met ${dayWithYear(to)}`,
    municipality_name,
    area_name !== null && `gebied ${area_name}`,
    street,
    waste_type && wasteStreamNames[waste_type].toLowerCase(),
    kind,
    supplier_key && `nummer ${supplier_key}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function asCorrection(stored: StoredCorrection): Correction {
  const { selection: _, file_name: __, municipality_name: ___, area_name: ____, ...correction } = stored
  return { ...correction, selected: selectionWords(stored) }
}

const findShown = async (db: Db, id: number, { id: employee_id }: Caller) => {
  const stored = await findCorrection(db, id, employee_id)
  return stored ? asCorrection(stored) : unknownCorrection()
}

/** Returns the lifts of samples with their addresses, and records their households. */
const recordSamples = ({ recordHousehold }: LoggedAccess, samples: StoredSample[]) =>
  samples.map(({ address_id, occupancy_id, ...sample }) => {
    recordHousehold({ address_id, occupancy_id })
    return withLinkedAddress(sample)
  })

/**
 * Returns the totals and samples of a selection. Throws 404 for an unknown file, and 422 if the selection has too many
 * lifts or none to correct.
 */
async function countSelection(db: Db, selection: CorrectionSelection, samples: number) {
  if (selection.batch_id !== undefined && !(await hasBatch(db, selection.batch_id)))
    notFound('Dit bestand bestaat niet')
  const found = await previewSelection(db, selection, { lifts: maxCorrectedLifts + 1, samples })
  const totals = found?.totals ?? []
  const counts = addCounts(noCounts, totals)
  const sum = (key: 'lifts' | 'households' | 'cents') => sumOf(totals, (it) => it[key])
  const selected_lifts = sum('lifts') + counts.given_back + counts.unbilled
  const field = `selection.${selection.batch_id === undefined ? 'from' : 'batch_id'}`
  if (selected_lifts > maxCorrectedLifts)
    invalidField(field, 'Deze keuze heeft meer dan 200.000 ledigingen. Maak haar kleiner.')
  if (sum('lifts') === 0)
    invalidField(field, 'Deze keuze heeft geen lediging op een aanslag die nog niet is teruggegeven.')
  const ruled =
    (
      await findRuled(
        db,
        counts.municipalities.map(({ id }) => id),
      )
    ).length > 0
  return {
    totals: {
      ...{ lifts: sum('lifts'), households: sum('households'), cents: sum('cents') },
      ...{ credit_cents: ruled ? null : sum('cents'), counts },
    },
    samples: found?.samples ?? [],
    selected_lifts,
  }
}

async function preview({ access, body: { selection } }: Call<typeof previewCorrection>) {
  const { totals, samples } = await countSelection(access.transaction, selection, correctionSamples)
  return { ...totals, samples: recordSamples(access, samples) }
}

/** Adds what happened to a correction, with its totals, to the audit log. */
const appendEvent = (
  transaction: Db,
  actor: Actor,
  action: AuditAction,
  { id, lifts, cents, reason }: Pick<Correction, 'id' | 'lifts' | 'cents'> & { reason?: string },
) =>
  appendAuditEvent(transaction, actor, {
    ...{ action, result: 'done', object: { kind: 'correction', key: id }, purpose: 'aanslag_bezwaar' },
    ...{ result_count: lifts, change: { before: {}, after: { lifts, cents, ...(reason && { reason }) } } },
  })

/** Stores a proposal, which a node then prepares. The same proposal again returns the stored one. */
async function propose({ db, employee, actor, body: { selection, reason } }: Call<typeof proposeCorrection>) {
  return db.transaction(async (transaction) => {
    await lockProposals(transaction, employee.id)
    const same = await findSameProposal(transaction, selection, reason, employee.id)
    if (same !== undefined) return findShown(transaction, same, employee)
    const { totals, selected_lifts } = await countSelection(transaction, selection, 0)
    const id = await insertCorrection(transaction, { selection, reason, selected_lifts, employee_id: employee.id })
    await appendEvent(transaction, actor, 'propose_correction', { ...totals, id, reason })
    return findShown(transaction, id, employee)
  })
}

async function show({ access, employee, params }: Call<typeof showCorrection>) {
  const correction = await findShown(access.transaction, params.correction_id, employee)
  // The screen reads a correction each second while it is prepared, and shows no household until it is ready.
  const hasRows = correction.state === 'ready' || correction.state === 'applied'
  const samples = hasRows ? await findSamples(access.transaction, correction.id, correctionSamples) : []
  return { ...correction, samples: recordSamples(access, samples) }
}

type CorrectionCall = Call<
  typeof approveCorrection | typeof dropCorrection | typeof undoCorrection | typeof approveCorrectionUndo
>

/** Throws 403 for the employee who proposed it, and 409 with any other sentence. */
function requireDecidable(refusal: Refusal) {
  if (refusal === ownCorrection) throw new ApiError(403, refusal)
  requireAllowed(refusal)
}

/**
 * Decides about a correction while it is locked, logs that with the totals, and returns the correction. `decide` throws
 * when a rule refuses it. It returns the logged action and reason.
 */
const decideOn = (
  { db, employee, actor, params: { correction_id } }: Pick<CorrectionCall, 'db' | 'employee' | 'actor' | 'params'>,
  decide: (transaction: Db, correction: Correction) => Promise<{ action: AuditAction; reason?: string } | undefined>,
) =>
  db.transaction(async (transaction) => {
    await lockDecisions(transaction)
    if (!(await lockCorrection(transaction, correction_id))) unknownCorrection()
    const correction = await findShown(transaction, correction_id, employee)
    const event = await decide(transaction, correction)
    if (!event) return correction
    const decided = await findShown(transaction, correction_id, employee)
    await appendEvent(transaction, actor, event.action, { ...decided, cents: decided.credit_cents ?? 0, ...event })
    return decided
  })

/** Approves a correction. The same approval of the same employee again has no effect. */
const approve = (call: Call<typeof approveCorrection>) =>
  decideOn(call, async (transaction, correction) => {
    const { lifts, cents } = call.body
    const isSame = lifts === correction.lifts && cents === correction.credit_cents
    if (isSame && correction.state === 'applied' && correction.approved?.is_own) return undefined
    requireDecidable(mayApproveCorrection(correction))
    if (!isSame || (await isChanged(transaction, correction.id))) throw new ApiError(409, changedCorrection)
    await applyCorrection(transaction, correction.id, call.employee.id)
    return { action: 'approve_correction' }
  })

/** Rejects a proposal. The same rejection of a correction by the same employee again has no effect. */
const drop = (call: Call<typeof dropCorrection>) =>
  decideOn(call, async (transaction, correction) => {
    const { reason } = call.body
    if (correction.dropped?.is_own && correction.drop_reason === reason) return undefined
    requireAllowed(mayDropCorrection(correction))
    if (correction.state === 'applied') await rejectUndo(transaction, correction.id)
    else await rejectCorrection(transaction, correction.id, call.employee.id, reason)
    return { action: 'drop_correction', reason }
  })

/**
 * Undoes an own approval of the last five minutes. Later, stores the proposal to undo it. The same undo or proposal of
 * the same employee again has no effect.
 */
const undo = (call: Call<typeof undoCorrection>) =>
  decideOn(call, async (transaction, correction) => {
    const { id } = correction
    const { reason } = call.body
    if (correction.undo?.is_own && correction.undo_reason === reason) return undefined
    requireAllowed(mayUndoCorrection(correction))
    const isAlone = mayUndoAlone(correction)
    if (!isAlone && reason === '') invalidField('reason', required)
    await proposeUndo(transaction, id, call.employee.id, reason)
    if (isAlone) await undoApplied(transaction, id, null)
    return { action: 'undo_correction', reason }
  })

/** Approves the undo of a correction. The same approval of the same employee again has no effect. */
const approveUndo = (call: Call<typeof approveCorrectionUndo>) =>
  decideOn(call, async (transaction, correction) => {
    if (correction.undo_approved?.is_own) return undefined
    requireDecidable(mayApproveUndo(correction))
    await undoApplied(transaction, correction.id, call.employee.id)
    return { action: 'undo_correction' }
  })

const fileColumns = ['OBJECT_ID', 'AANSLAGNUMMER', 'JAAR', 'DAGTEKENING', 'LEDIGINGEN', 'BEDRAG_CENTEN', 'CORRECTIE']

/** Returns the file for the tax office. Its bytes depend only on the correction. Throws 409 unless it is applied. */
async function correctionFile({ db, employee, actor, params }: Call<typeof fetchCorrectionFile>) {
  return db.transaction(async (transaction) => {
    // An undo waits, so that the file has all lifts or is refused.
    if (!(await lockCorrection(transaction, params.correction_id))) unknownCorrection()
    const correction = await findShown(transaction, params.correction_id, employee)
    if (correction.state !== 'applied') throw new ApiError(409, 'Deze correctie is niet goedgekeurd')
    const rows = await findFileRows(transaction, correction.id)
    await storeFetched(transaction, correction.id)
    await appendEvent(transaction, actor, 'fetch_correction_file', {
      ...{ ...correction, cents: correction.credit_cents ?? 0 },
    })
    const lines = rows.map(({ object_id, number, year, assessed_on, lifts, cents }) =>
      importableLine([object_id, number, year, assessed_on, lifts, cents, String(correction.id)]),
    )
    return {
      name: `correctie ${correction.id}.csv`,
      type: 'text/csv',
      build: async () => Buffer.from(importableLine(fileColumns) + lines.join('')),
    }
  })
}

/** Corrections of many lifts at once: proposed by one employee, approved by another. */
export function correctionRoutes(api: Api) {
  answer(api, previewCorrection, preview)
  answer(api, proposeCorrection, propose)
  answer(api, listCorrections, async ({ db, employee }) => ({
    data: (await findCorrections(db, employee.id, listedCorrections)).map(asCorrection),
    meta: { files: await findFiles(db, listedCorrections), areas: await findCollectionAreas(db) },
  }))
  answer(api, showCorrection, show)
  answer(api, approveCorrection, approve)
  answer(api, dropCorrection, drop)
  answer(api, undoCorrection, undo)
  answer(api, approveCorrectionUndo, approveUndo)
  answerDownload(api, fetchCorrectionFile, correctionFile)
  answer(api, showCorrectionLetter, async ({ db, employee, params }) => ({
    text: correctionLetter({ reden: (await findShown(db, params.correction_id, employee)).reason }),
  }))
}
