import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { parseDay, parseInteger, parseOption, quote, type ReadColumn, RowError, rowParser } from '../reader/columns.ts'
import { addressColumns, parseCode, readAddressReference, requireCode } from '../resolver/address-columns.ts'
import type { AddressReference } from '../resolver/resolve-addresses.ts'

/** A row about a container, at an address or in the collection system with the object code `system_code`. */
export type EquipmentRow = AddressReference & {
  number: string
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  chip_number: string | null
  placed_on: string
  removed_on: string | null
  system_code: string | null
}

const columns = {
  required: ['nummer', 'afvalstroom', 'soort', 'volume', 'geplaatst_op'],
  optional: ['chip', 'verwijderd_op', 'verzamelsysteem', ...addressColumns],
  oneOf: ['objectcode', 'postcode', 'verzamelsysteem'],
}

/** Returns a function that parses a row. */
export const equipmentParser = (header: string[]) => rowParser(header, columns, parseEquipment)

function parseEquipment(column: ReadColumn): EquipmentRow {
  const placed_on = parseDay(column('geplaatst_op'), 'de dag van plaatsing')
  const removed_on =
    column('verwijderd_op') === '' ? null : parseDay(column('verwijderd_op'), 'de dag van verwijdering')
  if (removed_on !== null && removed_on < placed_on)
    throw new RowError('de container is verwijderd voor hij geplaatst was')
  const system_code = parseCode(column('verzamelsysteem'), 'het verzamelsysteem')
  const reference = readAddressReference(column)
  const hasAddress = reference.address_code !== null || reference.address !== null
  if (system_code === null && !hasAddress) throw new RowError('er staat niet bij waar de container hoort')
  if (system_code !== null && hasAddress)
    throw new RowError('een container hoort bij een adres of bij een verzamelsysteem, niet bij allebei')
  return {
    ...reference,
    number: requireCode(column('nummer'), 'het nummer'),
    waste_type: parseOption(WasteStream.options, column('afvalstroom'), 'de afvalstroom'),
    kind: parseOption(EquipmentKind.options, column('soort'), 'de soort'),
    volume_litres: parseInteger(column('volume'), 1, 10_000, 'het volume'),
    chip_number: parseChip(column('chip')),
    placed_on,
    removed_on,
    system_code,
  }
}

function parseChip(text: string) {
  const chip = text.replace(/[\s:-]/g, '').toUpperCase()
  if (chip !== '' && !/^[A-Z0-9]{1,32}$/.test(chip))
    throw new RowError(`de chip ${quote(chip)} heeft andere tekens dan letters en cijfers`)
  return chip || null
}
