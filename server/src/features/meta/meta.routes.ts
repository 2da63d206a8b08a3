import { showMeta, WasteStream, wasteStreamNames } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { employeeOf } from '../../shared/employee.ts'
import { findMunicipalities } from '../../shared/municipalities.queries.ts'
import { findCollectionSystemKinds } from './meta.queries.ts'

/** What the portal asks for on its first screen. */
export function metaRoutes(app: FastifyInstance, db: Db) {
  answer(app, showMeta, async ({ employee }) => ({
    user: employeeOf(employee),
    municipalities: await findMunicipalities(db),
    systems: await findCollectionSystemKinds(db),
    waste_types: WasteStream.options.map((id) => ({ id, name: wasteStreamNames[id] })),
  }))
}
