import type { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** What one clearance costs in a period, of which both days count. */
export type Tariff = {
  municipality_id: number
  waste_type: WasteStream
  kind: EquipmentKind
  volume_litres: number
  amount_cents: number
  valid_from: string
  valid_to: string
}

/** Every tariff there is. */
export const findTariffs = (db: Db): Promise<Tariff[]> =>
  db
    .selectFrom('tariff')
    .select(['municipality_id', 'waste_type', 'kind', 'volume_litres', 'amount_cents', 'valid_from', 'valid_to'])
    .execute()

/** Which municipalities there are, by id. */
export async function findMunicipalityIds(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('municipality').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Adds tariffs, or gives the ones that begin on the same day another amount or last day. */
export async function storeTariffs(db: Db, tariffs: Tariff[]) {
  await sql`
    insert into tariff (municipality_id, waste_type, kind, volume_litres, amount_cents, valid_from, valid_to)
    select * from unnest(
      ${tariffs.map(({ municipality_id }) => municipality_id)}::int[],
      ${tariffs.map(({ waste_type }) => waste_type)}::text[],
      ${tariffs.map(({ kind }) => kind)}::text[],
      ${tariffs.map(({ volume_litres }) => volume_litres)}::int[],
      ${tariffs.map(({ amount_cents }) => amount_cents)}::int[],
      ${tariffs.map(({ valid_from }) => valid_from)}::date[],
      ${tariffs.map(({ valid_to }) => valid_to)}::date[])
    on conflict (municipality_id, waste_type, kind, volume_litres, valid_from)
      do update set amount_cents = excluded.amount_cents, valid_to = excluded.valid_to`.execute(db)
}
