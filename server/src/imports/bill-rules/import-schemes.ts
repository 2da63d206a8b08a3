import { schemeNatureNames } from '@rd4-loket/contract'
import { appendAuditEvent, commandLineActor } from '../../domain/access-log/audit-log.queries.ts'
import { findSchemeNatures, lockChargeRules } from '../../domain/bill/charge-rules.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { listWords, parseValue } from '../reader/column-words.ts'
import {
  columnReader,
  parseDay,
  parseOption,
  parseScheme,
  parseSubject,
  type ReadColumn,
  RowError,
  rejectReason,
  rowParser,
} from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { parseCode, requireCode } from '../resolver/address-columns.ts'
import { type AddressReference, addressProblem, distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import {
  deleteSchemes,
  endSchemes,
  findOwedCodes,
  findSchemeAddresses,
  findSchemes,
  insertSchemes,
  type NewScheme,
  type SchemeAddress,
} from './import-schemes.queries.ts'

/** Imports the codes of households and addresses. */
export const importSchemes = importCommand({
  name: 'import schemes',
  title: 'Regelingen',
  summary: 'leest in welk huishouden wanneer een regeling heeft, uit CSV-bestanden',
  sample: 'schemes.csv',
  explanation: `Een regeling kan iets over gezondheid zeggen: lever alleen een
code en een periode, nooit een reden. Kolommen, in elke volgorde: OBJECT_ID (de objectcode van het adres), REGELING (een
code, zoals M), AARD (${listWords([schemeNatureNames])}), VAN en TOT (beide tellen mee; zonder TOT: tot nader
order). Als ze er zijn ook SUBJECT_ID (zonder: wie er woont), CONTAINER (het nummer van de enige container waarvoor de
code geldt; zonder: alle) en VERVALT (ja of nee; zonder: nee).

Een regeling is dezelfde als alles behalve TOT hetzelfde is: TOT volgt het bestand. Een periode die over een andere heen
valt, wordt afgekeurd. Stond een regeling er ten onrechte, geef haar dan nog eens met VERVALT ja: ze wordt verwijderd,
alsof ze er nooit was. De goede regeling kan in hetzelfde bestand. Het logboek noemt alleen hoeveel er verwijderd zijn.
Een code heeft in een gemeente één aard. Hetzelfde bestand nog eens verandert niets. Een regeling die niet in het bestand
staat, blijft.`,
  tables: ['household_scheme'],
  openFile: openSchemes,
})

/** `ends`: the stored row with its key was wrong from its first day, and is deleted. */
type SchemeRow = AddressReference &
  Omit<NewScheme, 'address_id' | 'container_id'> & { container: string | null; ends: boolean }

/** What identifies a row of a file: all but its last day. */
const rowKey = ({ ends: _, last_day: __, ...row }: SchemeRow) => JSON.stringify(row)

const columns = {
  required: ['OBJECT_ID', 'REGELING', 'AARD', 'VAN', 'TOT'],
  optional: ['SUBJECT_ID', 'CONTAINER', 'VERVALT'],
}

async function openSchemes(_: Db, { header }: ImportFile): Promise<ImportSteps<SchemeRow>> {
  const read = columnReader(header, columns)
  const actor = commandLineActor('import schemes')
  const listed = [...columns.required, ...columns.optional]
  return {
    columns,
    parseRow: rowParser(header, columns, parseRow),
    // The end of one period and the start of the next one are two rows, which are checked together.
    groupOf: (fields) => read(fields)('OBJECT_ID'),
    outcomes: ['added', 'changed', 'unchanged', 'ended'],
    // Other columns can contain data of persons.
    rejectColumns: { header: listed, fieldsOf: ({ fields = [] }) => listed.map(read(fields)) },
    async writeBatch(transaction, rows, reject) {
      const addressOf = await resolveAddresses(transaction, rows)
      const ids = distinct(rows.map((row) => addressId(addressOf(row))))
      const addresses = new Map((await findSchemeAddresses(transaction, ids)).map((it) => [it.id, it]))
      const municipality_ids = distinct([...addresses.values()].map((it) => it.municipality_id))
      await lockChargeRules(transaction, municipality_ids)
      const keyOf = (place: { municipality_id: number }, { code }: { code: string }) =>
        `${place.municipality_id} ${code}`
      const readNatures = async () =>
        new Map((await findSchemeNatures(transaction, municipality_ids)).map((it) => [keyOf(it, it), it.nature]))
      let natures = await readNatures()
      const owed = new Set((await findOwedCodes(transaction, municipality_ids)).map((it) => keyOf(it, it)))
      const known = Map.groupBy<number, KnownScheme>(await findSchemes(transaction, ids), (it) => it.address_id)
      const ended: { id: number; last_day: string | null }[] = []
      const deleted: { id: number; municipality_id: number }[] = []
      const added: NewScheme[] = []
      const remaining = new Set(rows.filter(({ ends }) => !ends).map(rowKey))

      function store(fileRow: SchemeRow, place: SchemeAddress) {
        const { container, address_code: _, address: __, ends, ...row } = fileRow
        if (ends && remaining.has(rowKey(fileRow)))
          throw new RowError('de regeling staat ook op een andere regel, zonder VERVALT')
        const key = keyOf(place, row)
        const nature = ends ? row.nature : (natures.get(key) ?? row.nature)
        if (nature !== row.nature) throw new RowError(`regeling ${row.code} is hier al ${schemeNatureNames[nature]}`)
        if (!ends && row.nature === 'remission' && owed.has(key))
          throw new RowError(
            `regeling ${row.code} hoort hier bij vrij of een vast deel; dat kan geen kwijtschelding zijn`,
          )
        const container_id = container === null ? null : (place.containers[container] ?? null)
        if (container !== null && container_id === null)
          throw new RowError(`container ${container} hoort niet bij dit adres`)
        const scheme: NewScheme = { ...row, address_id: place.id, container_id }
        const ofAddress = known.get(place.id) ?? []
        const same = ofAddress.filter((it) => isSame(it, scheme))
        const before = same.find(({ first_day }) => first_day === scheme.first_day)
        if (before && before.last_day === scheme.last_day && (before.ends ?? false) === ends) return 'unchanged'
        if (before?.is_of_file) throw new RowError('de regeling staat ook op een andere regel, met een andere TOT')
        if (ends) {
          known.set(place.id, [...ofAddress.filter((it) => it !== before), { ...scheme, ends, is_of_file: true }])
          if (before?.id === undefined) return 'unchanged'
          deleted.push({ id: before.id, municipality_id: place.municipality_id })
          return 'ended'
        }
        const overlap = same.find((it) => it !== before && !it.ends && overlaps(it, scheme))
        if (overlap) throw new RowError(`de regeling geldt al van ${overlap.first_day} ${untilText(overlap.last_day)}`)
        natures.set(key, row.nature)
        known.set(place.id, [...ofAddress.filter((it) => it !== before), { ...scheme, is_of_file: true }])
        if (before?.id === undefined) {
          added.push(scheme)
          return 'added'
        }
        ended.push({ id: before.id, last_day: scheme.last_day })
        return 'changed'
      }

      const counts = { added: 0, changed: 0, unchanged: 0, ended: 0 }
      function storeAll(some: SchemeRow[]) {
        // An earlier period ends before the next one is compared with it, whatever their order in the file.
        for (const row of some.toSorted((one, other) => (one.first_day < other.first_day ? -1 : 1)))
          try {
            const address = addressOf(row)
            if ('problem' in address) throw new RowError(addressProblem(address))
            const place = addresses.get(address.id)
            if (place) counts[store(row, place)] += 1
          } catch (error) {
            reject(row, rejectReason(error))
          }
      }
      storeAll(rows.filter(({ ends }) => ends))
      if (deleted.length > 0) {
        await deleteSchemes(
          transaction,
          deleted.map(({ id }) => id),
        )
        natures = await readNatures()
      }
      storeAll(rows.filter(({ ends }) => !ends))
      if (ended.length > 0) await endSchemes(transaction, ended)
      if (added.length > 0) await insertSchemes(transaction, added)
      // The log has no code and no household, because a scheme can be a fact about health.
      for (const [key, rows] of Map.groupBy(deleted, (it) => it.municipality_id)) {
        const object = { kind: 'charge_rule', key } as const
        const event = { action: 'delete_schemes', result: 'done', object, result_count: rows.length } as const
        await appendAuditEvent(transaction, actor, event)
      }
      return counts
    },
  }
}

/** A stored row has an id; a row of this batch does not. */
type KnownScheme = NewScheme & { id?: number; is_of_file?: boolean; ends?: boolean }

const untilText = (last_day: string | null) => (last_day === null ? 'tot nader order' : `tot en met ${last_day}`)
const addressId = (address: { id: number } | object) => ('id' in address ? address.id : null)

const isSame = (one: NewScheme, other: NewScheme) =>
  one.address_id === other.address_id &&
  one.subject_id === other.subject_id &&
  one.code === other.code &&
  one.nature === other.nature &&
  one.container_id === other.container_id

const overlaps = (one: NewScheme, other: NewScheme) =>
  (other.last_day === null || one.first_day <= other.last_day) &&
  (one.last_day === null || one.last_day >= other.first_day)

function parseRow(column: ReadColumn): SchemeRow {
  const first_day = parseDay(column('VAN'), 'de eerste dag')
  const last_day = column('TOT') === '' ? null : parseDay(column('TOT'), 'de laatste dag')
  if (last_day !== null && last_day < first_day) throw new RowError('de laatste dag ligt voor de eerste')
  return {
    address_code: requireCode(column('OBJECT_ID'), 'OBJECT_ID'),
    address: null,
    subject_id: column('SUBJECT_ID') === '' ? null : parseSubject(column('SUBJECT_ID')),
    code: parseScheme(column('REGELING')),
    nature: parseValue([schemeNatureNames], column('AARD'), 'de aard'),
    container: parseCode(column('CONTAINER'), 'de container'),
    ends: parseOption(['ja', 'nee'], column('VERVALT') || 'nee', 'VERVALT') === 'ja',
    first_day,
    last_day,
  }
}
