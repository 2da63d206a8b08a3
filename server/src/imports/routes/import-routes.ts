import type { WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { parseSupplierName } from '../clearances/clearance-rows.ts'
import { dutchTimeReader } from '../clearances/dutch-times.ts'
import { findFractions } from '../clearances/import-clearances.queries.ts'
import { parseDay, quote, type ReadColumn, RowError, requireText, rowParser, withIsoDay } from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { readMunicipality } from '../resolver/municipalities.ts'
import { findAreasOf, type RouteDay, writeRouteDays } from './import-routes.queries.ts'

/** Imports when the crews of collection areas began and finished their rounds. */
export const importRoutes = importCommand({
  name: 'import routes',
  title: 'Routes',
  summary: 'leest in wanneer de wagen in een ophaalgebied begon en klaar was, uit CSV-bestanden',
  sample: 'routes.csv',
  explanation: `Kolommen, in elke volgorde: GEMEENTE (naam of
CBS-code), GEBIED, FRACTIE_ID, DAG, BEGONNEN en KLAAR. Een moment is een tijd op die dag (07:05) of een dag met een tijd
(2026-03-11 00:15:00), in Nederlandse tijd; leeg is nog niet bekend. Een latere regel voor hetzelfde gebied, dezelfde fractie en
dezelfde dag vervangt de eerdere.`,
  tables: ['route_day'],
  openFile: openRoutes,
})

/** A row of the file, of an area by its name. */
type RouteRow = Omit<RouteDay, 'collection_area_id'> & { municipality_id: number; area: string }

const columns = { required: ['GEMEENTE', 'GEBIED', 'FRACTIE_ID', 'DAG', 'BEGONNEN', 'KLAAR'] }

function routeParser(fractions: Map<string, WasteStream>, now = Date.now() / 1000) {
  const readTime = dutchTimeReader()
  const parseMoment = (text: string, day: string, label: string) => {
    if (text === '') return null
    const [, hour = '', minute = '', second = ':00'] = /^(\d{1,2}):(\d{2})(:\d{2})?$/.exec(text) ?? []
    const moment = readTime(hour === '' ? withIsoDay(text) : `${day} ${hour.padStart(2, '0')}:${minute}${second}`)
    if (typeof moment === 'string') throw new RowError(`${label} ${quote(text)} is geen tijd zoals 07:05`)
    if (moment > now) throw new RowError(`${label} ${quote(text)} ligt in de toekomst`)
    return moment
  }
  return (column: ReadColumn): RouteRow => {
    const fraction = parseSupplierName(column('FRACTIE_ID'), 'FRACTIE_ID')
    const waste_type = fractions.get(fraction)
    if (!waste_type) throw new RowError(`de fractie ${fraction} is onbekend`)
    const day = parseDay(column('DAG'), 'de dag')
    const started_at = parseMoment(column('BEGONNEN'), day, 'BEGONNEN')
    const finished_at = parseMoment(column('KLAAR'), day, 'KLAAR')
    if (started_at === null && finished_at === null) throw new RowError('BEGONNEN en KLAAR zijn allebei leeg')
    if (finished_at !== null && finished_at < (started_at ?? finished_at))
      throw new RowError('KLAAR ligt voor BEGONNEN')
    const municipality_id = readMunicipality((name) => column(name.toUpperCase()))
    return {
      municipality_id,
      area: requireText(column('GEBIED'), 'het gebied'),
      ...{ waste_type, day, started_at, finished_at },
    }
  }
}

async function openRoutes(db: Db, { header }: ImportFile): Promise<ImportSteps<RouteRow>> {
  return {
    columns,
    parseRow: rowParser(header, columns, routeParser(await findFractions(db))),
    async writeBatch(transaction, rows, reject) {
      const areas = await findAreasOf(transaction, [...new Set(rows.map(({ municipality_id }) => municipality_id))])
      const areaOf = new Map(areas.map(({ id, municipality_id, name }) => [`${municipality_id} ${name}`, id]))
      const last = new Map<string, RouteDay>()
      let accepted = 0
      for (const row of rows) {
        const { municipality_id, area, ...route } = row
        const collection_area_id = areaOf.get(`${municipality_id} ${area}`)
        if (collection_area_id === undefined) {
          reject(row, `het gebied ${quote(area)} is in die gemeente onbekend`)
          continue
        }
        accepted += 1
        last.set(`${collection_area_id} ${route.waste_type} ${route.day}`, { collection_area_id, ...route })
      }
      const written = await writeRouteDays(transaction, [...last.values()])
      const added = written.filter(({ is_new }) => is_new).length
      const changed = written.length - added
      return { added, changed, unchanged: accepted - added - changed }
    },
  }
}
