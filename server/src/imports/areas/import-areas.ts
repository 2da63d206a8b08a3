import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { quote, rejectReason } from '../reader/columns.ts'
import { type ImportFile, type ImportSteps, importCommand } from '../reader/run-import.ts'
import { missingMunicipality } from '../resolver/municipalities.ts'
import { openDivision } from './area-division.ts'
import { type AreaRow, areaParser } from './area-rows.ts'

/** Imports the division of municipalities into collection areas. */
export const importAreas = importCommand({
  name: 'import areas',
  title: 'Ophaalgebieden',
  summary: 'leest ophaalgebieden in uit CSV-bestanden: welke postcodes en adressen erbij horen',
  explanation: `Kolommen, in elke volgorde: gemeente (naam of
CBS-code), gebied, en postcodes of adres. Een regel noemt één reeks postcodes (6411 AA tot en met 6411 KZ; 6411; 6411 CD oneven)
of één adres (6417 AT 32 a).

Een gebied dat er nog niet is, wordt gemaakt, zonder ophaaldagen. Een reeks of adres dat bij een ander gebied hoort, gaat over naar
het gebied van het bestand; wat het bestand niet noemt, blijft zoals het is. Reeksen die elkaar kruisen, worden afgekeurd: een reeks
ligt naast een andere, of er helemaal in, en dan telt de smalste.`,
  tables: ['collection_area', 'collection_area_range', 'collection_area_address'],
  openFile: openAreas,
})

async function openAreas(db: Db, { header }: ImportFile): Promise<ImportSteps<AreaRow>> {
  const municipality_ids = new Set((await findMunicipalities(db)).map(({ id }) => id))
  /** The area to which the file assigned each part. */
  const areaOfPart = new Map<string, string>()
  let newAreas = 0
  return {
    parseRow: areaParser(header),
    writeBatch: (rows, reject) =>
      db.transaction().execute(async (transaction) => {
        const counts = { added: 0, changed: 0, unchanged: 0 }
        for (const [municipality_id, itsRows] of Map.groupBy(rows, ({ municipality_id }) => municipality_id)) {
          if (!municipality_ids.has(municipality_id)) {
            for (const row of itsRows) reject(row, missingMunicipality(municipality_id))
            continue
          }
          const division = await openDivision(transaction, municipality_id)
          for (const row of itsRows) {
            const earlier = areaOfPart.get(row.key) ?? row.area
            if (earlier !== row.area) reject(row, `dit staat al op een eerdere regel, bij het gebied ${quote(earlier)}`)
            else
              try {
                counts[await division.assign(row.part, row.area)] += 1
                areaOfPart.set(row.key, row.area)
              } catch (error) {
                reject(row, rejectReason(error))
              }
          }
          newAreas += await division.save()
        }
        return counts
      }),
    async finish() {
      return newAreas === 0
        ? {}
        : {
            remarks: [
              `Nieuwe gebieden: ${newAreas.toLocaleString('nl')}. Ze hebben nog geen ophaaldagen (import calendar, of het beheer).`,
            ],
          }
    },
  }
}
