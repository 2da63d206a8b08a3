import type { Db } from '../../platform/database/db.ts'
import { dutchToday } from '../../platform/database/dutch-time.queries.ts'
import { allValues, runSql } from '../../platform/database/statements.queries.ts'

/** A norm of fewer households could reveal the lifts of one household. */
const minHouseholds = 20

/** Returns the years with clearances. */
export const findClearanceYears = (db: Db) => allValues<number>(db)`select year from clearance_year order by year`

/** Returns the municipalities of these addresses that are not in `known`. */
export const findMunicipalitiesOf = (db: Db, address_ids: number[], known: number[]) => allValues<number>(db)`
  select distinct municipality_id from address join street on street.id = street_id
  where address.id = any (${address_ids}::int[]) and municipality_id <> all (${known}::int[])`

/**
 * Computes the norms of municipalities in a year again. Returns the number of norms. A household is compared when it
 * was liable for the whole year and had at least one lift of the stream and volume. This year counts until today. An
 * address without occupancies is one household of unknown size.
 */
export const computeNorms = (db: Db, year: number, municipality_ids: number[]) => runSql(db)`
  with household as materialized (
    select municipality_id, address.id as address_id,
      case when household_size is null then 'unknown' when household_size = 1 then 'one' else 'several' end as household_size
    from street join address on street_id = street.id left join occupancy on address_id = address.id
    where municipality_id = any (${municipality_ids}::int[])
      and (occupancy.id is null or first_day <= make_date(${year}::int, 1, 1)
        and coalesce(last_day, 'infinity') >= least(make_date(${year}::int, 12, 31), ${dutchToday}))
  ), lifted as (
    select address_id, waste_type, volume_litres, count(*) as lifts,
      sum(coalesce(clearance.amount_cents, (
        select tariff.amount_cents
        from address join street on street.id = street_id join tariff using (municipality_id)
          join container on container.id = clearance.container_id
        where address.id = clearance.address_id and charge = 'clearance' and tariff.waste_type = clearance.waste_type
          and tariff.kind = container.kind and tariff.volume_litres = clearance.volume_litres
          and (cleared_at at time zone 'Europe/Amsterdam')::date between valid_from and valid_to), 0)) as cents
    from clearance
    where cleared_at >= dutch_new_year(${year}::int) and cleared_at < dutch_new_year(${year}::int + 1)
      and address_id in (select address_id from household) and volume_litres is not null
    group by address_id, waste_type, volume_litres
  ), norm as materialized (
    select municipality_id, waste_type, volume_litres, household_size, count(*)::int as households,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by lifts) as lifts,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by cents) as cents
    from lifted join household using (address_id)
    group by municipality_id, waste_type, volume_litres, household_size
    having count(*) >= ${minHouseholds}
  ), removed as (
    delete from clearance_norm old
    where year = ${year} and municipality_id = any (${municipality_ids}::int[])
      and not exists (
        select from norm
        where norm.municipality_id = old.municipality_id and norm.waste_type = old.waste_type
          and norm.volume_litres = old.volume_litres and norm.household_size = old.household_size)
  )
  insert into clearance_norm (municipality_id, year, waste_type, volume_litres, household_size, households,
    lower_lifts, median_lifts, upper_lifts, lower_cents, median_cents, upper_cents)
  select municipality_id, ${year}, waste_type, volume_litres, household_size, households,
    lifts[1], lifts[2], lifts[3], floor(cents[1] + 0.5), floor(cents[2] + 0.5), floor(cents[3] + 0.5)
  from norm
  on conflict (municipality_id, year, waste_type, volume_litres, household_size) do update set
    households = excluded.households, lower_lifts = excluded.lower_lifts, median_lifts = excluded.median_lifts,
    upper_lifts = excluded.upper_lifts, lower_cents = excluded.lower_cents, median_cents = excluded.median_cents,
    upper_cents = excluded.upper_cents`
