import type { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { allRows, runSql } from '../../platform/database/statements.queries.ts'
import { columnNames, tableOf } from '../../platform/database/table-of.queries.ts'

/** A price in a period, both days included. A fixed part has no stream, kind and volume. */
export type Tariff = {
  municipality_id: number
  charge: 'clearance' | 'weight' | 'fixed' | 'rental' | 'delivery'
  waste_type: WasteStream | null
  kind: EquipmentKind | null
  volume_litres: number | null
  /** The households that pay this fixed part. Null: all. */
  household_size: 'one' | 'several' | null
  /** The code that a household must have for this fixed part. Null: every household. */
  scheme: string | null
  amount_cents: number
  valid_from: string
  valid_to: string
}

const columns = {
  int: ['municipality_id', 'volume_litres', 'amount_cents'],
  text: ['charge', 'waste_type', 'kind', 'household_size', 'scheme'],
  date: ['valid_from', 'valid_to'],
} as const
const names = columnNames(columns)

/** Returns all tariffs. */
export const findTariffs = (db: Db) => allRows<Tariff>(db)`select ${names} from tariff`

/** Inserts tariffs. A tariff with the same first day gets the new amount and last day. */
export const upsertTariffs = (db: Db, tariffs: Tariff[]) => runSql(db)`
  insert into tariff (${names}) select * from ${tableOf('file', tariffs, columns)}
  on conflict (municipality_id, charge, waste_type, kind, volume_litres, household_size, scheme, valid_from)
    do update set amount_cents = excluded.amount_cents, valid_to = excluded.valid_to`
