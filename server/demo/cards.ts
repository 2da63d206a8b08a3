import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { heerlen } from './fixed.ts'

/** Inserts two cards of this year for the dashboard: one for all employees, one for the counter of Heerlen. */
export const insertCards = (db: Db, year: number) =>
  sql`
    insert into card (municipality_id, title, html, places, shown_from, shown_until)
    select municipality_id, title, html, '{dashboard}'::text[],
      make_date(${year}, 1, 1)::timestamp at time zone 'Europe/Amsterdam',
      make_date(${year} + 1, 1, 1)::timestamp at time zone 'Europe/Amsterdam'
    from (values
      (null, 'U kijkt naar voorbeeldgegevens', '<p>Alle adressen, passen, ledigingen en namen zijn '
        '<strong>verzonnen</strong>. U kunt dus gerust alles proberen.</p>'),
      (${heerlen}::int, 'Rollen voor grote gezinnen', '<p>Vraagt iemand om meer dan zes rollen? Verwijs dan naar het '
        'formulier op de website van de gemeente.</p>')
    ) as card (municipality_id, title, html)`.execute(db)

/** Inserts how residents of each municipality reach the sender of a letter about their bill. */
export const insertLetterSenders = (db: Db) =>
  sql`
    insert into letter_sender (municipality_id, contact, opening_hours, names_employee)
    select id, 'Telefoon 088 000 00 00' || chr(10) || 'aanslag@loket.example',
      'op werkdagen van 9.00 tot 17.00 uur', true
    from municipality`.execute(db)
