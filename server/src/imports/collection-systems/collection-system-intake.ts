import { findCollectionSystemKinds } from '../../domain/places/collection-system-kinds.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { Intake } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { findNamedAddresses } from '../resolver/named-addresses.ts'
import { type SystemRow, systemReader } from './collection-system-rows.ts'
import {
  analyzeSystems,
  findLocationsOf,
  findSystems,
  insertSystems,
  type StoredSystem,
  updateSystems,
} from './import-collection-systems.queries.ts'

type ReadSystem = { row: CsvRow; system: SystemRow | string }

const columns = ['name', 'kind_id', 'address_id', 'lon', 'lat'] as const
const isSame = (one: StoredSystem, other: StoredSystem) => columns.every((column) => one[column] === other[column])

/** Stores the collection systems of one file in batches, each in a transaction of its own. */
export async function openSystemIntake(
  db: Db,
  { header, rejects }: { header: string[]; rejects: Rejects },
): Promise<Intake<ReadSystem>> {
  const kinds = new Map((await findCollectionSystemKinds(db)).map(({ id, name }) => [name.toLowerCase(), id]))
  const read = systemReader(header, [...kinds.keys()])
  const counts = { added: 0, changed: 0, unchanged: 0 }
  // There are some thousands of these in a country's largest file.
  const seen = new Set<string>()

  async function store(batch: ReadSystem[]) {
    const readable = batch.flatMap(({ system }) => (typeof system === 'string' ? [] : [system]))
    const known = await findSystems(
      db,
      readable.map(({ system_code }) => system_code),
    )
    const addressOf = await findNamedAddresses(db, readable)
    const ids = readable.map(addressOf).filter((id) => typeof id === 'number')
    const locations = ids.length > 0 ? await findLocationsOf(db, ids) : new Map<number, { lon: number; lat: number }>()

    /** What a row says in full, or why it cannot be stored. */
    function complete(system: SystemRow): StoredSystem | string {
      const { system_code: object_code, name, kind, lon, lat } = system
      const address_id = addressOf(system)
      if (typeof address_id === 'string') return address_id
      if (seen.has(object_code)) return `het verzamelsysteem ${object_code} staat al op een eerdere regel`
      const at = lon !== null && lat !== null ? { lon, lat } : (known.get(object_code) ?? locations.get(address_id))
      if (!at) return 'waar het staat is onbekend: lat en lon ontbreken, en het adres heeft ze ook niet'
      seen.add(object_code)
      return { object_code, name, kind_id: kinds.get(kind) ?? 0, address_id, lon: at.lon, lat: at.lat }
    }

    const added: StoredSystem[] = []
    const changed: StoredSystem[] = []
    const refused: { row: CsvRow; reason: string }[] = []
    for (const { row, system } of batch) {
      const given = typeof system === 'string' ? system : complete(system)
      const before = typeof given === 'string' ? undefined : known.get(given.object_code)
      if (typeof given === 'string') refused.push({ row, reason: given })
      else if (!before) added.push(given)
      else if (isSame(before, given)) counts.unchanged += 1
      else changed.push(given)
    }
    await db.transaction().execute(async (transaction) => {
      if (added.length > 0) await insertSystems(transaction, added)
      if (changed.length > 0) await updateSystems(transaction, changed)
    })
    counts.added += added.length
    counts.changed += changed.length
    await rejects.add(refused)
  }

  return {
    readRow: (row) => ({ row, system: read(row.fields) }),
    store,
    finish: async () => {
      if (counts.added + counts.changed > 0) await analyzeSystems(db)
    },
    outcome: () => [
      ['toegevoegd', counts.added],
      ['gewijzigd', counts.changed],
      ['ongewijzigd', counts.unchanged],
    ],
  }
}
