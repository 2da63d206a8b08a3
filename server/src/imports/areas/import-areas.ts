import { parsePostalAddress, parseRange, rangeText } from '@rd4-loket/contract'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  limitLength,
  quote,
  type ReadColumn,
  RowError,
  rejectReason,
  requireText,
  rowParser,
} from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { missingMunicipality, readMunicipality } from '../resolver/municipalities.ts'
import { type AreaPart, openDivision } from './area-division.ts'

/** Imports the division of municipalities into collection areas. */
export const importAreas = importCommand({
  name: 'import areas',
  title: 'Ophaalgebieden',
  summary: 'leest ophaalgebieden in uit CSV-bestanden: welke postcodes en adressen erbij horen',
  sample: 'areas.csv',
  explanation: `Kolommen, in elke volgorde: gemeente (naam of
CBS-code), gebied, en postcodes of adres. Een regel noemt één reeks postcodes (6411 AA tot en met 6411 KZ; 6411; 6411 CD oneven)
of één adres (6417 AT 32 a).

Een gebied dat er nog niet is, wordt gemaakt, zonder ophaaldagen. Een reeks of adres dat bij een ander gebied hoort, gaat over naar
het gebied van het bestand; wat het bestand niet noemt, blijft zoals het is. Reeksen die elkaar kruisen, worden afgekeurd: een reeks
ligt naast een andere, of er helemaal in, en dan telt de smalste.`,
  tables: ['collection_area', 'collection_area_range', 'collection_area_address'],
  openFile: openAreas,
})

/** A row, which assigns a part of a municipality to an area. Rows with the same part have the same `key`. */
type AreaRow = { municipality_id: number; area: string; part: AreaPart; key: string }

const columns = { required: ['gemeente', 'gebied'], optional: ['postcodes', 'adres'], oneOf: ['postcodes', 'adres'] }
const maxNameLength = 60

function parseArea(column: ReadColumn): AreaRow {
  const municipality_id = readMunicipality(column)
  const area = limitLength(requireText(column('gebied'), 'het gebied'), maxNameLength, 'het gebied')
  const [codes, text] = [column('postcodes'), column('adres')]
  if ((codes === '') === (text === '')) throw new RowError('een regel noemt postcodes of een adres, een van beide')
  const range = parseRange(codes)
  const address = parsePostalAddress(text)
  const keyOf = (part: string) => `${municipality_id} ${part}`
  if (range) return { municipality_id, area, part: { range }, key: keyOf(rangeText(range)) }
  if (address) return { municipality_id, area, part: { address }, key: keyOf(Object.values(address).join(' ')) }
  throw new RowError(codes ? `${quote(codes)} zijn geen postcodes` : `${quote(text)} is geen adres`)
}

async function openAreas(db: Db, { header }: ImportFile): Promise<ImportSteps<AreaRow>> {
  const municipality_ids = new Set((await findMunicipalities(db)).map(({ id }) => id))
  /** The name of the area to which the file assigned each part, by the key of the part. */
  const areaOfPart = new Map<string, string>()
  let newAreas = 0
  return {
    columns,
    parseRow: rowParser(header, columns, parseArea),
    async writeBatch(transaction, rows, reject) {
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
    },
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
