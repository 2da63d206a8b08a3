// Reasons: docs/imports.md

import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type CommandContext, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { today } from '../../platform/runtime/days.ts'
import { checkRetireOption, openAddresses, retireOption } from '../addresses/import-addresses.ts'
import { addressCauses, retryAfterImport } from '../clearances/import-clearances.ts'
import { parseDay, RowError } from '../reader/columns.ts'
import type { DeliveredFile, FileRows, ImportFile } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { municipalityName, parseMunicipality, unknownMunicipalitySentence } from '../resolver/municipalities.ts'
import { type BagAddress, findBagAddresses, joinBagTables, moveReusedNumbers } from './bag-tables.queries.ts'
import { readExtract } from './read-extract.ts'

/** Imports the addresses of a BAG extract as the Kadaster delivers it. The rules are those of `import addresses`. */
export const importBag = importCommand({
  name: 'import bag',
  lockName: 'import addresses',
  title: 'Adressen',
  summary: 'leest adressen in uit een BAG-extract van het Kadaster (ZIP)',
  options: {
    date: { value: 'DAG', summary: 'de dag waarop de adressen gelden (standaard vandaag)' },
    municipality: { value: 'GEMEENTE,…', summary: 'alleen deze gemeenten: namen of codes, gescheiden door komma’s' },
    names: { value: 'CODE=NAAM,…', summary: 'namen van gemeenten die niet in de lijst van 2025 staan' },
    retire: retireOption,
  },
  explanation: `Het bestand is een BAG 2.0-extract, van heel Nederland of van
een of meer gemeenten: een ZIP met daarin ZIP-bestanden (WPL, OPR, NUM, VBO, LIG, STA) en GEM-WPL-RELATIE.

Een adres is een nummeraanduiding die op die dag geldt. Er hoort een verblijfsobject, ligplaats of standplaats bij, in
gebruik of in aanbouw. Nevenadressen en adressen zonder postcode tellen mee. De gemeente volgt uit GEM-WPL-RELATIE. Een later extract wijzigt de
adressen: wie zijn nummeraanduiding houdt, blijft hetzelfde adres, ook met een andere straatnaam, woonplaats of gemeente. Met
--retire vervallen de adressen die niet meer in het extract staan.

Krijgt een verblijfsobject een ander nummer, dan blijft het hetzelfde adres, ook met een nieuwe nummeraanduiding. Containers,
passen, ledigingen en aanslagen gaan dus mee. Een zoekopdracht met het oude nummer vindt het nieuwe. Bij een splitsing of
samenvoeging gaat er niets mee: het oude adres vervalt, en verwijst naar de nieuwe adressen.

De objectcode van een adres verandert niet: die komt van de belastingadministratie. Waar een ander bestand een objectcode vraagt,
mag ook de nummeraanduiding (16 cijfers) staan.`,
  tables: ['municipality', 'town', 'street', 'street_name', 'street_name_part', 'address'],
  after: retryAfterImport(addressCauses),
  checkUsage(context) {
    checkRetireOption(context)
    parseOptions(context.options)
    if (context.args.includes('-')) throw new UsageError('Een BAG-extract kan niet van de standaardinvoer komen.')
  },
  openRows,
  openFile,
})

/** Imports the addresses. The first batch also moves reused number ids, so that a batch rolled back moves none. */
async function openFile(db: Db, file: ImportFile): ReturnType<typeof openAddresses> {
  const steps = await openAddresses(db, file)
  let isMoved = false
  return {
    ...steps,
    async writeBatch(transaction, rows, reject) {
      if (!isMoved) await moveReusedNumbers(transaction)
      isMoved = true
      return steps.writeBatch(transaction, rows, reject)
    },
  }
}

const header = [
  ...['nummeraanduiding', 'straat', 'huisnummer', 'huisletter', 'huisnummertoevoeging', 'postcode'],
  ...['woonplaats', 'gemeentecode', 'gemeente', 'lat', 'lon'],
  ...['verblijfsobject', 'nevenadres', 'in_aanbouw', 'vervangt'],
]
const pageSize = 5000

async function openRows(db: Db, { path, source }: DeliveredFile, context: CommandContext): Promise<FileRows> {
  const { day, municipality_ids, names } = parseOptions(context.options)
  for (const { id, name } of await findMunicipalities(db)) if (!names.has(id)) names.set(id, name)
  const { onProgress, signal } = context
  await readExtract(db, { path, name: source.name, day }, { onProgress, signal })
  const { addresses, without_object, without_town } = await joinBagTables(db, municipality_ids)
  const remark = (count: number, text: string) => (count === 0 ? [] : [`${count.toLocaleString('nl')} ${text}`])
  const remarks = [
    ...remark(without_object, 'nummers zonder verblijfsobject, ligplaats of standplaats zijn overgeslagen.'),
    ...remark(without_town, 'nummers zonder straat, woonplaats of gemeente in het extract zijn overgeslagen.'),
  ]
  if (addresses === 0) {
    const wanted = municipality_ids?.map((id) => municipalityName(id) ?? names.get(id) ?? `gemeente ${id}`)
    const address = `adres${wanted ? ` van ${wanted.join(' of ')}` : ''} dat op ${day} geldt`
    throw new CommandError(
      [`In het extract staat geen ${address}.`, ...remarks, 'Controleer het bestand en de opties.'].join(' '),
    )
  }
  return { total: addresses, rows: readRows(db, names), remarks }
}

/**
 * Yields the addresses as rows of a CSV file with the same columns. Requests each page early, because its query waits
 * for the statement that writes earlier rows on the same connection.
 */
async function* readRows(db: Db, names: Map<number, string>) {
  yield { line: 0, text: '', fields: header }
  let next = findBagAddresses(db, 0, pageSize)
  for (let page = await next; page.length > 0; page = await next) {
    next = findBagAddresses(db, page.at(-1)?.line ?? 0, pageSize)
    // The loop awaits `next` later. Until then, an error must not become an unhandled rejection.
    next.catch(() => {})
    for (const address of page) yield { line: address.line, text: '', fields: fieldsOf(address, names) }
  }
}

const fieldsOf = (address: BagAddress, names: Map<number, string>) => [
  ...[address.bag_id, address.street, address.house_number, address.letter, address.addition, address.postal_code],
  ...[address.town, String(address.municipality_id)],
  municipalityName(address.municipality_id) ?? names.get(address.municipality_id) ?? '',
  ...[address.lat, address.lon].map((degrees) => degrees?.toFixed(8) ?? ''),
  ...[address.object_id, address.is_additional ? 'J' : 'N', address.is_under_construction ? 'J' : 'N'],
  address.former_bag_id ?? '',
]

/** Reads the options. Throws a UsageError. */
function parseOptions({ date, municipality, names }: CommandContext['options']) {
  const municipality_ids = municipality?.split(',').map((text) => {
    const id = parseMunicipality(text.trim())
    if (!id) throw new UsageError(unknownMunicipalitySentence(text))
    return id
  })
  const pairs = (names?.split(',') ?? []).map((text): [number, string] => {
    const [, code, name = ''] = /^\s*(\d{1,4})\s*=\s*(.+?)\s*$/.exec(text) ?? []
    if (!code) throw new UsageError('Geef bij --names een code en een naam, zoals 1991=Maashorst.')
    return [Number(code), name]
  })
  return { day: date === undefined ? today() : parseDate(date), municipality_ids, names: new Map(pairs) }
}

function parseDate(text: string) {
  try {
    return parseDay(text, '--date')
  } catch (error) {
    if (error instanceof RowError) throw new UsageError(`${error.message}.`)
    throw error
  }
}
