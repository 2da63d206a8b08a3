import * as z from 'zod/mini'
import { Clearance, ClearanceMeta, ClearancePeriod } from './clearances.ts'
import { endpoint } from './endpoint.ts'
import { Equipment } from './equipment.ts'
import { Alias, Day } from './fields.ts'
import { checkLocation, locationCriteria } from './location-criteria.ts'
import { Municipality } from './municipalities.ts'
import { Paging, SearchMeta } from './paging.ts'

/** A point on the map, in WGS84 degrees. */
export const Location = z.object({ lon: z.number(), lat: z.number() })

/** An address; `alias` names it in URLs, `object_code` is how the levy administration knows it (null where it does not). */
export const Address = z.object({
  alias: z.string(),
  object_code: z.nullable(z.string()),
  street: z.string(),
  house_number: z.number(),
  house_number_extension: z.nullable(z.string()),
  postal_code: z.string(),
  city: z.string(),
  municipality: Municipality,
  location: z.nullable(Location),
})
export type Address = z.infer<typeof Address>

/** An address on its own page, which stays after it retired: since then the register no longer has it, and no search finds it. */
export const ShownAddress = z.extend(Address, { retired_on: z.nullable(Day) })
export type ShownAddress = z.infer<typeof ShownAddress>

/** What an address search asks: at least one criterion, and which page of the answer. */
export const AddressSearch = z.pipe(z.strictObject({ ...locationCriteria, ...Paging }), z.transform(checkLocation))

const params = z.strictObject({ alias: Alias })

export const searchAddresses = endpoint({
  method: 'POST',
  path: '/counter/addresses/search',
  summary: 'Zoekt adressen die aan alle ingevulde criteria voldoen',
  access: 'bsgw_employee',
  body: AddressSearch,
  data: z.array(Address),
  meta: SearchMeta,
})

export const exportAddresses = endpoint({
  method: 'POST',
  path: '/counter/addresses/export',
  summary: 'Geeft alle adressen die aan de ingevulde criteria voldoen als bestand',
  access: 'bsgw_employee',
  file: 'adressen',
  body: z.pipe(z.strictObject(locationCriteria), z.transform(checkLocation)),
  data: z.string(),
})

export const listMunicipalities = endpoint({
  method: 'GET',
  path: '/counter/addresses/municipalities',
  summary: 'Geeft de gemeenten waarin adressen gezocht kunnen worden',
  access: 'bsgw_employee',
  data: z.array(Municipality),
})

export const showAddress = endpoint({
  method: 'GET',
  path: '/counter/addresses/:alias',
  summary: 'Geeft één adres',
  access: 'bsgw_employee',
  params,
  data: ShownAddress,
})

export const listAddressEquipment = endpoint({
  method: 'GET',
  path: '/counter/addresses/:alias/equipment',
  summary: 'Geeft de inzamelmiddelen van een adres, en de gedeelde containers waar het bij mag',
  access: 'bsgw_employee',
  params,
  data: z.array(Equipment),
})

export const listAddressClearances = endpoint({
  method: 'GET',
  path: '/counter/addresses/:alias/clearances',
  summary: 'Geeft de ledigingen van een adres: de meest recente, of die van een jaar',
  access: 'bsgw_employee',
  params,
  query: ClearancePeriod,
  data: z.array(Clearance),
  meta: ClearanceMeta,
})

export const exportAddressClearances = endpoint({
  method: 'POST',
  path: '/counter/addresses/:alias/clearances/export',
  summary: 'Geeft de ledigingen van een adres als bestand: de meest recente, of die van een jaar',
  access: 'bsgw_employee',
  file: 'ledigingen',
  params,
  query: ClearancePeriod,
  data: z.string(),
})
