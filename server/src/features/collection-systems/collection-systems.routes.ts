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
import { findCollectionSystemKinds } from '../../domain/places/collection-system-kinds.queries.ts'
import { searchInQueue } from '../../domain/street-search/search-queue.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { answerListFile, fileRowsPerQuery } from '../../platform/http/list-files.ts'
import {
  alternativeSystems,
  connectedAddresses,
  connectedAddressFile,
  findCollectionSystems,
  findSystem,
  findSystemClearances,
  systemClearanceFile,
  systemEquipment,
  systemFileColumns,
  systemId,
} from './collection-systems.ts'

/** The search for collection systems, and a system with its equipment, clearances, addresses and alternatives. */
export function collectionSystemRoutes(api: Api) {
  answer(api, searchCollectionSystems, ({ db, body, employee }) =>
    searchInQueue(employee, body, () => findCollectionSystems(db, body)),
  )
  answerListFile(api, exportCollectionSystems, ({ db, body }) => ({
    columns: systemFileColumns,
    pageAfter: (cursor) => findCollectionSystems(db, { ...body, cursor, limit: fileRowsPerQuery }),
  }))
  answer(api, showCollectionSystemMeta, async ({ db }) => ({
    systems: await findCollectionSystemKinds(db),
    waste_types: wasteTypes,
  }))
  answer(api, showCollectionSystem, ({ db, params }) => findSystem(db, params.alias))
  answer(api, listCollectionSystemEquipment, ({ db, params: { alias } }) => systemEquipment(db, alias))
  answer(api, listCollectionSystemClearances, ({ db, params, query }) =>
    findSystemClearances(db, params.alias, query.year),
  )
  answerListFile(api, exportCollectionSystemClearances, systemClearanceFile)
  answer(api, listConnectedAddresses, async ({ db, params: { alias }, query: { cursor } }) =>
    connectedAddresses(db, await systemId(db, alias), cursor, 25),
  )
  answerListFile(api, exportConnectedAddresses, connectedAddressFile)
  answer(api, listAlternativeSystems, alternativeSystems)
}
