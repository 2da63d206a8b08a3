import { streetKey } from '../../domain/street-search/street-key.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  limitLength,
  parseOption,
  quote,
  type ReadColumn,
  RowError,
  requireText,
  rowParser,
} from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { readMunicipality } from '../resolver/municipalities.ts'
import {
  countNamesWithoutTown,
  deleteTownNames,
  insertTownNames,
  type OtherTownName,
} from './import-town-names.queries.ts'

/** Imports other names of towns, by which a search finds the towns. */
export const importTownNames = importCommand({
  name: 'import town-names',
  title: 'Andere plaatsnamen',
  summary: 'leest andere namen van plaatsen in uit CSV-bestanden: oude namen, streektaal en wijken',
  sample: 'town-names.csv',
  explanation: `Kolommen, in elke volgorde: gemeente (naam of
CBS-code), woonplaats (de officiële naam) en andere_naam. Als die er is ook vervalt (ja of nee; zonder: nee).

Wie een andere naam in een zoekveld typt, vindt de woonplaats. Op het scherm staat altijd de officiële naam. Bestaat er een plaats
die zo heet, dan gaat die plaats voor. Het bestand mag voor of na de adressen komen; wat het niet noemt, blijft zoals het is.`,
  tables: ['other_town_name'],
  openFile: openTownNames,
})

const columns = { required: ['gemeente', 'woonplaats', 'andere_naam'], optional: ['vervalt'] }
const maxNameLength = 100

type TownNameRow = OtherTownName & { ends: boolean }

function parseTownName(column: ReadColumn): TownNameRow {
  const city = limitLength(requireText(column('woonplaats'), 'de woonplaats'), maxNameLength, 'de woonplaats')
  const name = limitLength(requireText(column('andere_naam'), 'de andere naam'), maxNameLength, 'de andere naam')
  if (streetKey(name) === '') throw new RowError(`de andere naam ${quote(name)} heeft geen letters of cijfers`)
  if (streetKey(name) === streetKey(city)) throw new RowError(`de andere naam ${quote(name)} is de woonplaats zelf`)
  const ends = parseOption(['ja', 'nee'], column('vervalt') || 'nee', 'vervalt') === 'ja'
  return { municipality_id: readMunicipality(column), city, name, ends }
}

async function openTownNames(db: Db, { header }: ImportFile): Promise<ImportSteps<TownNameRow>> {
  return {
    columns,
    parseRow: rowParser(header, columns, parseTownName),
    async writeBatch(transaction, rows) {
      // If several rows are about the same name, the last row applies.
      const last = new Map(rows.map((row) => [JSON.stringify([row.municipality_id, row.city, row.name]), row]))
      const { true: ended = [], false: added = [] } = Object.groupBy(last.values(), ({ ends }) => `${ends}`)
      const counts = {
        added: await insertTownNames(transaction, added),
        ended: await deleteTownNames(transaction, ended),
      }
      return { ...counts, unchanged: rows.length - counts.added - counts.ended }
    },
    async finish() {
      const count = await countNamesWithoutTown(db)
      return count === 0
        ? {}
        : {
            remarks: [
              `Namen van een plaats waarvan er nog geen adressen zijn: ${count.toLocaleString('nl')}. Ze werken zodra die er zijn.`,
            ],
          }
    },
    outcomes: ['added', 'ended', 'unchanged'],
  }
}
