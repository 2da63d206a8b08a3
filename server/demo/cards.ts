import type { Db } from '../src/platform/database/db.ts'
import { sql } from '../src/platform/database/sql.ts'
import { heerlen } from './fixed.ts'

/** Inserts cards of this year: for the dashboard, and texts to read aloud for places of the portal. */
export const insertCards = (db: Db, year: number) =>
  sql`
    insert into card (municipality_id, title, html, spoken, places, code, shown_from, shown_until)
    select municipality_id, title, html, spoken, places::text[], code,
      make_date(${year}, 1, 1)::timestamp at time zone 'Europe/Amsterdam',
      make_date(${year} + 1, 1, 1)::timestamp at time zone 'Europe/Amsterdam'
    from (values
      (null, 'U kijkt naar voorbeeldgegevens', '<p>Alle adressen, passen, ledigingen en namen zijn '
        '<strong>verzonnen</strong>. U kunt dus gerust alles proberen.</p>', '', '{dashboard}', null),
      (${heerlen}::int, 'Rollen voor grote gezinnen', '<p>Vraagt iemand om meer dan zes rollen? Verwijs dan naar het '
        'formulier op de website van de gemeente.</p>', '', '{dashboard}', null),
      (null, 'Verkeerd afval in de container', '<p>Verwijs naar de <strong>afvalwijzer</strong> op de website.</p>',
        'In uw container zat afval dat er niet in hoort. Haal dat er eerst uit. '
        'De volgende ophaaldag is {volgende_ophaaldag}.', '{not_emptied}', 'vervuild_gft'),
      (${heerlen}::int, 'Rollen zijn op', '<p>Verwijs naar het formulier voor grote gezinnen.</p>',
        'U kunt dit jaar nog {rollen_over} rollen krijgen.', '{rolls}', null),
      (null, 'Waarom de aanslag hoger is', '',
        'Uw aanslag van {jaar} is {bedrag}. Dat is {verschil} dan in het jaar ervoor.', '{bill}', null),
      (null, 'Nieuwe pas kost niets', '<p>Vraag altijd om een legitimatie.</p>',
        'U krijgt vandaag een nieuwe pas. Uw oude pas werkt dan niet meer.', '{pass_broken}', null)
    ) as card (municipality_id, title, html, spoken, places, code)`.execute(db)

/** Inserts how residents of each municipality reach the sender of a letter about their bill. */
export const insertLetterSenders = (db: Db) =>
  sql`
    insert into letter_sender (municipality_id, contact, opening_hours, names_employee)
    select id, 'Telefoon 088 000 00 00' || chr(10) || 'aanslag@loket.example',
      'op werkdagen van 9.00 tot 17.00 uur', true
    from municipality`.execute(db)
