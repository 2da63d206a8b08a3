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
import { clearanceFileColumns } from '../../domain/clearances/clearance-file.ts'
import { findCollectionSystemClearances } from '../../domain/clearances/clearances.queries.ts'
import { addressFileColumns } from '../../domain/places/address-file.ts'
import { findCollectionSystemKinds } from '../../domain/places/collection-system-kinds.queries.ts'
import { findCollectionSystemEquipment } from '../../domain/places/equipment.queries.ts'
import { findNearbySystems } from '../../domain/places/nearby-systems.queries.ts'
import { searchInQueue } from '../../domain/street-search/search-queue.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerExport, rowsPerPage } from '../../platform/http/list-files.ts'
import { systemFileColumns } from './collection-system-file.ts'
import {
  findCollectionSystem,
  findCollectionSystemId,
  findCollectionSystems,
  findConnectedAddresses,
  findPlaceAndStreams,
} from './collection-systems.queries.ts'

/** Collection systems: found by criteria, and each with its equipment, clearances and the addresses that may use it. */
export function collectionSystemRoutes(api: Api, db: Db) {
  const unknown = () => notFound('Dit verzamelsysteem bestaat niet')
  const idOf = async ({ alias }: { alias: string }) => (await findCollectionSystemId(db, alias)) ?? unknown()

  answer(api, searchCollectionSystems, ({ body, employee }) =>
    searchInQueue(db, employee, body, (turn) => findCollectionSystems(turn, body)),
  )

  answerExport(api, exportCollectionSystems, ({ body }) => ({
    columns: systemFileColumns,
    pageAfter: (cursor) => findCollectionSystems(db, { ...body, cursor, limit: rowsPerPage }),
  }))

  answer(api, showCollectionSystemMeta, async () => ({
    systems: await findCollectionSystemKinds(db),
    waste_types: wasteTypes,
  }))

  answer(api, showCollectionSystem, async ({ params }) => (await findCollectionSystem(db, params.alias)) ?? unknown())

  answer(api, listCollectionSystemEquipment, async ({ params }) =>
    findCollectionSystemEquipment(db, await idOf(params)),
  )

  answer(api, listCollectionSystemClearances, async ({ params, query }) =>
    findCollectionSystemClearances(db, await idOf(params), query.year),
  )

  answer(api, listConnectedAddresses, async ({ params, query }) =>
    findConnectedAddresses(db, await idOf(params), { cursor: query.cursor, limit: 25 }),
  )

  answerExport(api, exportCollectionSystemClearances, async ({ params, query }) => {
    const id = await idOf(params)
    return {
      columns: clearanceFileColumns(await findCollectionSystemEquipment(db, id)),
      pageAfter: async () => ({ ...(await findCollectionSystemClearances(db, id, query.year)), meta: { next: null } }),
    }
  })

  answerExport(api, exportConnectedAddresses, async ({ params }) => {
    const id = await idOf(params)
    return {
      columns: addressFileColumns,
      pageAfter: (cursor) => findConnectedAddresses(db, id, { cursor, limit: rowsPerPage }),
    }
  })

  answer(api, listAlternativeSystems, async ({ params, query }) => {
    const { id, lon, lat, waste_types } = (await findPlaceAndStreams(db, params.alias)) ?? unknown()
    return findNearbySystems(db, {
      lon,
      lat,
      waste_types: query.waste_type ? [query.waste_type] : waste_types,
      except_id: id,
    })
  })
}
