import {
  exportCollectionSystemClearances,
  exportCollectionSystems,
  exportConnectedAddresses,
  listAlternativeSystems,
  listCollectionSystemClearances,
  listCollectionSystemEquipment,
  listConnectedAddresses,
  searchCollectionSystems,
  showCollectionSystem,
  showCollectionSystemMeta,
  wasteTypes,
} from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import { findCollectionSystemClearances } from '../../shared/clearances.queries.ts'
import { findCollectionSystemKinds } from '../../shared/collection-system-kinds.queries.ts'
import type { Db } from '../../shared/database.ts'
import { findCollectionSystemEquipment } from '../../shared/equipment.queries.ts'
import { notFound } from '../../shared/errors.ts'
import { answerExport, rowsPerPage } from '../../shared/exports.ts'
import { addressFileColumns, clearanceFileColumns } from '../../shared/list-columns.ts'
import { findNearbySystems } from '../../shared/nearby-systems.queries.ts'
import { searchInTurn } from '../../shared/search-turns.ts'
import { systemFileColumns } from './collection-system-file.ts'
import {
  findCollectionSystem,
  findCollectionSystemId,
  findCollectionSystems,
  findConnectedAddresses,
  findPlaceAndStreams,
} from './collection-systems.queries.ts'

/** Collection systems: found by criteria, and each with its equipment, clearances and the addresses that may use it. */
export function collectionSystemRoutes(app: FastifyInstance, db: Db) {
  const unknown = () => notFound('Dit verzamelsysteem bestaat niet')
  const idOf = async ({ alias }: { alias: string }) => (await findCollectionSystemId(db, alias)) ?? unknown()

  answer(app, searchCollectionSystems, ({ body, employee }) =>
    searchInTurn(db, employee, body, (turn) => findCollectionSystems(turn, body)),
  )

  answerExport(app, exportCollectionSystems, ({ body }) => ({
    columns: systemFileColumns,
    pageAfter: (cursor) => findCollectionSystems(db, { ...body, cursor, limit: rowsPerPage }),
  }))

  answer(app, showCollectionSystemMeta, async () => ({
    systems: await findCollectionSystemKinds(db),
    waste_types: wasteTypes,
  }))

  answer(app, showCollectionSystem, async ({ params }) => (await findCollectionSystem(db, params.alias)) ?? unknown())

  answer(app, listCollectionSystemEquipment, async ({ params }) =>
    findCollectionSystemEquipment(db, await idOf(params)),
  )

  answer(app, listCollectionSystemClearances, async ({ params, query }) =>
    findCollectionSystemClearances(db, await idOf(params), query.year),
  )

  answer(app, listConnectedAddresses, async ({ params, query }) =>
    findConnectedAddresses(db, await idOf(params), { cursor: query.cursor, limit: 25 }),
  )

  answerExport(app, exportCollectionSystemClearances, async ({ params, query }) => {
    const id = await idOf(params)
    return {
      columns: clearanceFileColumns(await findCollectionSystemEquipment(db, id)),
      pageAfter: async () => ({ ...(await findCollectionSystemClearances(db, id, query.year)), meta: { next: null } }),
    }
  })

  answerExport(app, exportConnectedAddresses, async ({ params }) => {
    const id = await idOf(params)
    return {
      columns: addressFileColumns,
      pageAfter: (cursor) => findConnectedAddresses(db, id, { cursor, limit: rowsPerPage }),
    }
  })

  answer(app, listAlternativeSystems, async ({ params, query }) => {
    const { id, lon, lat, waste_types } = (await findPlaceAndStreams(db, params.alias)) ?? unknown()
    return findNearbySystems(db, {
      lon,
      lat,
      waste_types: query.waste_type ? [query.waste_type] : waste_types,
      except_id: id,
    })
  })
}
