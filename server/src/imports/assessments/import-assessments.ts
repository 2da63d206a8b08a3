import type { Db } from '../../platform/database/db.ts'
import {
  columnReader,
  limitLength,
  parseAmount,
  parseDay,
  parseInteger,
  parseSubject,
  type ReadColumn,
  requireText,
  rowParser,
} from '../reader/columns.ts'
import { IdSet } from '../reader/id-set.ts'
import type { ImportFile, ImportSteps, RejectRow } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { requireCode } from '../resolver/address-columns.ts'
import { type AddressReference, addressProblem, resolveAddresses } from '../resolver/resolve-addresses.ts'
import {
  amountOf,
  findAssessments,
  type ImposedAssessment,
  type ImposedLine,
  upsertAssessments,
} from './import-assessments.queries.ts'

/** Imports the bills as they were imposed: one row for each line of a bill. */
export const importAssessments = importCommand({
  name: 'import assessments',
  title: 'Aanslagen',
  summary: 'leest opgelegde aanslagen in uit CSV-bestanden',
  sample: 'assessments.csv',
  explanation: `Elke regel van een aanslag is een regel in het bestand;
zet de regels van één aanslag bij elkaar. Kolommen, in elke volgorde: AANSLAGNUMMER, SUBJECT_ID (het nummer in de
belastingadministratie van wie betaalt, nooit een naam of een BSN), OBJECT_ID (de objectcode van het adres), BELASTINGJAAR,
DAGTEKENING (2026-01-31), REGEL (1, 2, …), OMSCHRIJVING, AANTAL en TARIEF (mogen leeg zijn), BEDRAG (12,50 of 12.50; een
teruggaaf begint met een min). Als die er is ook TOTAAL (het bedrag van de hele aanslag, ter controle).

Een aanslag is dezelfde als het nummer hetzelfde is: al het andere volgt het bestand. Klopt één regel niet, dan wordt de
hele aanslag afgekeurd. Hetzelfde bestand nog eens verandert niets. Een aanslag die niet in het bestand staat, blijft.`,
  tables: ['assessment', 'assessment_line'],
  openFile: openAssessments,
})

type AssessmentRow = AddressReference &
  Omit<ImposedAssessment, 'address_id' | 'lines'> & { line: ImposedLine; total_cents: number | null }

const columns = {
  required: [
    ...['AANSLAGNUMMER', 'SUBJECT_ID', 'OBJECT_ID', 'BELASTINGJAAR', 'DAGTEKENING'],
    ...['REGEL', 'OMSCHRIJVING', 'AANTAL', 'TARIEF', 'BEDRAG'],
  ],
  optional: ['TOTAAL'],
}

const maxCents = 2_147_483_647

async function openAssessments(_: Db, { header }: ImportFile): Promise<ImportSteps<AssessmentRow>> {
  const read = columnReader(header, columns)
  const listed = [...columns.required, ...columns.optional]
  const seenIds = new IdSet()
  return {
    columns,
    parseRow: rowParser(header, columns, parseLine),
    groupOf: (fields) => read(fields)('AANSLAGNUMMER').trim(),
    incompleteGroup: 'een andere regel van deze aanslag klopt niet',
    // Other columns can contain data of persons.
    rejectColumns: { header: listed, fieldsOf: ({ fields = [] }) => listed.map(read(fields)) },
    async writeBatch(transaction, rows, reject) {
      const addressOf = await resolveAddresses(transaction, rows)
      const groups = [...Map.groupBy(rows, ({ number }) => number).values()]
      const stored = await findAssessments(
        transaction,
        groups.map(([row]) => row?.number ?? ''),
      )
      const counts = { added: 0, changed: 0, unchanged: 0 }
      const written: ImposedAssessment[] = []
      for (const group of groups) {
        const assessment = combine(group, addressOf, reject)
        if (!assessment) continue
        const before = stored.get(assessment.number)
        if (before && seenIds.has(before.id)) {
          for (const row of group) reject(row, 'de aanslag staat al eerder in het bestand; zet haar regels bij elkaar')
          continue
        }
        if (before) seenIds.add(before.id)
        const outcome = before ? (isEqual(before, assessment) ? 'unchanged' : 'changed') : 'added'
        counts[outcome] += group.length
        if (outcome !== 'unchanged') written.push(assessment)
      }
      if (written.length > 0) for (const id of (await upsertAssessments(transaction, written)).values()) seenIds.add(id)
      return counts
    },
  }
}

/** Returns the assessment of these rows. Rejects all rows and returns undefined when they contradict each other. */
function combine(
  rows: AssessmentRow[],
  addressOf: Awaited<ReturnType<typeof resolveAddresses<AssessmentRow>>>,
  reject: RejectRow<AssessmentRow>,
): ImposedAssessment | undefined {
  const [first] = rows as [AssessmentRow]
  const address = addressOf(first)
  const { number, subject_id, year, assessed_on, total_cents } = first
  const lines = rows.map(({ line }) => line).sort((one, other) => one.position - other.position)
  const amount = amountOf({ lines })
  const problem = () => {
    const isSame = (row: AssessmentRow) =>
      row.subject_id === subject_id &&
      row.address_code === first.address_code &&
      row.year === year &&
      row.assessed_on === assessed_on &&
      row.total_cents === total_cents
    if (!rows.every(isSame))
      return 'de regels van deze aanslag verschillen in SUBJECT_ID, OBJECT_ID, jaar, datum of totaal'
    if (new Set(lines.map(({ position }) => position)).size < lines.length)
      return 'een REGEL van deze aanslag komt meer dan één keer voor'
    if (total_cents !== null && total_cents !== amount) return 'de bedragen van deze aanslag zijn samen niet het TOTAAL'
    return Math.abs(amount) > maxCents ? 'het bedrag van deze aanslag is te groot' : undefined
  }
  const reason = 'problem' in address ? addressProblem(address) : problem()
  if (reason === undefined && 'id' in address)
    return { number, subject_id, address_id: address.id, year, assessed_on, lines }
  for (const row of rows) reject(row, reason ?? '')
  return undefined
}

const isEqual = ({ id: _, ...stored }: ImposedAssessment & { id: number }, assessment: ImposedAssessment) =>
  JSON.stringify(inOrder(stored)) === JSON.stringify(inOrder(assessment))

/** Returns the values of an assessment in a fixed order. */
const inOrder = ({ subject_id, address_id, year, assessed_on, lines }: ImposedAssessment) => [
  ...[subject_id, address_id, year, assessed_on],
  ...lines.map(({ position, description, count, unit_cents, amount_cents }) => [
    ...[position, description, count, unit_cents, amount_cents],
  ]),
]

function parseLine(column: ReadColumn): AssessmentRow {
  const optional = <Value>(name: string, parse: (text: string) => Value) =>
    column(name) === '' ? null : parse(column(name))
  return {
    number: requireCode(column('AANSLAGNUMMER'), 'AANSLAGNUMMER'),
    subject_id: parseSubject(column('SUBJECT_ID')),
    address_code: requireCode(column('OBJECT_ID'), 'OBJECT_ID'),
    address: null,
    year: parseInteger(column('BELASTINGJAAR'), 2000, 2100, 'het belastingjaar'),
    assessed_on: parseDay(column('DAGTEKENING'), 'de dagtekening'),
    total_cents: optional('TOTAAL', (text) => parseAmount(text, 'het totaal', { signed: true })),
    line: {
      position: parseInteger(column('REGEL'), 1, 9999, 'de regel'),
      description: limitLength(requireText(column('OMSCHRIJVING'), 'de omschrijving'), 200, 'de omschrijving'),
      count: optional('AANTAL', (text) => parseInteger(text, 0, 100_000, 'het aantal')),
      unit_cents: optional('TARIEF', (text) => parseAmount(text, 'het tarief', { signed: true })),
      amount_cents: parseAmount(column('BEDRAG'), 'het bedrag', { signed: true }),
    },
  }
}
