import { saveDeliveryAt } from '../../domain/deliveries/deliveries.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { containerCauses, retryAfterImport } from '../clearances/import-clearances.ts'
import { findSystems } from '../collection-systems/import-collection-systems.queries.ts'
import { kindWords, listWords, parseValue, streamWords } from '../reader/column-words.ts'
import { parseDay, parseInteger, quote, type ReadColumn, RowError, rowParser } from '../reader/columns.ts'
import { IdSet } from '../reader/id-set.ts'
import type { ImportFile, ImportSteps, RejectRow } from '../reader/import-kind.ts'
import { compareRows } from '../reader/outcomes.ts'
import { importCommand } from '../reader/run-import.ts'
import { addressColumns, parseCode, readAddressReference, requireCode } from '../resolver/address-columns.ts'
import { type AddressReference, addressProblem, distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import {
  type Container,
  containerColumns,
  findByNumber,
  findChipHolders,
  findContainerAddresses,
  insertContainers,
  updateContainers,
} from './import-equipment.queries.ts'

/**
 * Imports containers, each with its address or collection system. An import of clearances needs the containers to find
 * the addresses of the clearances.
 */
export const importEquipment = importCommand({
  name: 'import equipment',
  title: 'Inzamelmiddelen',
  summary: 'leest inzamelmiddelen (containers) in uit CSV-bestanden',
  sample: 'equipment.csv',
  explanation: `Kolommen, in elke volgorde: nummer (op de sticker),
afvalstroom (${listWords(streamWords)}), soort (${listWords(kindWords)}), volume (liter),
geplaatst_op (2024-03-01), en als ze er zijn verwijderd_op en chip. Waar hij hoort: objectcode, of straat, huisnummer,
huisletter, toevoeging en postcode van precies één adres, of verzamelsysteem (de objectcode daarvan).

Een container is dezelfde als het nummer hetzelfde is; al het andere volgt het bestand. Een chip zit in één container
tegelijk: wie hem verplaatst, geeft de oude container een verwijderd_op. Hetzelfde bestand nog eens verandert niets.`,
  tables: ['container'],
  after: retryAfterImport(containerCauses),
  openFile: openEquipment,
})

/** A row about a container, at an address or in the collection system with the object code `system_code`. */
type EquipmentRow = AddressReference &
  Omit<Container, 'address_id' | 'collection_system_id'> & { system_code: string | null }
type PlacedContainer = EquipmentRow & Container

const columns = {
  required: ['nummer', 'afvalstroom', 'soort', 'volume', 'geplaatst_op'],
  optional: ['chip', 'verwijderd_op', 'verzamelsysteem', ...addressColumns],
  oneOf: ['objectcode', 'postcode', 'verzamelsysteem'],
}

async function openEquipment(_: Db, { header }: ImportFile): Promise<ImportSteps<EquipmentRow>> {
  const seenIds = new IdSet()
  return {
    columns,
    parseRow: rowParser(header, columns, parseEquipment),
    async writeBatch(transaction, rows, reject) {
      const existing = await findByNumber(transaction, distinct(rows.map(({ number }) => number)))
      const placed = await placeContainers(transaction, rows, reject)
      const first = new Map<string, PlacedContainer>()
      for (const row of placed)
        if (first.has(row.number) || seenIds.has(existing.get(row.number)?.id ?? -1))
          reject(row, 'het nummer staat al op een eerdere regel')
        else first.set(row.number, row)

      const accepted = await checkChips(transaction, [...first.values()], reject)
      for (const { number } of accepted) {
        const id = existing.get(number)?.id
        if (id !== undefined) seenIds.add(id)
      }
      const { added, changed, unchanged } = compareRows(
        accepted,
        ({ number }) => existing.get(number),
        containerColumns,
      )
      // Removed containers are updated first: they release their chips to other containers.
      for (const isRemoved of [true, false]) {
        const selection = changed
          .map(({ after }) => after)
          .filter(({ removed_on }) => (removed_on !== null) === isRemoved)
        if (selection.length > 0) await updateContainers(transaction, selection)
      }
      if (added.length > 0) for (const id of await insertContainers(transaction, added)) seenIds.add(id)
      await saveDeliveryAt(transaction, 'containers', await findContainerAddresses(transaction, accepted))
      return { added: added.length, changed: changed.length, unchanged }
    },
  }
}

/** Adds the id of the address or collection system to each row. Rejects rows whose reference to it is unknown. */
async function placeContainers(
  db: Db,
  rows: EquipmentRow[],
  reject: RejectRow<EquipmentRow>,
): Promise<PlacedContainer[]> {
  const systems = await findSystems(db, distinct(rows.map(({ system_code }) => system_code)))
  const addressOf = await resolveAddresses(db, rows)
  return rows.flatMap((row): PlacedContainer[] => {
    const system = systems.get(row.system_code ?? '')
    if (system) return [Object.assign(row, { address_id: null, collection_system_id: system.id })]
    const address = addressOf(row)
    if ('id' in address) return [Object.assign(row, { address_id: address.id, collection_system_id: null })]
    reject(
      row,
      row.system_code === null ? addressProblem(address) : `het verzamelsysteem ${row.system_code} is onbekend`,
    )
    return []
  })
}

/** Returns the containers whose chips are free. Rejects a container whose chip is still in another container. */
async function checkChips(db: Db, containers: PlacedContainer[], reject: RejectRow<EquipmentRow>) {
  const holders = await findChipHolders(db, distinct(containers.map(({ chip_number }) => chip_number)))
  // A removed container frees its chip, even when its row comes after the row of the new container.
  const removed = new Set(containers.filter(({ removed_on }) => removed_on !== null).map(({ number }) => number))
  for (const [chip, number] of holders) if (removed.has(number)) holders.delete(chip)
  return containers.filter((container) => {
    const { chip_number, number, removed_on } = container
    if (chip_number === null || removed_on !== null) return true
    const holder = holders.get(chip_number) ?? number
    if (holder !== number) reject(container, `de chip ${chip_number} zit nog in container ${holder}`)
    else holders.set(chip_number, number)
    return holder === number
  })
}

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
    waste_type: parseValue(streamWords, column('afvalstroom'), 'de afvalstroom'),
    kind: parseValue(kindWords, column('soort'), 'de soort'),
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
