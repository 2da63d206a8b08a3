import {
  type PostalAddress,
  type PostalCodeRange,
  parsePostalAddress,
  parseRange,
  rangeText,
} from '@rd4-loket/contract'
import { limitLength, quote, type ReadColumn, RowError, requireText, rowParser } from '../reader/columns.ts'
import { readMunicipality } from '../resolver/municipalities.ts'

/** A row: this part of a municipality belongs to this area. Rows with the same part have the same `key`. */
export type AreaRow = { municipality_id: number; area: string; part: AreaPart; key: string }
export type AreaPart = { range: PostalCodeRange } | { address: PostalAddress }

const columns = { required: ['gemeente', 'gebied'], optional: ['postcodes', 'adres'], oneOf: ['postcodes', 'adres'] }
const maxNameLength = 60

/** Returns a function that parses a row. */
export const areaParser = (header: string[]) => rowParser(header, columns, parseArea)

function parseArea(column: ReadColumn): AreaRow {
  const municipality_id = readMunicipality(column)
  const area = limitLength(requireText(column('gebied'), 'het gebied'), maxNameLength, 'het gebied')
  const [codes, text] = [column('postcodes'), column('adres')]
  if ((codes === '') === (text === '')) throw new RowError('een regel noemt postcodes of een adres, een van beide')
  const range = parseRange(codes)
  const address = parsePostalAddress(text)
  const keyOf = (part: string) => `${municipality_id} ${part}`
  if (range) return { municipality_id, area, part: { range }, key: keyOf(rangeText(range)) }
  if (address) return { municipality_id, area, part: { address }, key: keyOf(Object.values(address).join(' ')) }
  throw new RowError(codes ? `${quote(codes)} zijn geen postcodes` : `${quote(text)} is geen adres`)
}
