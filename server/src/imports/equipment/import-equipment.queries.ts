import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { EquipmentRow } from './equipment-rows.ts'

/** A container as it is stored. */
export type Container = Omit<EquipmentRow, 'object_code' | 'place' | 'system_code'> & {
  address_id: number | null
  collection_system_id: number | null
}

const names = sql`number, address_id, collection_system_id, waste_type, kind, volume_litres, chip_number, placed_on, removed_on`

/** The containers that have these numbers. */
export async function findByNumber(db: Db, numbers: string[]): Promise<Map<string, Container & { id: number }>> {
  // Without the `offset 0` the planner may read the whole table for every batch.
  const { rows } = await sql<Container & { id: number }>`
    select found.* from unnest(${numbers}::text[]) as asked (number)
    cross join lateral (select id, ${names} from container where number = asked.number offset 0) as found`.execute(db)
  return new Map(rows.map((row) => [row.number, row]))
}

/** The numbers of the containers in which these chips are now. */
export async function findChipHolders(db: Db, chips: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ chip_number: string; number: string }>`
    select chip_number, number from container
    where chip_number = any (${chips}::text[]) and removed_on is null`.execute(db)
  return new Map(rows.map(({ chip_number, number }) => [chip_number, number]))
}

const valuesOf = (containers: Container[]) => sql`
  ${containers.map(({ number }) => number)}::text[],
  ${containers.map(({ address_id }) => address_id)}::int[],
  ${containers.map(({ collection_system_id }) => collection_system_id)}::int[],
  ${containers.map(({ waste_type }) => waste_type)}::text[],
  ${containers.map(({ kind }) => kind)}::text[],
  ${containers.map(({ volume_litres }) => volume_litres)}::int[],
  ${containers.map(({ chip_number }) => chip_number)}::text[],
  ${containers.map(({ placed_on }) => placed_on)}::date[],
  ${containers.map(({ removed_on }) => removed_on)}::date[]`

/** Adds containers, and gives their ids. */
export async function insertContainers(db: Db, containers: Container[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into container (${names}) select * from unnest(${valuesOf(containers)}) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Gives containers what a later file says of them. */
export async function updateContainers(db: Db, containers: Container[]) {
  await sql`
    update container set address_id = changed.address_id, collection_system_id = changed.collection_system_id,
      waste_type = changed.waste_type, kind = changed.kind, volume_litres = changed.volume_litres,
      chip_number = changed.chip_number, placed_on = changed.placed_on, removed_on = changed.removed_on
    from unnest(${valuesOf(containers)}) as changed (${names})
    where container.number = changed.number`.execute(db)
}

/** Tells the planner how much there is now: the embedded engine has nobody who does that later. */
export const analyzeContainers = (db: Db) => sql`analyze container`.execute(db)
