import {
  exportAddressClearances,
  exportAddresses,
  listAddressClearances,
  listAddressEquipment,
  listMunicipalities,
  listNearbySystems,
  listNonClearances,
  searchAddresses,
  showAddress,
} from '@rd4-loket/contract'
import { addressFileColumns } from '../../domain/places/address-file.ts'
import { withNotes } from '../../domain/places/address-notes.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { findAddresses } from '../../domain/street-search/location-search.ts'
import { searchInQueue } from '../../domain/street-search/search-queue.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { answerListFile, fileRowsPerQuery } from '../../platform/http/list-files.ts'
import { findAddress } from './addresses.queries.ts'
import {
  addressClearanceFile,
  addressClearances,
  addressEquipment,
  addressNonClearances,
  systemsNearAddress,
  unknownAddress,
} from './addresses.ts'

/** The search for addresses, and an address with its equipment, clearances and nearest collection systems. */
export function addressRoutes(api: Api) {
  answer(api, searchAddresses, async ({ db, body, employee }) => {
    const { data, meta } = await searchInQueue(employee, body, () => findAddresses(db, body))
    return { data: await withNotes(db, data), meta }
  })
  answerListFile(api, exportAddresses, ({ db, body }) => ({
    columns: addressFileColumns,
    pageAfter: (cursor) => findAddresses(db, { ...body, cursor, limit: fileRowsPerQuery }),
  }))
  answer(api, listMunicipalities, ({ db }) => findMunicipalities(db))
  answer(api, showAddress, async ({ db, params: { alias } }) => {
    const [noted] = await withNotes(db, [(await findAddress(db, alias)) ?? unknownAddress()])
    return noted ?? unknownAddress()
  })
  answer(api, listAddressEquipment, addressEquipment)
  answer(api, listAddressClearances, addressClearances)
  answer(api, listNonClearances, addressNonClearances)
  answerListFile(api, exportAddressClearances, addressClearanceFile)
  answer(api, listNearbySystems, systemsNearAddress)
}
