import type { BroughtStream, CollectionRule } from '@rd4-loket/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type AddressRow, addressColumns, asAddress } from '../places/location.queries.ts'
import {
  appointmentsOfAddress,
  areasAround,
  broughtByAddress,
  exceptionsOfArea,
  type Period,
  rulesOfArea,
  yearsOf,
} from './calendar-lists.queries.ts'
import { type Area, areaOfAddress } from './collection-days.queries.ts'
import type { CollectionException } from './collection-days.ts'
import { type KnownYear, toldYears } from './collection-years.ts'

/** All that decides on the collections of an address in a period, with where it lies; undefined when there is no such address. */
export async function findAddressCalendar(db: Db, alias: string, period: Period) {
  const { rows } = await sql<
    AddressRow & {
      area_id: number | null
      area_name: string
      rules_revision: number | null
      rules: CollectionRule[]
      exceptions: CollectionException[]
      years: KnownYear[]
      brought: BroughtStream[]
      appointments: { day: string }[]
      areas: Pick<Area, 'id' | 'name'>[]
    }
  >`
    select ${addressColumns('address')}, area.id as area_id, area.name as area_name, rules_revision,
      ${rulesOfArea} as rules, ${exceptionsOfArea(period)} as exceptions, ${yearsOf(sql`street.municipality_id`)} as years,
      ${broughtByAddress} as brought, ${appointmentsOfAddress(period)} as appointments, ${areasAround} as areas
    from address join street on street.id = street_id join municipality on municipality.id = street.municipality_id
      left join collection_area area on area.id = ${areaOfAddress}
    where alias = ${alias}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { municipality_id, area_id, area_name, rules, exceptions, years, ...found } = row
  const area: Area | null = area_id === null ? null : { id: area_id, municipality_id, name: area_name }
  const plan = { rules, exceptions, published: toldYears(years) }
  const { brought, appointments, areas } = found
  const rules_revision = found.rules_revision ?? 0
  return { address: asAddress(row), area, rules_revision, plan, years, brought, appointments, areas }
}
