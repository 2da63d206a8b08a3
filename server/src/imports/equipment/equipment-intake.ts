import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import { findSystems } from '../collection-systems/import-collection-systems.queries.ts'
import type { Intake } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { SeenIds } from '../reader/seen-ids.ts'
import { distinct, findNamedAddresses } from '../resolver/named-addresses.ts'
import { type EquipmentRow, equipmentReader } from './equipment-rows.ts'
import {
  analyzeContainers,
  type Container,
  findByNumber,
  findChipHolders,
  insertContainers,
  updateContainers,
} from './import-equipment.queries.ts'

/** A row of the file, and the container that it gives or the reason why it gives none. */
type ReadEquipment = { row: CsvRow; equipment: EquipmentRow | string }
type Placed = { row: CsvRow; container: Container }

const columns = ['address_id', 'collection_system_id', 'waste_type', 'kind'] as const
const otherColumns = ['volume_litres', 'chip_number', 'placed_on', 'removed_on'] as const
const isSame = (one: Container, other: Container) =>
  [...columns, ...otherColumns].every((column) => one[column] === other[column])

/** Stores the containers of one file in batches, each in a transaction of its own, and keeps count of what became of them. */
export async function openEquipmentIntake(
  db: Db,
  { header, rejects }: { header: string[]; rejects: Rejects },
): Promise<Intake<ReadEquipment>> {
  const read = equipmentReader(header)
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const seen = new SeenIds()

  async function store(batch: ReadEquipment[]) {
    const refused: { row: CsvRow; reason: string }[] = []
    const first = new Map<string, Placed>()
    const readable = batch.flatMap(({ equipment }) => (typeof equipment === 'string' ? [] : [equipment]))
    const whereOf = await findWhere(db, readable)
    const known = await findByNumber(db, distinct(readable.map(({ number }) => number)))
    for (const { row, equipment } of batch) {
      const where = typeof equipment === 'string' ? equipment : whereOf(equipment)
      if (typeof equipment === 'string' || typeof where === 'string') refused.push({ row, reason: `${where}` })
      else if (first.has(equipment.number) || seen.has(known.get(equipment.number)?.id ?? -1))
        refused.push({ row, reason: 'het nummer staat al op een eerdere regel' })
      else first.set(equipment.number, { row, container: asContainer(equipment, where) })
    }

    const { placed, withoutChip } = await settleChips(db, [...first.values()])
    const added: Container[] = []
    const changed: Container[] = []
    for (const container of placed) {
      const before = known.get(container.number)
      if (before) seen.add(before.id)
      if (!before) added.push(container)
      else if (isSame(before, container)) counts.unchanged += 1
      else changed.push(container)
    }
    await db.transaction().execute(async (transaction) => {
      // Who gives up a chip comes before who takes it.
      const removed = changed.filter(({ removed_on }) => removed_on !== null)
      const standing = changed.filter(({ removed_on }) => removed_on === null)
      for (const some of [removed, standing]) if (some.length > 0) await updateContainers(transaction, some)
      if (added.length > 0) for (const id of await insertContainers(transaction, added)) seen.add(id)
    })
    counts.added += added.length
    counts.changed += changed.length
    await rejects.add([...refused, ...withoutChip].sort((one, other) => one.row.line - other.row.line))
  }

  return {
    readRow: (row) => ({ row, equipment: read(row.fields) }),
    store,
    finish: async () => {
      if (counts.added > 0) await analyzeContainers(db)
    },
    outcome: () => [
      ['toegevoegd', counts.added],
      ['gewijzigd', counts.changed],
      ['ongewijzigd', counts.unchanged],
    ],
  }
}

const asContainer = (
  { object_code: _, place: __, system_code: ___, ...row }: EquipmentRow,
  where: Where,
): Container => ({
  ...row,
  ...where,
})

/** Tells apart who may have the chip it names, and who may not as it is still in another container. */
async function settleChips(db: Db, rows: Placed[]) {
  const holders = await findChipHolders(db, distinct(rows.map(({ container }) => container.chip_number)))
  // A container that is taken away gives up its chip, wherever it stands in the file.
  const removed = new Set(rows.flatMap(({ container }) => (container.removed_on === null ? [] : [container.number])))
  for (const [chip, number] of holders) if (removed.has(number)) holders.delete(chip)
  const placed: Container[] = []
  const withoutChip: { row: CsvRow; reason: string }[] = []
  for (const { row, container } of rows) {
    const { chip_number, number, removed_on } = container
    const holder = chip_number === null || removed_on !== null ? number : (holders.get(chip_number) ?? number)
    if (holder !== number) withoutChip.push({ row, reason: `de chip ${chip_number} zit nog in container ${holder}` })
    else {
      if (chip_number !== null && removed_on === null) holders.set(chip_number, number)
      placed.push(container)
    }
  }
  return { placed, withoutChip }
}

type Where = Pick<Container, 'address_id' | 'collection_system_id'>

/** Gives a function that tells where a container belongs, or the reason why nobody can tell. */
async function findWhere(db: Db, rows: EquipmentRow[]): Promise<(row: EquipmentRow) => Where | string> {
  const systems = await findSystems(db, distinct(rows.map(({ system_code }) => system_code)))
  const addressOf = await findNamedAddresses(db, rows)
  return (row) => {
    const { system_code } = row
    if (system_code !== null) {
      const collection_system_id = systems.get(system_code)?.id
      if (collection_system_id === undefined) return `het verzamelsysteem ${system_code} is onbekend`
      return { address_id: null, collection_system_id }
    }
    const address_id = addressOf(row)
    return typeof address_id === 'string' ? address_id : { address_id, collection_system_id: null }
  }
}
