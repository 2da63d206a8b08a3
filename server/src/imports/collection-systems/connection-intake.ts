import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { Intake } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { distinct, findNamedAddresses } from '../resolver/named-addresses.ts'
import { type ConnectionRow, connectionReader } from './collection-system-rows.ts'
import {
  analyzeSystems,
  type Connection,
  connect,
  disconnect,
  findSystems,
} from './import-collection-systems.queries.ts'

type ReadConnection = { row: CsvRow; connection: ConnectionRow | string }

/** Stores which addresses may use which collection systems; what a file does not name stays as it is. */
export async function openConnectionIntake(
  db: Db,
  { header, rejects }: { header: string[]; rejects: Rejects },
): Promise<Intake<ReadConnection>> {
  const read = connectionReader(header)
  const counts = { added: 0, ended: 0, unchanged: 0 }

  async function store(batch: ReadConnection[]) {
    const readable = batch.flatMap(({ connection }) => (typeof connection === 'string' ? [] : [connection]))
    const systems = await findSystems(db, distinct(readable.map(({ system_code }) => system_code)))
    const addressOf = await findNamedAddresses(db, readable)
    const refused: { row: CsvRow; reason: string }[] = []
    // Of two rows about the same connection the last one counts.
    const asked = new Map<string, Connection & { ends: boolean }>()
    for (const { row, connection } of batch) {
      const address_id = typeof connection === 'string' ? connection : addressOf(connection)
      if (typeof connection === 'string' || typeof address_id === 'string') {
        refused.push({ row, reason: `${address_id}` })
        continue
      }
      const { system_code, ends } = connection
      const collection_system_id = systems.get(system_code)?.id
      if (collection_system_id === undefined)
        refused.push({ row, reason: `het verzamelsysteem ${system_code} is onbekend` })
      else asked.set(`${address_id} ${collection_system_id}`, { address_id, collection_system_id, ends })
    }
    const rows = [...asked.values()]
    const [added, ended] = await db.transaction().execute(async (transaction) => [
      await connect(
        transaction,
        rows.filter(({ ends }) => !ends),
      ),
      await disconnect(
        transaction,
        rows.filter(({ ends }) => ends),
      ),
    ])
    counts.added += added
    counts.ended += ended
    counts.unchanged += batch.length - refused.length - added - ended
    await rejects.add(refused)
  }

  return {
    readRow: (row) => ({ row, connection: read(row.fields) }),
    store,
    finish: async () => {
      if (counts.added + counts.ended > 0) await analyzeSystems(db)
    },
    outcome: () => [
      ['toegevoegd', counts.added],
      ['vervallen', counts.ended],
      ['ongewijzigd', counts.unchanged],
    ],
  }
}
