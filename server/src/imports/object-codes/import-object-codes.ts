// Reasons: docs/imports.md

import type { Db } from '../../platform/database/db.ts'
import { addressCauses, retryAfterImport } from '../clearances/import-clearances.ts'
import { type ReadColumn, RowError, rowParser } from '../reader/columns.ts'
import { IdSet } from '../reader/id-set.ts'
import type { ImportFile, ImportSteps, RejectRow } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { addressColumns, readAddressReference, requireCode } from '../resolver/address-columns.ts'
import {
  type AddressReference,
  addressProblem,
  distinct,
  type ResolvedAddress,
  resolveAddresses,
} from '../resolver/resolve-addresses.ts'
import {
  type CodedAddress,
  countWithoutCode,
  findCodedAddresses,
  updateObjectCodes,
} from './import-object-codes.queries.ts'

/** Imports the codes by which the tax office knows addresses. Addresses of the register do not have them. */
export const importObjectCodes = importCommand({
  name: 'import object-codes',
  title: 'Objectcodes',
  summary: 'geeft adressen de objectcode van de belastingadministratie, uit CSV-bestanden',
  sample: 'object-codes.csv',
  explanation: `Kolommen, in elke volgorde: OBJECT_ID (de code in de belastingadministratie), en het adres: nummeraanduiding
(16 cijfers uit de BAG), of straat, huisnummer, huisletter, toevoeging, postcode en woonplaats van precies één adres. Staan
allebei er, dan moeten ze over hetzelfde adres gaan.

Ledigingen, bewoningen, aanslagen en passen vinden hun adres met deze code. Lees de codes daarom in na de adressen en voor
die bestanden. Een adres heeft één code, en een code hoort bij één adres. Een nieuwe code vervangt de oude. Hetzelfde
bestand nog eens inlezen verandert niets. Een adres dat niet in het bestand staat, houdt zijn code.`,
  tables: ['address'],
  after: retryAfterImport(addressCauses),
  openFile: openObjectCodes,
})

const columns = {
  required: ['OBJECT_ID'],
  optional: ['nummeraanduiding', ...addressColumns.filter((name) => name !== 'objectcode')],
  oneOf: ['nummeraanduiding', 'postcode'],
}

/** A row: a code, and the BAG id of its address, its text or both. */
type CodeRow = { object_code: string; by_id: AddressReference; by_text: AddressReference }
type LocatedCode = CodeRow & { address_id: number }

function parseRow(column: ReadColumn): CodeRow {
  const bag_id = column('nummeraanduiding')
  if (bag_id !== '' && !/^\d{16}$/.test(bag_id)) throw new RowError('de nummeraanduiding is geen 16 cijfers')
  const { address } = readAddressReference((name) => (name === 'objectcode' ? '' : column(name)))
  if (bag_id === '' && address === null) throw new RowError('er staat niet bij welk adres het is')
  return {
    object_code: requireCode(column('OBJECT_ID'), 'OBJECT_ID'),
    by_id: { address_code: bag_id || null, address: null },
    by_text: { address_code: null, address },
  }
}

async function openObjectCodes(db: Db, { header }: ImportFile): Promise<ImportSteps<CodeRow>> {
  const seenIds = new IdSet()
  const municipality_ids = new Set<number>()
  return {
    columns,
    parseRow: rowParser(header, columns, parseRow),
    async writeBatch(transaction, rows, reject) {
      const located = await locate(transaction, rows, reject)
      const addresses = await findCodedAddresses(
        transaction,
        distinct(located.map(({ address_id }) => address_id)),
        distinct(located.map(({ object_code }) => object_code)),
      )
      const byId = new Map(addresses.map((address) => [address.id, address]))
      const confirmed = located.filter((row) => {
        const [stated, stored] = [row.by_id.address_code, byId.get(row.address_id)?.bag_id]
        const isOther = stated && stored && stated !== stored
        if (isOther) reject(row, otherNumberText)
        return !isOther
      })
      const accepted = withFreeCodes(withoutRepeats(confirmed, seenIds, reject), addresses, reject)
      const changed = accepted.filter(
        ({ address_id, object_code }) => byId.get(address_id)?.object_code !== object_code,
      )
      const added = changed.filter(({ address_id }) => byId.get(address_id)?.object_code === null)
      if (changed.length > 0) await updateObjectCodes(transaction, changed)
      for (const { address_id } of accepted) {
        seenIds.add(address_id)
        const municipality_id = byId.get(address_id)?.municipality_id
        if (municipality_id !== undefined) municipality_ids.add(municipality_id)
      }
      return {
        added: added.length,
        changed: changed.length - added.length,
        unchanged: accepted.length - changed.length,
      }
    },
    async finish() {
      const missing = await countWithoutCode(db, [...municipality_ids])
      return {
        remarks: missing.map(
          ({ name, count }) => `Adressen in ${name} die nog geen objectcode hebben: ${count.toLocaleString('nl')}.`,
        ),
      }
    },
  }
}

/** Adds the id of its address to each row. Rejects a row whose BAG id and text are not those of one address. */
async function locate(db: Db, rows: CodeRow[], reject: RejectRow<CodeRow>) {
  const references = rows.flatMap(({ by_id, by_text }) => [by_id, by_text])
  const addressOf = await resolveAddresses(db, references)
  return rows.flatMap((row): LocatedCode[] => {
    const [byId, byText] = [addressOf(row.by_id), addressOf(row.by_text)]
    const isOtherText = 'id' in byId && 'id' in byText && byId.id !== byText.id
    const address: ResolvedAddress = 'id' in byId || row.by_text.address === null ? byId : byText
    if (isOtherText) reject(row, otherNumberText)
    else if ('id' in address) return [Object.assign(row, { address_id: address.id })]
    else reject(row, row.by_text.address === null ? unknownNumberText(row) : addressProblem(address))
    return []
  })
}

const otherNumberText = 'de nummeraanduiding hoort bij een ander adres dan de straat en het huisnummer'

const unknownNumberText = ({ by_id }: CodeRow) => `de nummeraanduiding ${by_id.address_code} is bij geen adres bekend`

/** Rejects a row whose address or code is in an earlier row of the file. */
function withoutRepeats(rows: LocatedCode[], seenIds: IdSet, reject: RejectRow<CodeRow>) {
  const ids = new Set<number>()
  const codes = new Set<string>()
  return rows.filter((row) => {
    const { address_id, object_code } = row
    if (ids.has(address_id) || seenIds.has(address_id)) reject(row, 'het adres staat al op een eerdere regel')
    else if (codes.has(object_code)) reject(row, `OBJECT_ID ${object_code} staat al op een eerdere regel`)
    else {
      ids.add(address_id)
      codes.add(object_code)
      return true
    }
    return false
  })
}

/** Rejects a row whose code belongs to an address that does not get another code from these rows. */
function withFreeCodes(rows: LocatedCode[], addresses: CodedAddress[], reject: RejectRow<CodeRow>): LocatedCode[] {
  const holders = new Map(addresses.map(({ id, object_code }) => [object_code, id]))
  const renewed = new Set(rows.map(({ address_id }) => address_id))
  const taken = rows.filter(({ address_id, object_code }) => {
    const holder = holders.get(object_code) ?? address_id
    return holder !== address_id && !renewed.has(holder)
  })
  for (const row of taken) reject(row, `OBJECT_ID ${row.object_code} hoort al bij een ander adres`)
  // A rejected row leaves its address with the old code, which another row can need.
  return taken.length === 0
    ? rows
    : withFreeCodes(
        rows.filter((row) => !taken.includes(row)),
        addresses,
        reject,
      )
}
