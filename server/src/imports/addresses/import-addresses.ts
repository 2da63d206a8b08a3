// Reasons: docs/imports.md

import { wholeAddressLine } from '@rd4-loket/contract'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { StreetName } from '../../domain/street-search/streets.queries.ts'
import { findOrInsertStreets } from '../../domain/street-search/streets.ts'
import type { Db } from '../../platform/database/db.ts'
import { type CommandContext, UsageError } from '../../platform/runtime/command.ts'
import { addressCauses, retryAfterImport } from '../clearances/import-clearances.ts'
import { IdSet } from '../reader/id-set.ts'
import type { ImportFile, ImportSteps, RejectRow } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { distinct } from '../resolver/resolve-addresses.ts'
import { type AddressRow, addressFileColumns, addressParser } from './address-rows.ts'
import {
  type ExistingAddress,
  findAddressesByCode,
  findAddressesByText,
  findCurrentAddresses,
  insertAddresses,
  insertMunicipalities,
  linkSuccessors,
  moveAddresses,
  retireAddresses,
  updateAddresses,
} from './import-addresses.queries.ts'
import { type AddressAtStreet, addressKey, type CodeOwner, type CodeOwners, matchAddresses } from './match-addresses.ts'

/** The option with which a file is complete: addresses that it omits retire. */
export const retireOption = {
  value: 'PROCENT',
  summary:
    'het bestand heeft alle adressen van zijn gemeenten: wat er niet in staat, vervalt (hoogstens zoveel procent)',
}

/** Throws a UsageError when the option `retire` is not a percentage, or when there are several files. */
export function checkRetireOption({ args, options }: CommandContext) {
  if (parseRetireLimit(options['retire']) !== undefined && args.length > 1)
    throw new UsageError('Lees met --retire één bestand tegelijk in: een gemeente staat er in haar geheel in, of niet.')
}

/** Imports addresses from a file of the Dutch address register, or from any file with the same columns. */
export const importAddresses = importCommand({
  name: 'import addresses',
  title: 'Adressen',
  summary: 'leest adressen in uit CSV-bestanden',
  sample: 'addresses.csv',
  options: { retire: retireOption },
  explanation: `Kolommen, in elke volgorde: straat, huisnummer, postcode (leeg als het adres er geen heeft), woonplaats, en gemeente of
gemeentecode. Verder, als ze er zijn: huisletter, huisnummertoevoeging (of toevoeging), lat, lon, objectcode, nummeraanduiding
(16 cijfers uit de BAG), verblijfsobject (16 cijfers uit de BAG), nevenadres en in_aanbouw (J of N), en vervangt (de
nummeraanduiding die hetzelfde verblijfsobject eerder had).

Nieuwe adressen komen erbij; van bekende adressen veranderen de coördinaten en de objectcode als het bestand andere
heeft. Een adres met dezelfde nummeraanduiding blijft hetzelfde adres. De straat en het nummer volgen dan het bestand.
Hetzelfde bestand nog eens inlezen verandert niets. Een adres dat vervalt, wordt niet meer gevonden; zijn pagina en
zijn ledigingen blijven, en een later bestand kan het terugbrengen. Een regel die niet klopt, wordt afgekeurd en houdt de andere
niet tegen. Een afgebroken import kan gewoon opnieuw gestart worden.`,
  tables: ['municipality', 'town', 'street', 'street_name', 'street_name_part', 'address'],
  after: retryAfterImport(addressCauses),
  checkUsage: checkRetireOption,
  openFile: openAddresses,
})

/** Limits the memory of the cache. The Netherlands has about twice as many streets. */
const maxCachedStreets = 100_000

/** Returns the steps that import rows with addresses. */
export async function openAddresses(db: Db, { header, options }: ImportFile): Promise<ImportSteps<AddressRow>> {
  const retireLimit = parseRetireLimit(options['retire'])
  const parseRow = addressParser(header)
  const seenIds = new IdSet()
  const startedAt = new Date().toISOString()
  const municipalityIds = new Map((await findMunicipalities(db)).map(({ id, name }) => [name, id]))
  const municipalitiesOfFile = new Map<number, string>()
  const streetIds = new Map<string, number>()

  /**
   * Rejects the rows whose municipality has another code in the database. Returns the other rows and the new
   * municipalities.
   */
  function checkMunicipalities(rows: AddressRow[], reject: RejectRow<AddressRow>) {
    const added: AddressRow['municipality'][] = []
    const accepted = rows.filter((row) => {
      const { id, name } = row.municipality
      if (!municipalityIds.has(name)) {
        municipalityIds.set(name, id)
        added.push({ id, name })
      }
      const isSame = municipalityIds.get(name) === id
      if (isSame) municipalitiesOfFile.set(id, name)
      else reject(row, `de gemeente ${name} staat in de database met een andere code`)
      return isSame
    })
    return { accepted, added }
  }

  /** Adds the street id and the address key to each row. Inserts streets that do not exist yet. */
  async function addStreets(transaction: Db, rows: AddressRow[]): Promise<AddressAtStreet[]> {
    if (streetIds.size > maxCachedStreets) streetIds.clear()
    const missing = new Map<string, StreetName>()
    for (const row of rows)
      if (!streetIds.has(streetKeyOf(row)))
        missing.set(streetKeyOf(row), { municipality_id: row.municipality.id, city: row.city, name: row.street })
    const ids = missing.size > 0 ? await findOrInsertStreets(transaction, [...missing.values()]) : []
    for (const [index, key] of [...missing.keys()].entries()) streetIds.set(key, ids[index] ?? 0)
    return rows.map((row) => {
      const rowWithStreet = Object.assign(row, { street_id: streetIds.get(streetKeyOf(row)) ?? 0, key: '', twin: 1 })
      rowWithStreet.key = addressKey(rowWithStreet)
      return rowWithStreet
    })
  }

  return {
    columns: addressFileColumns,
    parseRow,
    async writeBatch(transaction, rows, reject) {
      const { accepted, added: newMunicipalities } = checkMunicipalities(rows, reject)
      if (newMunicipalities.length > 0) await insertMunicipalities(transaction, newMunicipalities)
      const rowsWithStreet = await addStreets(transaction, accepted)
      const existing = await findExisting(transaction, rowsWithStreet)
      const owners = await findCodeOwners(transaction, rowsWithStreet)
      const { added, changed, moved, unchanged } = matchAddresses(rowsWithStreet, existing, owners, seenIds, reject)
      if (moved.length > 0) await moveAddresses(transaction, moved)
      if (changed.length > 0) await updateAddresses(transaction, changed)
      if (added.length > 0) for (const id of await insertAddresses(transaction, added, startedAt)) seenIds.add(id)
      return { added: added.length, changed: changed.length, unchanged }
    },
    async finish({ rejected }) {
      if (retireLimit === undefined) return {}
      return retireMissing(db, { municipalities: municipalitiesOfFile, seen: seenIds, rejected }, retireLimit)
    },
    outcomes: ['added', 'changed', 'unchanged', ...(retireLimit === undefined ? [] : (['ended'] as const))],
  }
}

const streetKeyOf = ({ municipality, city, street }: AddressRow) => `${municipality.id} ${city}\n${street}`

/** Returns the existing addresses grouped by key, in the order of their twin numbers. */
async function findExisting(transaction: Db, rows: AddressAtStreet[]) {
  const texts = [...new Map(rows.map((row) => [row.key, row])).values()]
  return Map.groupBy(await findAddressesByText(transaction, texts), ({ text }) => texts[text - 1]?.key ?? '')
}

/** Returns the addresses to which the object codes and the BAG ids of the rows belong. */
async function findCodeOwners(transaction: Db, rows: AddressAtStreet[]): Promise<CodeOwners> {
  const codes = distinct(rows.map(({ object_code }) => object_code))
  const bagIds = distinct(rows.flatMap(({ bag_id, former_bag_id }) => [bag_id, former_bag_id]))
  const found = codes.length + bagIds.length > 0 ? await findAddressesByCode(transaction, codes, bagIds) : []
  const owners = found.map((address): CodeOwner & { address: ExistingAddress } => ({
    address,
    key: addressKey(address),
    description: wholeAddressLine(address),
  }))
  const by = (code: 'object_code' | 'bag_id') =>
    new Map(owners.flatMap((owner) => (owner.address[code] === null ? [] : [[owner.address[code], owner]])))
  return { object_code: by('object_code'), bag_id: by('bag_id') }
}

const formatCount = (count: number) => count.toLocaleString('nl')

/** Returns the maximum percentage of addresses that may retire; undefined when the option is absent. */
function parseRetireLimit(option: string | undefined) {
  if (option === undefined) return undefined
  if (/^(100|[0-9]{1,2})$/.test(option)) return Number(option)
  throw new UsageError('Geef met --retire een geheel percentage van 0 tot en met 100, zoals 5.')
}

type CompleteFile = {
  /** The names of the municipalities in the file, by id. */
  municipalities: Map<number, string>
  /** The ids of the addresses in the file. */
  seen: IdSet
  rejected: number
}

/**
 * Retires the addresses that a complete file does not contain, in the municipalities of the file. Returns the number
 * of retired addresses, and Dutch sentences about addresses that were not retired. Retires nothing in a municipality
 * where more than `limit` per cent would retire, because the file is then probably incomplete. Retires nothing at all
 * when a row was rejected, because that row can be about a current address.
 */
async function retireMissing(db: Db, { municipalities, seen, rejected }: CompleteFile, limit: number) {
  const failures: string[] = []
  let ended = 0
  if (rejected > 0) {
    const rows = rejected === 1 ? 'is 1 regel' : `zijn ${formatCount(rejected)} regels`
    failures.push(`Er vervalt niets: er ${rows} afgekeurd, en die kunnen over adressen gaan die er nog zijn.`)
    return { ended, failures }
  }
  for (const [municipality_id, name] of municipalities) {
    const current = await findCurrentAddresses(db, municipality_id)
    const missing = current.filter((id) => !seen.has(id))
    if (missing.length > (current.length * limit) / 100)
      failures.push(
        `In ${name} vervalt niets: ${formatCount(missing.length)} van de ${formatCount(current.length)} adressen staan niet in het bestand, meer dan ${limit} procent. Klopt dat, geef dan met --retire een hoger percentage.`,
      )
    else {
      await retireAddresses(db, missing)
      await linkSuccessors(db, missing)
      ended += missing.length
    }
  }
  return { ended, failures }
}
