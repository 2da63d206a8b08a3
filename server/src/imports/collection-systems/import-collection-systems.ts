import { findCollectionSystemKinds } from '../../domain/places/collection-system-kinds.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  columnKey,
  limitLength,
  parseLocation,
  parseOption,
  type ReadColumn,
  RowError,
  requireText,
  rowParser,
} from '../reader/columns.ts'
import type { ImportSteps } from '../reader/import-kind.ts'
import { compareRows } from '../reader/outcomes.ts'
import { importCommand } from '../reader/run-import.ts'
import { addressColumns, readAddressReference, requireCode } from '../resolver/address-columns.ts'
import { type AddressReference, addressProblem, distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import {
  deleteConnections,
  findLocations,
  findSystems,
  insertConnections,
  insertSystems,
  type StoredSystem,
  type SystemAccess,
  systemColumns,
  updateSystems,
} from './import-collection-systems.queries.ts'

/** Imports collection systems, or the addresses that may use them. */
export const importCollectionSystems = importCommand<object>({
  name: 'import collection-systems',
  title: 'Verzamelsystemen',
  summary: 'leest verzamelsystemen in, en welke adressen erop zijn aangesloten, uit CSV-bestanden',
  sample: 'collection-systems.csv',
  explanation: `De kop zegt wat erin staat, in elke volgorde.

Verzamelsystemen: verzamelsysteem (de eigen objectcode), naam, soort (Ondergrondse container, Wijkcontainer, Verzamelcontainer
of Grondstoffenpark), het adres waar het bij staat, en lat en lon; zonder die twee staat het waar het adres is.
Een verzamelsysteem is hetzelfde als de objectcode hetzelfde is; al het andere volgt het bestand.

Aansluitingen (zonder de kolom naam): verzamelsysteem, het adres dat er gebruik van mag maken, en als die er is vervalt (ja of nee).

Een adres is een objectcode, of straat, huisnummer, huisletter, toevoeging en postcode van precies één adres. Hetzelfde
bestand nog eens verandert niets. Welke containers een verzamelsysteem heeft, zegt import equipment.`,
  tables: ['collection_system', 'collection_system_access'],
  openFile: (db, { header }) => (isSystemsHeader(header) ? openSystems(db, header) : openConnections(header)),
})

/** A row about a collection system and the address at which it stands. */
type SystemRow = AddressReference & {
  object_code: string
  name: string
  kind: string
  lon: number | null
  lat: number | null
}

/** A row that grants an address access to a collection system, or revokes it if `ends`. */
type ConnectionRow = AddressReference & { system_code: string; ends: boolean }

const oneOf = ['objectcode', 'postcode']
const systemFileColumns = {
  required: ['verzamelsysteem', 'naam', 'soort'],
  optional: [...addressColumns, 'lon', 'lat'],
  oneOf,
}
const connectionFileColumns = { required: ['verzamelsysteem'], optional: [...addressColumns, 'vervalt'], oneOf }

/** Whether a file is about collection systems. Otherwise it is about their connections. */
const isSystemsHeader = (header: string[]) => header.some((name) => columnKey(name) === 'naam')

function readReference(column: ReadColumn) {
  const reference = readAddressReference(column)
  if (reference.address_code === null && reference.address === null)
    throw new RowError('er staat niet bij welk adres het is')
  return reference
}

const readSystemCode = (column: ReadColumn) => requireCode(column('verzamelsysteem'), 'het verzamelsysteem')

async function openSystems(db: Db, header: string[]): Promise<ImportSteps<SystemRow>> {
  const kinds = new Map((await findCollectionSystemKinds(db)).map(({ id, name }) => [name.toLowerCase(), id]))
  const kindNames = [...kinds.keys()]
  // Fits in memory: a file for the whole country has a few thousand collection systems.
  const seen = new Set<string>()
  return {
    columns: systemFileColumns,
    parseRow: rowParser(
      header,
      systemFileColumns,
      (column): SystemRow => ({
        ...readReference(column),
        object_code: readSystemCode(column),
        name: limitLength(requireText(column('naam'), 'de naam'), 120, 'de naam'),
        kind: parseOption(kindNames, requireText(column('soort'), 'de soort'), 'de soort'),
        ...parseLocation(column),
      }),
    ),
    async writeBatch(transaction, rows, reject) {
      const existing = await findSystems(
        transaction,
        rows.map(({ object_code }) => object_code),
      )
      const addressOf = await resolveAddresses(transaction, rows)
      const address_ids = rows.map(addressOf).flatMap((address) => ('id' in address ? [address.id] : []))
      const locations = await findLocations(transaction, address_ids)
      const systems = rows.flatMap((row): StoredSystem[] => {
        const { object_code, name, kind, lon, lat } = row
        const address = addressOf(row)
        const location =
          lon !== null && lat !== null
            ? { lon, lat }
            : (existing.get(object_code) ?? ('id' in address ? locations.get(address.id) : undefined))
        if ('problem' in address) reject(row, addressProblem(address))
        else if (seen.has(object_code)) reject(row, `het verzamelsysteem ${object_code} staat al op een eerdere regel`)
        else if (!location)
          reject(row, 'waar het staat is onbekend: lat en lon ontbreken, en het adres heeft ze ook niet')
        else {
          seen.add(object_code)
          const { lon, lat } = location
          return [{ object_code, name, kind_id: kinds.get(kind) ?? 0, address_id: address.id, lon, lat }]
        }
        return []
      })
      const { added, changed, unchanged } = compareRows(
        systems,
        ({ object_code }) => existing.get(object_code),
        systemColumns,
      )
      if (added.length > 0) await insertSystems(transaction, added)
      if (changed.length > 0)
        await updateSystems(
          transaction,
          changed.map(({ after }) => after),
        )
      return { added: added.length, changed: changed.length, unchanged }
    },
  }
}

/** Returns the steps that import connections. A connection that the file does not contain remains unchanged. */
async function openConnections(header: string[]): Promise<ImportSteps<ConnectionRow>> {
  return {
    columns: connectionFileColumns,
    parseRow: rowParser(
      header,
      connectionFileColumns,
      (column): ConnectionRow => ({
        ...readReference(column),
        system_code: readSystemCode(column),
        ends: parseOption(['ja', 'nee'], column('vervalt') || 'nee', 'vervalt') === 'ja',
      }),
    ),
    async writeBatch(transaction, rows, reject) {
      const systems = await findSystems(transaction, distinct(rows.map(({ system_code }) => system_code)))
      const addressOf = await resolveAddresses(transaction, rows)
      // If several rows are about the same connection, the last row applies.
      const connections = new Map<string, SystemAccess & { ends: boolean }>()
      let accepted = 0
      for (const row of rows) {
        const address = addressOf(row)
        const system = systems.get(row.system_code)
        if ('problem' in address) reject(row, addressProblem(address))
        else if (!system) reject(row, `het verzamelsysteem ${row.system_code} is onbekend`)
        else {
          const connection = { address_id: address.id, collection_system_id: system.id, ends: row.ends }
          connections.set(`${address.id} ${system.id}`, connection)
          accepted += 1
        }
      }
      const [revoked = [], granted = []] = [true, false].map((ends) =>
        [...connections.values()].filter((connection) => connection.ends === ends),
      )
      const added = await insertConnections(transaction, granted)
      const ended = await deleteConnections(transaction, revoked)
      return { added, ended, unchanged: accepted - added - ended }
    },
    outcomes: ['added', 'ended', 'unchanged'],
  }
}
