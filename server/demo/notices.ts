import type { Db } from '../src/platform/database/database.ts'
import { heerlen } from './fixed.ts'

/** Notices that hold all of this year: one for everybody, one for the counter of Heerlen. */
export async function insertNotices(db: Db, year: number) {
  const period = { valid_from: `${year}-01-01`, valid_to: `${year}-12-31` }
  await db
    .insertInto('notice')
    .values([
      {
        ...period,
        municipality_id: null,
        title: 'U kijkt naar voorbeeldgegevens',
        html: '<p>Alle adressen, passen, ledigingen en namen zijn <strong>verzonnen</strong>. U kunt dus gerust alles proberen.</p>',
      },
      {
        ...period,
        municipality_id: heerlen,
        title: 'Rollen voor grote gezinnen',
        html: '<p>Vraagt iemand om meer dan zes rollen? Verwijs dan naar het formulier op de website van de gemeente.</p>',
      },
    ])
    .execute()
}
