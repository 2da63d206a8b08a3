import {
  ApiError,
  closeMalfunction,
  listMalfunctions,
  listSystemMalfunctions,
  maxListedMalfunctions,
  type Reply,
  recordMalfunction,
} from '@rd4-loket/contract'
import type { Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { invalidField, notFound } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import {
  closeIfOpen,
  countOpenMalfunctions,
  findClosedMalfunctions,
  findMalfunction,
  findOpenMalfunctionId,
  findOpenMalfunctions,
  hasContainer,
  hasSystem,
  insertMalfunction,
} from './malfunctions.queries.ts'

const unknownMalfunction = () => notFound('Deze storing bestaat niet')

/**
 * Stores a malfunction of a shared container. Recording the same malfunction again returns the stored malfunction.
 * Throws 404 for a container that is not in use at the system. Throws 409 when a colleague recorded a different
 * malfunction, and 422 for an expected end before today.
 */
async function storeMalfunction({ db, employee, params, body }: Call<typeof recordMalfunction>) {
  const { container_id, malfunction, note, expected_end = null } = body
  if (expected_end !== null && expected_end < today()) invalidField('expected_end', 'Deze dag is al voorbij')
  if (!(await hasContainer(db, params.alias, container_id))) notFound('Deze container staat hier niet')
  const inserted = await insertMalfunction(db, {
    ...{ container_id, malfunction, note, expected_end },
    employee_id: employee.id,
  })
  const id = inserted ?? (await findOpenMalfunctionId(db, container_id)) ?? unknownMalfunction()
  const stored = (await findMalfunction(db, id)) ?? unknownMalfunction()
  const isSame = stored.malfunction === malfunction && stored.note === note && stored.expected_end === expected_end
  if (!isSame) throw new ApiError(409, `Van deze container heeft ${stored.recorded_by} al een storing vastgelegd`)
  return stored
}

/** Returns the closed malfunctions of a collection system. Throws 404 for an unknown system. */
async function closedMalfunctions(db: Db, alias: string, limit: number) {
  if (!(await hasSystem(db, alias))) notFound('Dit verzamelsysteem bestaat niet')
  return findClosedMalfunctions(db, alias, limit)
}

/** Closes a malfunction once. Closing it again returns the stored malfunction. Throws 404 if it is unknown. */
async function storeClosing({ db, employee, params: { malfunction_id } }: Call<typeof closeMalfunction>) {
  await closeIfOpen(db, malfunction_id, employee.id)
  return (await findMalfunction(db, malfunction_id)) ?? unknownMalfunction()
}

/** Returns the newest open malfunctions that the caller may see, and the total number of these malfunctions. */
async function openMalfunctions(db: Db, viewer: Viewer, limit: number): Promise<Reply<typeof listMalfunctions>> {
  const [data, total] = await Promise.all([findOpenMalfunctions(db, viewer, limit), countOpenMalfunctions(db, viewer)])
  return { data, meta: { total } }
}

/** Malfunctions of shared containers: recorded by an employee, listed, and closed. */
export function malfunctionRoutes(api: Api) {
  answer(api, recordMalfunction, storeMalfunction)
  answer(api, closeMalfunction, storeClosing)
  answer(api, listMalfunctions, ({ db, employee }) => openMalfunctions(db, employee, maxListedMalfunctions))
  answer(api, listSystemMalfunctions, ({ db, params: { alias } }) => closedMalfunctions(db, alias, 20))
}
