import type { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, allValues, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** A container as it is stored. */
export type Container = {
  number: string
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  chip_number: string | null
  placed_on: string
  removed_on: string | null
  address_id: number | null
  collection_system_id: number | null
}

export const containerColumns = {
  text: ['number', 'waste_type', 'kind', 'chip_number'],
  int: ['address_id', 'collection_system_id', 'volume_litres'],
  date: ['placed_on', 'removed_on'],
} as const
const names = columnNames(containerColumns)

/** Returns the containers with these numbers. */
export async function findByNumber(db: Db, numbers: string[]): Promise<Map<string, Container & { id: number }>> {
  // `offset 0` forces one index lookup per number. Without it, the planner may read the whole table.
  const rows = await allRows<Container & { id: number }>(db)`
    select found.* from unnest(${numbers}::text[]) as file (number)
    cross join lateral (select id, ${names} from container where number = file.number offset 0) as found`
  return new Map(rows.map((row) => [row.number, row]))
}

/** Returns the number of the current container of each of these chips, by chip. */
export async function findChipHolders(db: Db, chips: string[]): Promise<Map<string, string>> {
  const rows = await allRows<{ chip_number: string; number: string }>(db)`
    select chip_number, number from container
    where chip_number = any (${chips}::text[]) and removed_on is null`
  return new Map(rows.map(({ chip_number, number }) => [chip_number, number]))
}

/** Returns the addresses at which containers are: their own, or those of their collection systems. */
export const findContainerAddresses = (db: Db, containers: Container[]) => allValues<number>(db)`
  select distinct coalesce(file.address_id, (
    select collection_system.address_id from collection_system where id = file.collection_system_id))
  from ${tableOf('file', containers, { int: ['address_id', 'collection_system_id'] })}`

/** Inserts containers and returns their ids. */
export const insertContainers = (db: Db, containers: Container[]) => allValues<number>(db)`
  insert into container (${names}) select * from ${tableOf('file', containers, containerColumns)} returning id`

export const updateContainers = (db: Db, containers: Container[]) => runSql(db)`
  update container set (${names}) = row(file.*)
  from ${tableOf('file', containers, containerColumns)} where container.number = file.number`
