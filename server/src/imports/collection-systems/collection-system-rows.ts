import {
  limitLength,
  parseLocation,
  parseOption,
  type ReadColumn,
  RowError,
  requireText,
  rowParser,
} from '../reader/columns.ts'
import { addressColumns, readAddressReference, requireCode } from '../resolver/address-columns.ts'
import type { AddressReference } from '../resolver/resolve-addresses.ts'

/** A row about a collection system and the address at which it stands. */
export type SystemRow = AddressReference & {
  object_code: string
  name: string
  kind: string
  lon: number | null
  lat: number | null
}

/** A row that grants an address access to a collection system, or revokes it if `ends`. */
export type ConnectionRow = AddressReference & { system_code: string; ends: boolean }

const oneOf = ['objectcode', 'postcode']
const systemColumns = {
  required: ['verzamelsysteem', 'naam', 'soort'],
  optional: [...addressColumns, 'lon', 'lat'],
  oneOf,
}
const connectionColumns = { required: ['verzamelsysteem'], optional: [...addressColumns, 'vervalt'], oneOf }

/** Whether a file is about collection systems. Otherwise it is about their connections. */
export const isSystemsHeader = (header: string[]) => header.some((name) => name.trim().toLowerCase() === 'naam')

/** Returns a function that parses a row about a collection system of one of these kinds. */
export const systemParser = (header: string[], kinds: string[]) =>
  rowParser(
    header,
    systemColumns,
    (column): SystemRow => ({
      ...readReference(column),
      object_code: readSystemCode(column),
      name: limitLength(requireText(column('naam'), 'de naam'), 120, 'de naam'),
      kind: parseOption(kinds, requireText(column('soort'), 'de soort'), 'de soort'),
      ...parseLocation(column),
    }),
  )

/** Returns a function that parses a row about a connection. */
export const connectionParser = (header: string[]) =>
  rowParser(
    header,
    connectionColumns,
    (column): ConnectionRow => ({
      ...readReference(column),
      system_code: readSystemCode(column),
      ends: parseOption(['ja', 'nee'], column('vervalt') || 'nee', 'vervalt') === 'ja',
    }),
  )

function readReference(column: ReadColumn) {
  const reference = readAddressReference(column)
  if (reference.address_code === null && reference.address === null)
    throw new RowError('er staat niet bij welk adres het is')
  return reference
}

const readSystemCode = (column: ReadColumn) => requireCode(column('verzamelsysteem'), 'het verzamelsysteem')
