import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { day, type Field, filled, oneOf, quoted, Reason, rowReader, wholeNumber } from '../reader/table-rows.ts'
import { type AddressOfRow, addressColumns, code, readAddress } from '../resolver/place-columns.ts'

/** A container as a row of a file gives it, before anybody looked where that is. */
export type EquipmentRow = AddressOfRow & {
  number: string
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  chip_number: string | null
  placed_on: string
  removed_on: string | null
  /** The object code of the collection system that it belongs to. */
  system_code: string | null
}

const required = ['nummer', 'afvalstroom', 'soort', 'volume', 'geplaatst_op']
const optional = ['chip', 'verwijderd_op', 'verzamelsysteem', ...addressColumns]

/** Reads the header, and gives a function that reads a row below it: a container, or the reason why it is none. */
export const equipmentReader = (header: string[]) =>
  rowReader(header, { required, optional, oneOf: [['objectcode', 'postcode', 'verzamelsysteem']] }, readEquipment)

function readEquipment(field: Field): EquipmentRow {
  const placed_on = day(field('geplaatst_op'), 'de dag van plaatsing')
  const removed_on = field('verwijderd_op') === '' ? null : day(field('verwijderd_op'), 'de dag van verwijdering')
  if (removed_on !== null && removed_on < placed_on)
    throw new Reason('de container is verwijderd voor hij geplaatst was')
  const system_code = code(field('verzamelsysteem'), 'het verzamelsysteem')
  const { object_code, place } = readAddress(field)
  if (system_code === null && object_code === null && place === null)
    throw new Reason('er staat niet bij waar de container hoort')
  if (system_code !== null && (object_code !== null || place !== null))
    throw new Reason('een container hoort bij een adres of bij een verzamelsysteem, niet bij allebei')
  const chip = field('chip')
    .replace(/[\s:-]/g, '')
    .toUpperCase()
  if (chip !== '' && !/^[A-Z0-9]{1,32}$/.test(chip))
    throw new Reason(`de chip ${quoted(chip)} heeft andere tekens dan letters en cijfers`)
  return {
    number: code(filled(field('nummer'), 'het nummer'), 'het nummer') ?? '',
    waste_type: oneOf(WasteStream.options, field('afvalstroom'), 'de afvalstroom'),
    kind: oneOf(EquipmentKind.options, field('soort'), 'de soort'),
    volume_litres: wholeNumber(field('volume'), 1, 10_000, 'het volume'),
    chip_number: chip || null,
    placed_on,
    removed_on,
    object_code,
    place,
    system_code,
  }
}
