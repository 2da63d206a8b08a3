import { showMeta, wasteTypes } from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { findCollectionSystemKinds } from '../../domain/places/collection-system-kinds.queries.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { employeeOf } from '../../domain/sessions/employee.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'

/** What the portal asks for on its first screen. */
export function metaRoutes(app: FastifyInstance, db: Db) {
  answer(app, showMeta, async ({ employee }) => ({
    user: employeeOf(employee),
    municipalities: await findMunicipalities(db),
    systems: await findCollectionSystemKinds(db),
    waste_types: wasteTypes,
  }))
}
