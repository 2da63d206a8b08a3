import { showMeta, wasteTypes } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import { findCollectionSystemKinds } from '../../shared/collection-system-kinds.queries.ts'
import type { Db } from '../../shared/database.ts'
import { employeeOf } from '../../shared/employee.ts'
import { findMunicipalities } from '../../shared/municipalities.queries.ts'

/** What the portal asks for on its first screen. */
export function metaRoutes(app: FastifyInstance, db: Db) {
  answer(app, showMeta, async ({ employee }) => ({
    user: employeeOf(employee),
    municipalities: await findMunicipalities(db),
    systems: await findCollectionSystemKinds(db),
    waste_types: wasteTypes,
  }))
}
