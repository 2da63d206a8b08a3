import {
  ApiError,
  changeMalfunction,
  closeMalfunction,
  listMalfunctions,
  listSystemMalfunctions,
  maxListedMalfunctions,
  mayChangeMalfunction,
  type Reply,
  recordMalfunction,
  saveMalfunctionMail,
  showMalfunctionMail,
} from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import type { Viewer } from '../../domain/places/in-municipality.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { invalidField, notFound, requireAllowed } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { mailMalfunction } from './malfunction-mail.ts'
import {
  closeIfOpen,
  countOpenMalfunctions,
  findClosedMalfunctions,
  findMalfunction,
  findOpenMalfunctionId,
  findOpenMalfunctions,
  findRecipient,
  hasContainer,
  hasSystem,
  insertMalfunction,
  lockMalfunction,
  lockRecipient,
  updateMalfunction,
  updateRecipient,
} from './malfunctions.queries.ts'

const isPast = 'Deze dag is al voorbij'

const unknownMalfunction = () => notFound('Deze storing bestaat niet')

/**
 * Stores a malfunction of a shared container. Recording the same malfunction again returns the stored malfunction.
 * Throws 404 for a container that is not in use at the system. Throws 409 when a colleague recorded a different
 * malfunction, and 422 for an expected end before today.
 */
async function storeMalfunction({ db, employee, params, body }: Call<typeof recordMalfunction>) {
  const { container_id, malfunction, note, expected_end = null } = body
  if (expected_end !== null && expected_end < today()) invalidField('expected_end', isPast)
  if (!(await hasContainer(db, params.alias, container_id))) notFound('Deze container staat hier niet')
  const inserted = await db.transaction(async (transaction) => {
    const values = { container_id, malfunction, note, expected_end }
    const id = await insertMalfunction(transaction, { ...values, employee_id: employee.id })
    if (id !== undefined) await mailMalfunction(transaction, id, 'recorded')
    return id
  })
  const id = inserted ?? (await findOpenMalfunctionId(db, container_id)) ?? unknownMalfunction()
  const stored = (await findMalfunction(db, id)) ?? unknownMalfunction()
  const isSame = stored.malfunction === malfunction && stored.note === note && stored.expected_end === expected_end
  if (!isSame) throw new ApiError(409, `Van deze container heeft ${stored.recorded_by} al een storing vastgelegd`)
  return stored
}

/**
 * Changes an open malfunction. The same change again has no effect. Throws 404 if the malfunction is unknown, 409 if it
 * is closed, and 422 for a new expected end before today.
 */
function storeMalfunctionChange({ db, params: { malfunction_id }, body }: Call<typeof changeMalfunction>) {
  const { malfunction, note, expected_end = null } = body
  return db.transaction(async (transaction) => {
    const stored = (await lockMalfunction(transaction, malfunction_id)) ?? unknownMalfunction()
    requireAllowed(mayChangeMalfunction(stored))
    const isSameDay = stored.expected_end === expected_end
    if (stored.malfunction === malfunction && stored.note === note && isSameDay) return stored
    if (!isSameDay && expected_end !== null && expected_end < today()) invalidField('expected_end', isPast)
    await updateMalfunction(transaction, malfunction_id, { malfunction, note, expected_end })
    // The mail has no note, because a note can name a person.
    if (stored.malfunction !== malfunction || !isSameDay) await mailMalfunction(transaction, malfunction_id, 'changed')
    return { ...stored, malfunction, note, expected_end }
  })
}

/** Returns the closed malfunctions of a collection system. Throws 404 for an unknown system. */
async function closedMalfunctions(db: Db, alias: string, limit: number) {
  if (!(await hasSystem(db, alias))) notFound('Dit verzamelsysteem bestaat niet')
  return findClosedMalfunctions(db, alias, limit)
}

/** Closes a malfunction once. Closing it again returns the stored malfunction. Throws 404 if it is unknown. */
function storeClosing({ db, employee, params: { malfunction_id } }: Call<typeof closeMalfunction>) {
  return db.transaction(async (transaction) => {
    const isClosed = await closeIfOpen(transaction, malfunction_id, employee.id)
    if (isClosed) await mailMalfunction(transaction, malfunction_id, 'closed')
    return (await findMalfunction(transaction, malfunction_id)) ?? unknownMalfunction()
  })
}

/** Returns the address of a municipality that gets a mail about each malfunction. */
async function findMalfunctionMail({ db, employee, params }: Call<typeof showMalfunctionMail>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  return { recipient: await findRecipient(db, municipality_id) }
}

/** Stores and logs the address of a municipality that gets a mail about each malfunction. */
async function storeMalfunctionMail({ db, employee, params, body, actor }: Call<typeof saveMalfunctionMail>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const object = { kind: 'malfunction_mail', key: municipality_id } as const
  await db.transaction(async (transaction) => {
    const before = await lockRecipient(transaction, municipality_id)
    const change = { before: { recipient: before ?? '' }, after: { recipient: body.recipient ?? '' } }
    await updateRecipient(transaction, municipality_id, body.recipient)
    await appendAuditEvent(transaction, actor, { action: 'change_malfunction_mail', result: 'done', object, change })
  })
  return body
}

/** Returns the newest open malfunctions that the caller may see, and the total number of these malfunctions. */
async function openMalfunctions(db: Db, viewer: Viewer, limit: number): Promise<Reply<typeof listMalfunctions>> {
  const [data, total] = await Promise.all([findOpenMalfunctions(db, viewer, limit), countOpenMalfunctions(db, viewer)])
  return { data, meta: { total } }
}

/** Malfunctions of shared containers: recorded, changed and closed by an employee, mailed, and listed. */
export function malfunctionRoutes(api: Api) {
  answer(api, recordMalfunction, storeMalfunction)
  answer(api, changeMalfunction, storeMalfunctionChange)
  answer(api, closeMalfunction, storeClosing)
  answer(api, showMalfunctionMail, findMalfunctionMail)
  answer(api, saveMalfunctionMail, storeMalfunctionMail)
  answer(api, listMalfunctions, ({ db, employee }) => openMalfunctions(db, employee, maxListedMalfunctions))
  answer(api, listSystemMalfunctions, ({ db, params: { alias } }) => closedMalfunctions(db, alias, 20))
}
