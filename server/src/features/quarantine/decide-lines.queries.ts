import type {
  LeftOutReason,
  QuarantineCause,
  QuarantineFilter,
  QuarantineLine,
  QuarantineRow,
} from '@rd4-loket/contract'
import { occupancyOn } from '../../domain/occupancy/occupancy.queries.ts'
import {
  changeLines,
  isUndecided,
  type LineChange,
  type StoredChoice,
} from '../../domain/quarantine/quarantine-lines.queries.ts'
import { allOf } from '../../platform/database/conditions.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { allRows, firstRow, firstValue, hasRow, runSql } from '../../platform/database/statements.queries.ts'
import type { Household } from '../../platform/http/api.ts'

const lineColumns = (employee_id: number) => sql`
  line.id, cause, key, rows, cents::float8 as cents, unpriced, oldest_on, state, reason as left_out, note, failure,
  employee.name as decided_by, coalesce(line.decided_by = ${employee_id}, false) as is_own,
  dutch_time(decided_at) as decided_at, extract(epoch from now() - decided_at)::float8 / 3600 as decided_hours`

const lines = sql`quarantine_line line left join employee on employee.id = line.decided_by`

/** The cursor of a page: the day and the id of its last line. */
export type LineCursor = { day: string; id: number }

/** Returns a page of lines: those that wait, the oldest first, or those that were decided, the last first. */
export const findLines = (
  db: Db,
  employee_id: number,
  {
    only,
    cause,
    cursor,
    limit,
  }: {
    only?: QuarantineFilter | undefined
    cause?: QuarantineCause | undefined
    cursor?: LineCursor | undefined
    limit: number
  },
) => {
  const isDecided = only === 'decided'
  const order = isDecided ? sql`(decided_at at time zone 'Europe/Amsterdam')::date` : sql`oldest_on`
  const where = allOf(
    only === undefined
      ? isUndecided
      : only === 'proposed'
        ? sql`state = 'proposed'`
        : sql`state in ('placed', 'left_out')`,
    cause && sql`cause = ${cause}`,
    cursor &&
      (isDecided
        ? sql`(${order}, line.id) < (${cursor.day}::date, ${cursor.id})`
        : sql`(${order}, line.id) > (${cursor.day}::date, ${cursor.id})`),
  )
  const direction = isDecided ? sql`desc` : sql`asc`
  return allRows<QuarantineLine & { day: string }>(db)`
    select ${lineColumns(employee_id)}, ${order} as day from ${lines} where ${where}
    order by ${order} ${direction}, line.id ${direction} limit ${limit}`
}

/** Returns the lines, rows and cents that wait for each cause, and how many of the lines were proposed. */
export const countWaiting = (db: Db) =>
  allRows<{ cause: QuarantineCause; lines: number; rows: number; cents: number; proposed: number }>(db)`
    select cause, sum(lines)::int as lines, sum(rows)::int as rows, sum(cents)::float8 as cents,
      coalesce(sum(lines) filter (where state = 'proposed'), 0)::int as proposed
    from quarantine_count group by cause having sum(lines) > 0 order by 3 desc, 1`

export const findLine = (db: Db, id: number, employee_id: number) =>
  firstRow<QuarantineLine>(db)`select ${lineColumns(employee_id)} from ${lines} where line.id = ${id}`

/** Locks a line until the transaction ends, so that an import and a colleague wait. */
export const lockLine = (transaction: Db, id: number) =>
  runSql(transaction)`select from quarantine_line where id = ${id} for update`

/** Returns the oldest rows of a line, as the supplier delivered them. */
export const findShownRows = (db: Db, id: number, limit: number) => allRows<QuarantineRow>(db)`
  select supplier_key, dutch_time(cleared_at) as cleared_at, fraction,
    concat_ws(' ', container_number, chip_number) as container, object_code,
    case when street is not null then concat_ws(' ', street, house_number, house_number_extension)
      || ', ' || concat_ws(' ', postal_code, city) end as address, amount_cents,
    concat_ws(', regel ', (select source from clearance_batch where clearance_batch.id = batch_id), source_line) as source
  from clearance_quarantine where line_id = ${id} order by clearance_quarantine.cleared_at, supplier_key limit ${limit}`

/** The container of each row of a line by its number or chip. `offset 0` forces index lookups. */
const containerOfRow = sql`
  left join lateral (
    select * from container
    where number = waiting.container_number or (waiting.container_number is null and chip_number = waiting.chip_number)
    order by placed_on <= waiting.day and coalesce(removed_on, waiting.day) >= waiting.day desc, placed_on desc
    limit 1 offset 0
  ) found on true`

const waitingRows = (line_id: number, max = 100_000) => sql`(
  select *, (cleared_at at time zone 'Europe/Amsterdam')::date as day from clearance_quarantine
  where line_id = ${line_id} order by clearance_quarantine.cleared_at limit ${max})`

/** Maximum number of households that one call about a line logs. */
const maxHouseholds = 500

/**
 * Returns the households to which rows of a line can belong: by container, object code, choice, or placed clearance.
 * `offset 0` forces that each address is determined once.
 */
export const findLineHouseholds = (db: Db, line_id: number) => allRows<Household>(db)`
  select distinct address_id, ${occupancyOn(sql`place.address_id`, sql`cleared_at`)} as occupancy_id
  from (
    select coalesce(
        (select address_id from clearance where id = waiting.clearance_id),
        (choice ->> 'address_id')::int,
        (select address_id from container where id = (choice ->> 'container_id')::int),
        found.address_id,
        (select id from address where address.object_code = waiting.object_code)) as address_id,
      cleared_at
    from ${waitingRows(line_id, maxHouseholds)} waiting join quarantine_line line on line.id = line_id ${containerOfRow}
    offset 0
  ) place
  where address_id is not null`

/** Returns the households of addresses on the oldest day of a line. */
export const findHouseholdsOn = (db: Db, aliases: string[], day: string | null) =>
  allRows<Household>(db)`
    select id as address_id,
      ${occupancyOn(sql`address.id`, sql`coalesce(${day}::date::timestamptz, now())`)} as occupancy_id
    from address where alias = any (${aliases}::text[])`

export const findContainerId = (db: Db, number: string) =>
  firstValue<number | undefined>(db)`select id from container where number = ${number}`

export const findAddressId = (db: Db, alias: string) =>
  firstValue<number | undefined>(db)`select id from address where alias = ${alias}`

/** Returns the first day of a row of a line on which a container did not stand anywhere; undefined when there is none. */
export const findAbsentDay = (db: Db, line_id: number, container_id: number) =>
  firstValue<string | undefined>(db)`
    select day from ${waitingRows(line_id)} waiting join container on container.id = ${container_id}
    where day < placed_on or day > removed_on order by day limit 1`

/**
 * Returns the sum of the rows of a line without an amount, at their tariffs when a choice places them. Null: a row has
 * no tariff.
 */
export const findTariffCents = (
  db: Db,
  line_id: number,
  { choice, drumLitres }: { choice: StoredChoice | null; drumLitres: number },
) => firstValue<number | null>(db)`
  select case when bool_and(price.amount_cents is not null) then sum(price.amount_cents)::float8 end
  from ${waitingRows(line_id)} waiting ${
    choice?.container_id === undefined
      ? containerOfRow
      : sql`left join container found on found.id = ${choice.container_id}`
  }
  left join lateral (
    select tariff.amount_cents from address join street on street.id = street_id join tariff using (municipality_id)
    where address.id = coalesce(${choice?.address_id ?? null}::int, found.address_id) and charge = 'clearance'
      and tariff.kind = found.kind and tariff.waste_type = coalesce(${choice?.waste_type ?? null}, found.waste_type)
      and tariff.volume_litres = case when found.kind = 'ondergronds' then ${drumLitres} else found.volume_litres end
      and waiting.day between valid_from and valid_to
    limit 1
  ) price on true
  where waiting.amount_cents is null`

/** A decision about a line. `state`: proposed, placing, or left out. */
export type LineDecision = {
  state: 'proposed' | 'placing' | 'left_out'
  choice: StoredChoice | null
  reason: LeftOutReason | null
  note: string
}

export const storeDecision = (db: Db, id: number, { state, choice, reason, note }: LineDecision, employee_id: number) =>
  runSql(db)`
    update quarantine_line
    set state = ${state}, choice = ${choice === null ? null : JSON.stringify(choice)}::jsonb, reason = ${reason},
      note = ${note}, decided_by = ${employee_id}, decided_at = now(), placed_until = null,
      left_out_at = case when ${state} = 'left_out' then now() end
    where id = ${id}`

/** Returns whether an employee already made this decision about a line, whose reply can have been lost. */
export const isSameDecision = (
  db: Db,
  id: number,
  { choice, reason, note }: Omit<LineDecision, 'state'>,
  employee_id: number,
) => hasRow(db)`
  select from quarantine_line
  where id = ${id} and decided_by = ${employee_id} and reason is not distinct from ${reason} and note = ${note}
    and choice is not distinct from ${choice === null ? null : JSON.stringify(choice)}::jsonb`

/** Returns whether an employee already approved the decision about a line. */
export const isApprovedBy = (db: Db, id: number, employee_id: number) => hasRow(db)`
  select from quarantine_line where id = ${id} and approved_by = ${employee_id}`

/** Carries out the proposal of a colleague. */
export const storeApproval = (db: Db, id: number, employee_id: number) => runSql(db)`
  update quarantine_line
  set state = case when reason is null then 'placing' else 'left_out' end, approved_by = ${employee_id},
    decided_at = now(), left_out_at = case when reason is not null then now() end
  where id = ${id}`

/**
 * Locks the clearances that were placed from a line. An objection and the preparation of a correction wait, and an undo
 * waits for theirs: `clearance_objection` has no foreign key to a clearance.
 */
export const lockPlaced = (transaction: Db, line_id: number) => runSql(transaction)`
  select from clearance join clearance_quarantine waiting on waiting.clearance_id = clearance.id
    and waiting.supplier_key = clearance.supplier_key
  where line_id = ${line_id} order by clearance.id for update of clearance`

/** Returns whether an objection or a correction names a clearance that was placed from a line. */
export const isPlacedDisputed = (db: Db, line_id: number) => hasRow(db)`
  select from clearance_quarantine waiting join clearance_objection using (clearance_id)
  where line_id = ${line_id} limit 1`

const clearanceColumns = sql`batch_id, address_id, container_id, cleared_at, waste_type, category, volume_litres,
  weight_kg, amount_cents, source_line`

/** Takes the clearances of a line back, restores those that its decision changed, and forgets a new fraction. */
async function removePlaced(db: Db, id: number) {
  await runSql(db)`
    update clearance set (${clearanceColumns}) = (
      select ${clearanceColumns} from jsonb_populate_record(null::clearance, waiting.clearance_before))
    from clearance_quarantine waiting
    where line_id = ${id} and clearance_before is not null and clearance.id = waiting.clearance_id`
  await runSql(db)`
    delete from clearance using clearance_quarantine waiting
    where line_id = ${id} and clearance_before is null and clearance.id = waiting.clearance_id
      and clearance.supplier_key = waiting.supplier_key`
  await runSql(db)`
    delete from placed_clearance using clearance_quarantine waiting
    where line_id = ${id} and placed_clearance.supplier_key = waiting.supplier_key`
  await runSql(db)`
    update clearance_quarantine set clearance_id = null, clearance_before = null
    where line_id = ${id} and clearance_id is not null`
  await runSql(db)`
    delete from fraction using quarantine_line line
    where line.id = ${id} and cause = 'fraction_unknown' and choice ? 'waste_type' and name = key`
}

const movedRows = sql`
  count(*)::int as rows, coalesce(sum(amount_cents), 0)::float8 as cents,
  (count(*) filter (where amount_cents is null))::int as unpriced`

/** Takes back the rows that a decision moved to other causes, where they still wait. */
async function takeMovedBack(db: Db, id: number) {
  // A colleague who decides about such a line at this moment is first: its rows then stay there.
  await runSql(db)`
    select from quarantine_line where id in (select line_id from clearance_quarantine where from_line_id = ${id})
    order by id for update`
  const moved = await allRows<LineChange>(db)`
    select line_id, ${movedRows} from clearance_quarantine join quarantine_line line on line.id = line_id
    where from_line_id = ${id} and state = 'waiting' group by line_id`
  if (moved.length === 0) return
  await runSql(db)`
    update clearance_quarantine waiting set line_id = ${id}, reason = own.cause, from_line_id = null
    from quarantine_line line, quarantine_line own
    where from_line_id = ${id} and line.id = waiting.line_id and line.state = 'waiting' and own.id = ${id}`
  const changes = moved.flatMap(({ line_id, rows, cents, unpriced }) => [
    { line_id, rows: -rows, cents: -cents, unpriced: -unpriced },
  ])
  const sum = (of: 'rows' | 'cents' | 'unpriced') => moved.reduce((total, row) => total + row[of], 0)
  await changeLines(db, [
    ...changes,
    { line_id: id, rows: sum('rows'), cents: sum('cents'), unpriced: sum('unpriced') },
  ])
}

/**
 * Returns the rows of a decided line to the queue. The rows with the same cause and key that arrived meanwhile join
 * them, so that the line keeps its id and the same call can be sent again. Returns false when the line has no rows left.
 */
export async function undoDecision(db: Db, id: number) {
  await removePlaced(db, id)
  await takeMovedBack(db, id)
  if (!(await hasRow(db)`select from clearance_quarantine where line_id = ${id} limit 1`)) return false
  const other_id = await firstValue<number | undefined>(db)`
    select other.id from quarantine_line other join quarantine_line own using (cause, key)
    where own.id = ${id} and other.id <> ${id} and other.state = 'waiting' for update of other`
  if (other_id !== undefined) {
    const arrived = await allRows<LineChange>(db)`
      select ${id}::int as line_id, ${movedRows} from clearance_quarantine where line_id = ${other_id}`
    await runSql(db)`update clearance_quarantine set line_id = ${id} where line_id = ${other_id}`
    await changeLines(db, arrived)
    await runSql(db)`delete from quarantine_line where id = ${other_id}`
  }
  await runSql(db)`
    update quarantine_line
    set state = 'waiting', choice = null, reason = null, note = '', decided_by = null, decided_at = null,
      approved_by = null, left_out_at = null, placed_until = null, failure = null, failed_at = null
    where id = ${id}`
  return true
}

/** A container that can be the right one for rows of a line. */
export type MatchContainer = {
  id: number
  number: string
  chip_number: string | null
  waste_type: string
  placed_on: string
  removed_on: string | null
  alias: string | null
  place: string
}

/** A row of a line, with what its references are in the database. */
export type MatchRow = {
  fraction: string
  container_number: string | null
  chip_number: string | null
  shared: boolean
  day: string
  street: string | null
  house_number: number | null
  house_number_extension: string | null
  postal_code: string | null
  object_code: string | null
  /** The stream of the fraction, if it is known. */
  waste_type: string | null
  /** The address with the object code. */
  coded_alias: string | null
}

/** Maximum number of rows from which matches follow. */
const maxMatchRows = 500

export const findMatchRows = (db: Db, line_id: number) => allRows<MatchRow>(db)`
  select waiting.fraction, container_number, chip_number, shared, day, street, house_number, house_number_extension,
    postal_code, object_code, (select waste_type from fraction where name = waiting.fraction) as waste_type,
    (select alias from address where address.object_code = waiting.object_code) as coded_alias
  from ${waitingRows(line_id, maxMatchRows)} waiting`

/** Any of thousands of codes. The planner would look up each element of a parameter in its statistics, for 10 ms. */
const anyOf = (codes: string[]) => sql`any (array(select unnest(${codes}::text[])))`

const addressLine = sql`concat_ws(' ', street.name, address.house_number, address.house_number_extension)`

const matchContainers = sql`
  select container.id, number, container.chip_number, waste_type, placed_on, removed_on, address.alias,
    case when container.address_id is null then 'verzamelsysteem ' || (
      select name from collection_system where collection_system.id = collection_system_id)
      else ${addressLine} end as place
  from container left join address on address.id = container.address_id left join street on street.id = street_id`

/** Returns the containers with these numbers or chips, and those of these addresses. */
export const findMatchContainers = (db: Db, { codes, aliases }: { codes: string[]; aliases: string[] }) =>
  allRows<MatchContainer>(db)`
    ${matchContainers} where container.id = any (array(
      select id from container where number = ${anyOf(codes)}
      union select id from container where chip_number = ${anyOf(codes)}
      union select container.id from container join address on address.id = address_id
        where alias = any (${aliases}::text[])
    )) order by placed_on desc, number limit 400`

/** An address that can be the right one for rows of a line. */
export type MatchAddress = {
  alias: string
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string | null
  object_code: string | null
  place: string
}

/**
 * Returns the addresses with these object codes or aliases, and those near a written address: with its number in the
 * same four digits of the postal code, or in the same postal code.
 */
export const findMatchAddresses = (
  db: Db,
  {
    codes,
    aliases,
    written,
  }: { codes: string[]; aliases: string[]; written: { postal_code: string; house_number: number } | undefined },
) => allRows<MatchAddress>(db)`
  select alias, street.name as street, house_number, house_number_extension, postal_code, object_code,
    ${addressLine} as place
  from address join street on street.id = street_id
  where address.id = any (array(
    select id from address where object_code = ${anyOf(codes)}
    union select id from address where alias = any (${aliases}::text[])
    union select id from address where postal_code = ${written?.postal_code ?? ''}
    union select id from address
      where postal_code between ${written?.postal_code.slice(0, 4) ?? ''} || 'AA'
        and ${written?.postal_code.slice(0, 4) ?? ''} || 'ZZ' and house_number = ${written?.house_number ?? 0}
  )) order by house_number, house_number_extension nulls first limit 2000`
