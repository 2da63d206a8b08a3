import { computeNormsOfAddresses } from '../../domain/bill/norms.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  columnReader,
  parseDay,
  parseInteger,
  parseSubject,
  type ReadColumn,
  RowError,
  rowParser,
} from '../reader/columns.ts'
import { IdSet } from '../reader/id-set.ts'
import type { ImportFile, ImportSteps, RejectRow } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { requireCode } from '../resolver/address-columns.ts'
import { type AddressReference, addressProblem, distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import {
  findOccupancies,
  insertOccupancies,
  type StoredOccupancy,
  updateOccupancies,
} from './import-occupancies.queries.ts'
import { type DeliveredOccupancy, placeOccupancies } from './place-occupancies.ts'

/** Imports the liable households of addresses, with their periods. */
export const importOccupancies = importCommand({
  name: 'import occupancies',
  title: 'Bewoningen',
  summary: 'leest in wie wanneer voor een adres betaalt, uit CSV-bestanden',
  sample: 'occupancies.csv',
  explanation: `Kolommen, in elke volgorde: SUBJECT_ID (het nummer
in de belastingadministratie van wie betaalt; nooit een naam of een BSN), OBJECT_ID (de objectcode van het adres), VAN
en TOT (2024-03-01; beide tellen mee, zonder TOT: tot nu). Als die er is ook HUISHOUDEN (het aantal personen).

Een bewoning is dezelfde als adres en eerste dag dezelfde zijn. Anders is ze dezelfde als adres en SUBJECT_ID gelijk zijn
en de periodes elkaar raken. Al het andere volgt het bestand. Op een adres woont één huishouden tegelijk: een regel die deels samenvalt met een
eerdere regel, of met een bewoning die het bestand niet wijzigt, wordt afgekeurd. Zet daarom de regels van een adres bij
elkaar. Hetzelfde bestand nog eens verandert niets. Een bewoning die niet in het bestand staat, blijft.`,
  tables: ['occupancy'],
  openFile: openOccupancies,
})

type OccupancyRow = AddressReference & Omit<DeliveredOccupancy, 'address_id'>
type LocatedRow = OccupancyRow & DeliveredOccupancy

const columns = { required: ['SUBJECT_ID', 'OBJECT_ID', 'VAN', 'TOT'], optional: ['HUISHOUDEN'] }

async function openOccupancies(db: Db, { header }: ImportFile): Promise<ImportSteps<OccupancyRow>> {
  const read = columnReader(header, columns)
  const listed = [...columns.required, ...columns.optional]
  const seenIds = new IdSet()
  const changedAddresses = new IdSet()
  return {
    columns,
    parseRow: rowParser(header, columns, parseOccupancy),
    // The end of one household and the start of the next household are two rows, which are checked together.
    groupOf: (fields) => read(fields)('OBJECT_ID'),
    // Other columns can contain data of persons.
    rejectColumns: { header: listed, fieldsOf: ({ fields = [] }) => listed.map(read(fields)) },
    async writeBatch(transaction, rows, reject) {
      const located = await locate(transaction, rows, reject)
      const stored = Map.groupBy(
        await findOccupancies(transaction, distinct(located.map(({ address_id }) => address_id))),
        ({ address_id }) => address_id,
      )
      const isSeen = ({ id }: StoredOccupancy) => seenIds.has(id)
      const placed = [...Map.groupBy(located, ({ address_id }) => address_id)].map(([address_id, ofAddress]) =>
        placeOccupancies(ofAddress, stored.get(address_id) ?? [], { isSeen, reject }),
      )
      const [added, changed] = [placed.flatMap((it) => it.added), placed.flatMap((it) => it.changed)]
      const kept = placed.flatMap((it) => it.kept)
      if (changed.length > 0) await updateOccupancies(transaction, changed)
      const ids = added.length > 0 ? await insertOccupancies(transaction, added) : []
      for (const id of [...ids, ...[...changed, ...kept].map((it) => it.id)]) seenIds.add(id)
      for (const { address_id } of [...added, ...changed]) changedAddresses.add(address_id)
      const repeated = placed.reduce((sum, it) => sum + it.repeated, 0)
      return { added: added.length, changed: changed.length, unchanged: kept.length + repeated }
    },
    async finish() {
      await computeNormsOfAddresses(db, changedAddresses)
      return {}
    },
  }
}

/** Adds the id of its address to each row. Rejects the rows with an unknown address. */
async function locate(db: Db, rows: OccupancyRow[], reject: RejectRow<OccupancyRow>) {
  const addressOf = await resolveAddresses(db, rows)
  return rows.flatMap((row): LocatedRow[] => {
    const address = addressOf(row)
    if ('id' in address) return [Object.assign(row, { address_id: address.id })]
    reject(row, addressProblem(address))
    return []
  })
}

function parseOccupancy(column: ReadColumn, line: number): OccupancyRow {
  const first_day = parseDay(column('VAN'), 'de eerste dag')
  const last_day = column('TOT') === '' ? null : parseDay(column('TOT'), 'de laatste dag')
  if (last_day !== null && last_day < first_day) throw new RowError('de laatste dag ligt voor de eerste')
  const size = column('HUISHOUDEN')
  return {
    line,
    address_code: requireCode(column('OBJECT_ID'), 'OBJECT_ID'),
    address: null,
    subject_id: parseSubject(column('SUBJECT_ID')),
    first_day,
    last_day,
    household_size: size === '' ? null : parseInteger(size, 1, 99, 'het aantal personen'),
  }
}
