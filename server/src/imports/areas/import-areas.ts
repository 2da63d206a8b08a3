import { parsePostalAddress, parseRange, rangeText } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { Command } from '../../platform/runtime/command.ts'
import { type Intake, importFiles, rejectsOption } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { type Field, filled, noLonger, quoted, Reason, rowReader } from '../reader/table-rows.ts'
import { missingMunicipality, municipalityIn } from '../resolver/municipality-field.ts'
import { findMunicipalityIds } from '../tariffs/import-tariffs.queries.ts'
import { type Outcome, openDivision, type Part } from './area-division.ts'
import { analyzeAreas } from './import-areas.queries.ts'

/** Takes the division of municipalities into collection areas in. */
export const importAreas: Command = {
  name: 'import areas',
  summary: 'leest ophaalgebieden in uit CSV-bestanden: welke postcodes en adressen erbij horen',
  database: 'existing',
  usage: 'BESTAND…',
  options: rejectsOption,
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. Kolommen, in elke volgorde: gemeente (naam of
CBS-code), gebied, en postcodes of adres. Een regel noemt één reeks postcodes (6411 AA tot en met 6411 KZ; 6411; 6411 CD oneven)
of één adres (6417 AT 32 a).

Een gebied dat er nog niet is, wordt gemaakt, zonder ophaaldagen. Een reeks of adres dat bij een ander gebied hoort, gaat over naar
het gebied van het bestand; wat het bestand niet noemt, blijft zoals het is. Reeksen die elkaar kruisen, worden afgekeurd: een reeks
ligt naast een andere, of er helemaal in, en dan telt de smalste.`,
  run: (given) => importFiles(given, { name: 'areas', what: 'Ophaalgebieden', openIntake: openAreaIntake }),
}

type AreaRow = { municipality_id: number; area: string; part: Part; named: string }

/** A row of the file, and what it says or the reason why it says nothing. */
type ReadArea = { row: CsvRow; said: AreaRow | string }

const longestName = 60

function readArea(field: Field): AreaRow {
  const municipality_id = municipalityIn(field('gemeente'))
  const area = noLonger(filled(field('gebied'), 'het gebied'), longestName, 'het gebied')
  const [codes, address] = [field('postcodes'), field('adres')]
  if ((codes === '') === (address === '')) throw new Reason('een regel noemt postcodes of een adres, een van beide')
  const range = parseRange(codes)
  const door = parsePostalAddress(address)
  if (range) return { municipality_id, area, part: { range }, named: rangeText(range) }
  if (door) return { municipality_id, area, part: { door }, named: Object.values(door).join(' ') }
  throw new Reason(codes ? `${quoted(codes)} zijn geen postcodes` : `${quoted(address)} is geen adres`)
}

async function openAreaIntake(
  db: Db,
  { header, rejects }: { header: string[]; rejects: Rejects },
): Promise<Intake<ReadArea>> {
  const columns = {
    required: ['gemeente', 'gebied'],
    optional: ['postcodes', 'adres'],
    oneOf: [['postcodes', 'adres']],
  }
  const read = rowReader(header, columns, readArea)
  const municipalities = await findMunicipalityIds(db)
  const counts: Record<Outcome, number> = { added: 0, changed: 0, unchanged: 0 }
  let made = 0

  /** Which area this file gave each part to. */
  const given = new Map<string, string>()

  async function settle(division: Awaited<ReturnType<typeof openDivision>>, said: AreaRow) {
    const key = `${said.municipality_id} ${said.named}`
    const earlier = given.get(key) ?? said.area
    if (earlier !== said.area) throw new Reason(`dit staat al op een eerdere regel, bij het gebied ${quoted(earlier)}`)
    const outcome = await division.give(said.part, said.area)
    given.set(key, said.area)
    counts[outcome] += 1
  }

  /** Stores what rows of one municipality say, and gives the ones that cannot be stored. */
  async function storeIn(transaction: Db, municipality_id: number, rows: { row: CsvRow; said: AreaRow }[]) {
    const refused: { row: CsvRow; reason: string }[] = []
    const division = await openDivision(transaction, municipality_id)
    for (const { row, said } of rows)
      await settle(division, said).catch((error: unknown) => {
        if (!(error instanceof Reason)) throw error
        refused.push({ row, reason: error.message })
      })
    made += (await division.close()).length
    return refused
  }

  return {
    readRow: (row) => ({ row, said: read(row.fields) }),
    async store(batch) {
      const refused = await db.transaction().execute(async (transaction) => {
        const refused: { row: CsvRow; reason: string }[] = []
        const usable: { row: CsvRow; said: AreaRow }[] = []
        for (const { row, said } of batch)
          if (typeof said === 'string') refused.push({ row, reason: said })
          else if (municipalities.has(said.municipality_id)) usable.push({ row, said })
          else refused.push({ row, reason: missingMunicipality(said.municipality_id) })
        for (const [municipality_id, rows] of Map.groupBy(usable, ({ said }) => said.municipality_id))
          refused.push(...(await storeIn(transaction, municipality_id, rows)))
        return refused.sort((one, other) => one.row.line - other.row.line)
      })
      await rejects.add(refused)
    },
    finish: async () => {
      if (counts.added + counts.changed > 0) await analyzeAreas(db)
    },
    outcome: () => [
      ['toegevoegd', counts.added],
      ['gewijzigd', counts.changed],
      ['ongewijzigd', counts.unchanged],
    ],
    remarks: () =>
      made > 0
        ? [
            `Nieuwe gebieden: ${made.toLocaleString('nl')}. Ze hebben nog geen ophaaldagen (import calendar, of het beheer).`,
          ]
        : [],
  }
}
