import {
  exportAddressClearances,
  exportAddresses,
  listAddressClearances,
  listAddressEquipment,
  listMunicipalities,
  listNearbySystems,
  searchAddresses,
  showAddress,
} from '@rd4-loket/contract'
import { clearanceFileColumns } from '../../domain/clearances/clearance-file.ts'
import { findAddressClearances } from '../../domain/clearances/clearances.queries.ts'
import { addressFileColumns } from '../../domain/places/address-file.ts'
import { findAddressEquipment } from '../../domain/places/equipment.queries.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { findNearbySystems } from '../../domain/places/nearby-systems.queries.ts'
import { findAddresses } from '../../domain/street-search/address-search.queries.ts'
import { searchInQueue } from '../../domain/street-search/search-queue.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { notFound } from '../../platform/http/errors.ts'
import { answerExport, rowsPerPage } from '../../platform/http/list-files.ts'
import { findAddress, findAddressId } from './addresses.queries.ts'

/** Addresses: found by criteria, and each with its equipment and clearances. */
export function addressRoutes(api: Api, db: Db) {
  const unknown = () => notFound('Dit adres bestaat niet')

  answer(api, searchAddresses, ({ body, employee }) =>
    searchInQueue(db, employee, body, (turn) => findAddresses(turn, body)),
  )

  answerExport(api, exportAddresses, ({ body }) => ({
    columns: addressFileColumns,
    pageAfter: (cursor) => findAddresses(db, { ...body, cursor, limit: rowsPerPage }),
  }))

  answer(api, listMunicipalities, () => findMunicipalities(db))

  answer(api, showAddress, async ({ params }) => (await findAddress(db, params.alias)) ?? unknown())

  answer(api, listAddressEquipment, async ({ params }) =>
    findAddressEquipment(db, (await findAddressId(db, params.alias)) ?? unknown()),
  )

  answer(api, listAddressClearances, async ({ params, query }) =>
    findAddressClearances(db, (await findAddressId(db, params.alias)) ?? unknown(), query.year),
  )

  answerExport(api, exportAddressClearances, async ({ params, query }) => {
    const id = (await findAddressId(db, params.alias)) ?? unknown()
    return {
      columns: clearanceFileColumns(await findAddressEquipment(db, id)),
      pageAfter: async () => ({ ...(await findAddressClearances(db, id, query.year)), meta: { next: null } }),
    }
  })

  answer(api, listNearbySystems, async ({ params, query }) => {
    const { location } = (await findAddress(db, params.alias)) ?? unknown()
    const waste_types = query.waste_type ? [query.waste_type] : null
    return location ? findNearbySystems(db, { ...location, waste_types }) : []
  })
}
