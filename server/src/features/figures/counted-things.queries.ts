import type { FigureSubject } from '@rd4-loket/contract'
import { areaOfAddress } from '../../domain/collection-days/collection-days.queries.ts'
import { type DayRange, onDays } from '../../platform/database/dutch-time.queries.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

/**
 * Things that figures count. `rows`: the things of some days, with the columns `key` (text), `at`, `municipality_id`,
 * `address_id`, `cents`, and a text for each subject. `subjects`: that column of each subject. A thing whose column is
 * null belongs to no named group. All subjects of one kind count the same things.
 */
export type CountedKind = {
  rows: (days: DayRange) => Sql
  subjects: Partial<Record<FigureSubject, string>>
  /** A month can have millions of them, so each day is counted by a statement of its own. Such a kind has one subject. */
  isLarge?: true
}

const dutchDay = (moment: Sql) => sql`(${moment} at time zone 'Europe/Amsterdam')::date`

const daysGroup = (days: Sql) => sql`case
  when ${days} <= 7 then 'days_7' when ${days} <= 14 then 'days_14' when ${days} <= 28 then 'days_28'
  when ${days} <= 42 then 'days_42' when ${days} <= 84 then 'days_84' else 'longer' end`

const ofAddress = (address_id: Sql) => sql`
  join address on address.id = ${address_id} join street on street.id = street_id`

/** The place of a contact: an address, or a collection system. */
const contactPlace = sql`
  left join collection_system on collection_system.id = collection_system_id
  left join address on address.id = contact.address_id
  join street on street.id = coalesce(address.street_id, collection_system.street_id)`

/** Contacts that were closed in the period. One without outcome only gave its place to another customer. */
const contacts: CountedKind = {
  rows: (days) => sql`
    select contact.id::text as key, closed_at as at, street.municipality_id, contact.address_id, null::int as cents,
      purpose, outcome, channel, extract(hour from started_at at time zone 'Europe/Amsterdam')::text as hour
    from contact ${contactPlace}
    where outcome is not null and ${onDays(sql`closed_at`, days)}`,
  subjects: {
    contact_purpose: 'purpose',
    contact_outcome: 'outcome',
    contact_channel: 'channel',
    contact_hour: 'hour',
  },
}

/** Promised calls whose time ended in the period, unless the resident no longer wanted one. Not called is late. */
const callBacks: CountedKind = {
  rows: (days) => sql`
    select call_back.id::text as key, due_at as at, street.municipality_id, contact.address_id, null::int as cents,
      case when call_back.closed_at <= due_at then 'on_time' else 'late' end as punctuality
    from call_back join contact on contact.id = contact_id ${contactPlace}
    where call_back.outcome is distinct from 'withdrawn' and ${onDays(sql`due_at`, days)}`,
  subjects: { call_backs: 'punctuality' },
}

/** Disputed lifts that an employee decided or retracted in the period. A correction of many lifts is no such decision. */
const disputes: CountedKind = {
  rows: (days) => {
    const settled_at = sql`coalesce(decided_at, retracted_at)`
    return sql`
      select objection.id::text as key, ${settled_at} as at, street.municipality_id, address_id, null::int as cents,
        reason, state, ${daysGroup(sql`${dutchDay(settled_at)} - ${dutchDay(sql`filed_at`)}`)} as days
      from clearance_objection objection ${ofAddress(sql`address_id`)}
      where ${onDays(settled_at, days)}`
  },
  subjects: { dispute_reason: 'reason', dispute_outcome: 'state', dispute_days: 'days' },
}

/** Written objections that were closed in the period. */
const objections: CountedKind = {
  rows: (days) => sql`
    select handover.id::text as key, closed_at as at, street.municipality_id, address_id, null::int as cents,
      outcome, ${daysGroup(sql`coalesce(decided_on, ${dutchDay(sql`closed_at`)}) - received_on`)} as days
    from objection_handover handover ${ofAddress(sql`address_id`)}
    where ${onDays(sql`closed_at`, days)}`,
  subjects: { objection_outcome: 'outcome', objection_days: 'days' },
}

/** Containers and bags of households that were not emptied. An area of one address is no route. */
const notEmptied: CountedKind = {
  rows: (days) => sql`
    select non_clearance.id::text as key, happened_at as at, street.municipality_id, address_id, null::int as cents,
      reason, area.name as route
    from non_clearance ${ofAddress(sql`address_id`)}
      left join collection_area area on area.id = ${areaOfAddress} and not area.of_one_address
    where problem is null and ${onDays(sql`happened_at`, days)}`,
  subjects: { not_emptied_reason: 'reason', not_emptied_route: 'route' },
}

const issuedRolls: CountedKind = {
  rows: (days) => sql`
    select roll_issue.id::text as key, requested_at as at, street.municipality_id, pass.address_id, null::int as cents,
      rolls::text as rolls
    from roll_issue join environmental_pass pass on pass.id = environmental_pass_id ${ofAddress(sql`pass.address_id`)}
    where cancelled_at is null and ${onDays(sql`requested_at`, days)}`,
  subjects: { rolls: 'rolls' },
}

/** Lifts that had no place when they were counted. Only an object code names their address, and no municipality. */
const quarantined: CountedKind = {
  rows: (days) => sql`
    select supplier_key as key, cleared_at as at, null::int as municipality_id,
      (select id from address where address.object_code = waiting.object_code) as address_id, null::int as cents,
      reason as cause
    from clearance_quarantine waiting
    where clearance_id is null and ${onDays(sql`cleared_at`, days)}`,
  subjects: { quarantine: 'cause' },
}

const lifts: CountedKind = {
  rows: (days) => sql`
    select clearance.id::text as key, cleared_at as at, street.municipality_id, address_id, amount_cents as cents,
      'all' as kind
    from clearance ${ofAddress(sql`address_id`)}
    where ${onDays(sql`cleared_at`, days)}`,
  subjects: { lifts: 'kind' },
  isLarge: true,
}

/** Everything that figures count, by kind. A subject belongs to one kind. */
export const countedKinds: CountedKind[] = [
  contacts,
  callBacks,
  disputes,
  objections,
  notEmptied,
  issuedRolls,
  quarantined,
  lifts,
]
