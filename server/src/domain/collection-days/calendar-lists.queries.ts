import { CalendarCategory } from '@rd4-loket/contract'
import { type RawBuilder, sql } from 'kysely'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { furthestPush } from './collection-days.ts'

/** From a day until and including another. */
export type Period = { from: string; to: string }

/** The rows of a query as one value, so that a statement brings several lists in one go. */
const listOf = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`

/** The rules of an `area`. */
export const rulesOfArea = listOf(sql`
  select category, every_weeks, days, valid_from, valid_to
  from collection_rule where collection_area_id = area.id order by id`)

/** The exceptions of an `area` that touch a period, or a day that a holiday pushes into it. */
export const exceptionsOfArea = ({ from, to }: Period) =>
  listOf(sql`
    select category, day, state, moved_to, reason, revision
    from collection_exception where collection_area_id = area.id
      and (day between ${from}::date - ${furthestPush}::int and ${to} or moved_to between ${from} and ${to})`)

/** The years of a municipality of which is known when they are told, and whether they are today. */
export const yearsOf = (municipality_id: RawBuilder<unknown>) =>
  listOf(sql`
    select year, published_on, published_on <= ${dutchToday} as told
    from collection_year where municipality_id = ${municipality_id} order by year`)

/** The streams that an `address` brings to a shared container, as it has no container of its own for them. */
export const broughtByAddress = listOf(sql`
  select distinct on (shared.waste_type) shared.waste_type as category,
    json_build_object('alias', site.alias, 'name', site.name,
      'system', json_build_object('id', kind.id, 'name', kind.name)) as collection_system
  from collection_system_access
    join collection_system site on site.id = collection_system_access.collection_system_id
    join collection_system_kind kind on kind.id = site.kind_id
    join container shared on shared.collection_system_id = site.id and shared.removed_on is null
  where collection_system_access.address_id = address.id and shared.waste_type = any (${CalendarCategory.options})
    and not exists (
      select from container own
      where own.address_id = address.id and own.waste_type = shared.waste_type and own.removed_on is null)
  order by shared.waste_type, site.name, site.id`)

/** The areas that the municipality of a `street` is divided into, by name; without those of a single address. */
export const areasAround = listOf(sql`
  select around.id, around.name from collection_area around
  where around.municipality_id = street.municipality_id and not around.of_one_address
  order by around.name collate "und-x-icu", around.id`)

/** The days of a period on which an `address` has pruning waste fetched by appointment. */
export const appointmentsOfAddress = ({ from, to }: Period) =>
  listOf(sql`
    select day from pickup_appointment
    where address_id = address.id and day between ${from} and ${to} and cancelled_at is null order by day`)
