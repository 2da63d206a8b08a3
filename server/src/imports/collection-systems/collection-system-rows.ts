import { coordinates } from '../addresses/address-rows.ts'
import { type Field, filled, noLonger, oneOf, Reason, rowReader } from '../reader/table-rows.ts'
import { type AddressOfRow, addressColumns, code, readAddress } from '../resolver/place-columns.ts'

/** A collection system as a row of a file gives it. Its own object code is `system_code`; the address is the one before which it stands. */
export type SystemRow = AddressOfRow & {
  system_code: string
  name: string
  kind: string
  lon: number | null
  lat: number | null
}

/** A row that says which address may use a collection system, or that it no longer may. */
export type ConnectionRow = AddressOfRow & { system_code: string; ends: boolean }

const required = ['verzamelsysteem', 'naam', 'soort']

/** Reads the header, and gives a function that reads a row below it: a collection system of one of these kinds, or why it is none. */
export const systemReader = (header: string[], kinds: string[]) =>
  rowReader(
    header,
    { required, optional: [...addressColumns, 'lon', 'lat'], oneOf: [['objectcode', 'postcode']] },
    (field) => readSystem(field, kinds),
  )

/** The same for a connection. */
export const connectionReader = (header: string[]) =>
  rowReader(
    header,
    { required: ['verzamelsysteem'], optional: [...addressColumns, 'vervalt'], oneOf: [['objectcode', 'postcode']] },
    readConnection,
  )

/** Whether a header is one of collection systems; otherwise it is one of their connections. */
export const isOfSystems = (header: string[]) => header.some((name) => name.trim().toLowerCase() === 'naam')

const readSystem = (field: Field, kinds: string[]): SystemRow => ({
  ...readNamedAddress(field),
  name: noLonger(filled(field('naam'), 'de naam'), 120, 'de naam'),
  kind: oneOf(
    kinds.map((name) => name.toLowerCase()),
    filled(field('soort'), 'de soort'),
    'de soort',
  ),
  ...coordinates(field('lon'), field('lat')),
})

const readConnection = (field: Field): ConnectionRow => ({
  ...readNamedAddress(field),
  ends: oneOf(['ja', 'nee'], field('vervalt') || 'nee', 'vervalt') === 'ja',
})

function readNamedAddress(field: Field) {
  const address = readAddress(field)
  if (address.object_code === null && address.place === null) throw new Reason('er staat niet bij welk adres het is')
  const system_code = code(filled(field('verzamelsysteem'), 'het verzamelsysteem'), 'het verzamelsysteem') ?? ''
  return { ...address, system_code }
}
