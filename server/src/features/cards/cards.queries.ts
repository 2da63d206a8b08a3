import type { Card, CardToEdit, Notice, ShownCard } from '@rd4-loket/contract'
import { inMunicipality, type Viewer } from '../../domain/places/in-municipality.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { allRows, firstValue, runSql } from '../../platform/database/statements.queries.ts'

const municipalityOfCard = sql`
  case when municipality.id is not null
    then json_build_object('id', municipality.id, 'name', municipality.name) end as municipality`

const cardColumns = sql`
  card.id, title, html, spoken, places, waste_type, code, important, card.version,
  dutch_time(shown_from) as shown_from, dutch_time(shown_until) as shown_until, ${municipalityOfCard}`

const cardWithMunicipality = sql`card left join municipality on municipality.id = municipality_id`

/** The condition that a card is shown now to this caller. */
const isShownTo = (viewer: Viewer) => sql`
  shown_from <= now() and now() < shown_until
    and (municipality_id is null or ${inMunicipality(viewer, sql`municipality_id`)})`

const onlyCard = (id: number | undefined) => (id === undefined ? sql`true` : sql`card.id = ${id}`)

/** The maximum number of cards of a list. */
const maxCards = 300

/** Returns the cards that are shown now to the caller, the newest first. With `id`, returns at most that card. */
export const findShownCards = (db: Db, viewer: Viewer, employee_id: number, id?: number) =>
  allRows<ShownCard>(db)`
    select ${cardColumns}, coalesce(card_read.version >= card.version, false) as is_read
    from ${cardWithMunicipality}
      left join card_read on card_read.card_id = card.id and card_read.employee_id = ${employee_id}
    where ${isShownTo(viewer)} and ${onlyCard(id)}
    order by important desc, card.shown_from desc, card.id desc limit ${maxCards}`

/** Stores that an employee read a version of a card. A later version that was read remains. */
export const upsertCardRead = (db: Db, card_id: number, employee_id: number, version: number) =>
  runSql(db)`
    insert into card_read (card_id, employee_id, version) values (${card_id}, ${employee_id}, ${version})
    on conflict (card_id, employee_id) do update set version = greatest(card_read.version, excluded.version)`

/** Which cards an editor may change: all, or only those whose one place is the dashboard. */
export type EditedPlaces = 'any' | 'dashboard'

const isAtPlaces = (places: EditedPlaces) => (places === 'any' ? sql`true` : sql`places = array['dashboard']`)

/**
 * Returns the cards for the municipalities that the caller may see, with the number of employees who read them, and who
 * see them. With `id`, returns at most that card.
 */
export const findCards = (db: Db, viewer: Viewer, places: EditedPlaces, id?: number) =>
  allRows<CardToEdit>(db)`
    select ${cardColumns}, read_by, readers
    from ${cardWithMunicipality} cross join lateral (
      select count(*)::int as readers,
        (count(*) filter (where card_read.version >= card.version))::int as read_by
      from employee left join card_read on card_read.card_id = card.id and card_read.employee_id = employee.id
      where blocked_at is null and (card.municipality_id is null or employee.municipality_id is null
        or employee.municipality_id = card.municipality_id)
    ) as counted
    where ${inMunicipality(viewer, sql`card.municipality_id`)} and ${isAtPlaces(places)} and ${onlyCard(id)}
    order by card.shown_from desc, card.id desc limit ${maxCards}`

/** The values of a card to store. The moments are SQL. */
export type CardRow = Pick<Card, 'title' | 'html' | 'spoken' | 'places' | 'waste_type' | 'code' | 'important'> & {
  shown_from: Sql
  shown_until: Sql
  municipality_id: number | null
}

/** Returns the moment of a Dutch local time such as 2026-03-04T07:30. */
export const localMoment = (text: string) => sql`(${text}::timestamp at time zone 'Europe/Amsterdam')`

/** Returns the moment at which a Dutch day begins. */
export const startOfDay = (day: string) => sql`(${day}::date::timestamp at time zone 'Europe/Amsterdam')`

/** Returns the moment at which a Dutch day ends. */
export const endOfDay = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'Europe/Amsterdam')`

/** Locks a card until the transaction ends. */
export const lockCard = (transaction: Db, id: number) =>
  runSql(transaction)`select from card where id = ${id} for update`

/** Inserts a card and returns its id. */
export function insertCard(db: Db, { shown_from, shown_until, municipality_id, ...row }: CardRow) {
  const { title, html, spoken, places, waste_type, code, important } = row
  return firstValue<number>(db)`
    insert into card (title, html, spoken, places, waste_type, code, important, shown_from, shown_until, municipality_id)
    values (${title}, ${html}, ${spoken}, ${places}, ${waste_type}, ${code}, ${important}, ${shown_from},
      ${shown_until}, ${municipality_id})
    returning id`
}

/** Changes a card. Its version rises when its title or a text changes. */
export function updateCard(db: Db, id: number, { shown_from, shown_until, municipality_id, ...row }: CardRow) {
  const { title, html, spoken, places, waste_type, code, important } = row
  return runSql(db)`
    update card set
      version = version + case when (title, html, spoken) = (${title}, ${html}, ${spoken}) then 0 else 1 end,
      title = ${title}, html = ${html}, spoken = ${spoken}, places = ${places}, waste_type = ${waste_type},
      code = ${code}, important = ${important}, shown_from = ${shown_from}, shown_until = ${shown_until},
      municipality_id = ${municipality_id}
    where id = ${id}`
}

export const deleteCard = (db: Db, id: number) => runSql(db)`delete from card where id = ${id}`

const noticeColumns = sql`
  card.id, title, html, (shown_from at time zone 'Europe/Amsterdam')::date as valid_from,
  ((shown_until - interval '1 microsecond') at time zone 'Europe/Amsterdam')::date as valid_to, ${municipalityOfCard}`

/** Returns the cards that are on the dashboard now, as notices. */
export const findCurrentNotices = (db: Db, viewer: Viewer) =>
  allRows<Notice>(db)`
    select ${noticeColumns} from ${cardWithMunicipality}
    where ${isShownTo(viewer)} and 'dashboard' = any(places)
    order by card.shown_from desc, card.id desc limit 200`

/** Returns the cards of no place but the dashboard, as notices. With `id`, returns at most that card. */
export const findNotices = (db: Db, viewer: Viewer, id?: number) =>
  allRows<Notice>(db)`
    select ${noticeColumns} from ${cardWithMunicipality}
    where ${inMunicipality(viewer, sql`municipality_id`)} and ${isAtPlaces('dashboard')} and ${onlyCard(id)}
    order by card.shown_from desc, card.id desc limit 200`
