import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import { findOrInsertStreets, type StreetName } from '../../domain/street-search/streets.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { Intake } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { SeenIds } from '../reader/seen-ids.ts'
import { type AddressRow, addressReader } from './address-rows.ts'
import {
  analyzeAddresses,
  findAlike,
  findOwners,
  insertAddresses,
  insertMunicipalities,
  updateAddresses,
} from './import-addresses.queries.ts'
import { addressKey, matchAddresses, type PlacedRow } from './match-addresses.ts'
import { retireMissing } from './retire-addresses.ts'

/** A row of the file, and the address that it gives or the reason why it gives none. */
type ReadRow = { row: CsvRow; address: AddressRow | string }

/** A bound for the memory: about half the country's streets. Their ids are asked again when it is reached. */
const mostStreetsKept = 100_000

/** Stores the rows of one file in batches, each in a transaction of its own, and keeps count of what became of them. */
export async function openAddressIntake(
  db: Db,
  { header, rejects, retireLimit }: { header: string[]; rejects: Rejects; retireLimit: number | undefined },
): Promise<Intake<ReadRow>> {
  const readAddress = addressReader(header)
  const counts = { added: 0, changed: 0, unchanged: 0, retired: 0 }
  const seen = new SeenIds()
  const municipalities = new Map((await findMunicipalities(db)).map(({ id, name }) => [name, id]))
  const inFile = new Map<number, string>()
  let refusals: string[] = []
  const streetIds = new Map<string, number>()

  /** Gives every street of these rows its id; the ones that the database does not have yet are made. */
  async function placeStreets(transaction: Db, rows: { address: AddressRow }[]) {
    if (streetIds.size > mostStreetsKept) streetIds.clear()
    const missing = new Map<string, StreetName>()
    for (const { address } of rows) {
      const key = streetKeyOf(address)
      if (!streetIds.has(key))
        missing.set(key, { municipality_id: address.municipality.id, city: address.city, name: address.street })
    }
    if (missing.size === 0) return
    const ids = await findOrInsertStreets(transaction, [...missing.values()])
    for (const [index, key] of [...missing.keys()].entries()) streetIds.set(key, ids[index] ?? 0)
  }

  async function store(batch: ReadRow[]) {
    const refused: { row: CsvRow; reason: string }[] = []
    const good: { row: CsvRow; address: AddressRow }[] = []
    const newMunicipalities: { id: number; name: string }[] = []
    for (const { row, address } of batch) {
      if (typeof address === 'string') {
        refused.push({ row, reason: address })
        continue
      }
      const { id, name } = address.municipality
      if (!municipalities.has(name)) {
        municipalities.set(name, id)
        newMunicipalities.push({ id, name })
      }
      if (municipalities.get(name) === id) {
        inFile.set(id, name)
        good.push({ row, address })
      } else refused.push({ row, reason: `de gemeente ${name} staat in de database met een andere code` })
    }
    const matched = await db.transaction().execute(async (transaction) => {
      if (newMunicipalities.length > 0) await insertMunicipalities(transaction, newMunicipalities)
      await placeStreets(transaction, good)
      const placed = good.map(({ row, address }) => placedRow(row, address, streetIds.get(streetKeyOf(address)) ?? 0))
      const codes = placed.flatMap(({ object_code }) => object_code ?? [])
      const owners = codes.length > 0 ? await findOwners(transaction, codes) : new Map()
      const result = matchAddresses(placed, await findAlike(transaction, placed), owners, seen)
      if (result.changed.length > 0) await updateAddresses(transaction, result.changed)
      if (result.added.length > 0) for (const id of await insertAddresses(transaction, result.added)) seen.add(id)
      return result
    })
    await rejects.add([...refused, ...matched.rejected].sort((a, b) => a.row.line - b.row.line))
    counts.added += matched.added.length
    counts.changed += matched.changed.length
    counts.unchanged += matched.unchanged
  }

  return {
    readRow: (row) => ({ row, address: readAddress(row.fields) }),
    store,
    finish: async () => {
      if (counts.added > 0) await analyzeAddresses(db)
      if (retireLimit === undefined) return
      const asked = { municipalities: inFile, seen, rejected: rejects.count, limit: retireLimit }
      const retired = await retireMissing(db, asked)
      counts.retired = retired.count
      refusals = retired.refusals
    },
    refusals: () => refusals,
    outcome: () => [
      ['toegevoegd', counts.added],
      ['gewijzigd', counts.changed],
      ['ongewijzigd', counts.unchanged],
      ...(retireLimit === undefined ? [] : [['vervallen', counts.retired] as [string, number]]),
    ],
  }
}

const streetKeyOf = ({ municipality, city, street }: AddressRow) => `${municipality.id} ${city}\n${street}`

const placedRow = (row: CsvRow, address: AddressRow, street_id: number): PlacedRow => ({
  row,
  key: addressKey(street_id, address),
  street_id,
  house_number: address.house_number,
  house_number_extension: address.house_number_extension,
  postal_code: address.postal_code,
  object_code: address.object_code,
  lon: address.lon,
  lat: address.lat,
  twin: 1,
})
