import {
  type BlockedReason,
  blockedReasonNames,
  defaultPassForm,
  type PassStatus,
  readPassNumber,
} from '@rd4-loket/contract'
import { saveDeliveryAt } from '../../domain/deliveries/deliveries.queries.ts'
import { findMunicipalitiesWithoutForm, findPassFormsAt } from '../../domain/passes/pass-forms.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import { type ColumnWords, listWords, parseValue } from '../reader/column-words.ts'
import { columnReader, parseDay, type ReadColumn, RowError, requireText, rowParser } from '../reader/columns.ts'
import { IdSet } from '../reader/id-set.ts'
import type { ImportFile, ImportSteps, RejectRow } from '../reader/import-kind.ts'
import { compareRows } from '../reader/outcomes.ts'
import { importCommand } from '../reader/run-import.ts'
import { addressColumns, readAddressReference } from '../resolver/address-columns.ts'
import { type AddressReference, addressProblem, distinct, resolveAddresses } from '../resolver/resolve-addresses.ts'
import {
  type DeliveredPass,
  type ImportedPass,
  insertPasses,
  lockAddresses,
  lockPasses,
  passColumns,
  updatePasses,
} from './import-passes.queries.ts'

const statusWords: ColumnWords<PassStatus> = [{ active: 'actief', blocked: 'geblokkeerd', expired: 'vervallen' }]
const reasonWords: ColumnWords<BlockedReason> = [blockedReasonNames]

/** Imports the environmental passes of addresses, with the resident of each pass. */
export const importPasses = importCommand({
  name: 'import passes',
  title: 'Milieupassen',
  summary: 'leest milieupassen in uit CSV-bestanden',
  sample: 'passes.csv',
  explanation: `Kolommen, in elke volgorde: pasnummer, naam (van de
inwoner), status (${listWords(statusWords)}) en uitgegeven_op (2024-03-01). Als ze er zijn ook geldig_tot (de laatste
dag; daarna geldt de pas als vervallen), reden (bij een geblokkeerde pas verplicht: ${listWords(reasonWords)}) en
geblokkeerd_op. Het adres: objectcode, of straat, huisnummer, huisletter, toevoeging en postcode van precies één adres.

Een pasnummer heeft de vorm die de gemeente heeft ingesteld. Zonder instelling zijn dat 6 tot 20 cijfers of letters.

Een pas is dezelfde als het nummer hetzelfde is, en blijft bij zijn adres. Een adres heeft één actieve pas. Zet de passen
van een adres bij elkaar. Dan maakt een geblokkeerde of vervallen pas plaats voor een nieuwe, ook als die eerder staat.
Een pas die geblokkeerd of vervallen is, wordt door een bestand niet opnieuw actief. Hetzelfde bestand nog eens verandert
niets. Een pas die niet in het bestand staat, blijft.`,
  tables: ['environmental_pass', 'resident'],
  openFile: openPasses,
})

/** A row of the file. `written_number` is read when the municipality of the address is known. */
type DeliveredRow = AddressReference & Omit<DeliveredPass, 'address_id' | 'number'> & { written_number: string }
type LocatedPass = DeliveredRow & DeliveredPass

const columns = {
  required: ['pasnummer', 'naam', 'status', 'uitgegeven_op'],
  optional: ['geldig_tot', 'reden', 'geblokkeerd_op', ...addressColumns],
  oneOf: ['objectcode', 'postcode'],
}

async function openPasses(_: Db, { header }: ImportFile): Promise<ImportSteps<DeliveredRow>> {
  const read = columnReader(header, columns)
  const listed = [...columns.required, ...columns.optional]
  const seenIds = new IdSet()
  const withoutForm = new Set<string>()
  return {
    columns,
    parseRow: rowParser(header, columns, parsePass),
    // A blocked pass and the pass that replaces it are two rows, which are checked together.
    groupOf: (fields) => {
      const column = read(fields)
      return column('objectcode').trim() || addressColumns.map((name) => column(name).trim()).join(' ')
    },
    // Other columns can contain data of persons.
    rejectColumns: { header: listed, fieldsOf: ({ fields = [] }) => listed.map(read(fields)) },
    async writeBatch(transaction, rows, reject) {
      const located = await readNumbers(transaction, await locatePasses(transaction, rows, reject), reject)
      const address_ids = distinct(located.map(({ address_id }) => address_id))
      await lockAddresses(transaction, address_ids)
      const numbers = distinct(located.map(({ number }) => number))
      const passes = await lockPasses(transaction, numbers, address_ids)
      const accepted = checkPasses(located, passes, { isSeen: ({ id }) => seenIds.has(id), reject })
      const byNumber = new Map(passes.map((pass) => [pass.number, pass]))
      const { added, changed, unchanged } = compareRows(accepted, ({ number }) => byNumber.get(number), passColumns)
      // Updates come first: a pass that is no longer active releases its address to another pass.
      if (changed.length > 0)
        await updatePasses(
          transaction,
          changed.map(({ after }) => after),
        )
      if (added.length > 0) for (const { id } of await insertPasses(transaction, added)) seenIds.add(id)
      for (const { number } of accepted) {
        const id = byNumber.get(number)?.id
        if (id !== undefined) seenIds.add(id)
      }
      const accepted_ids = distinct(accepted.map(({ address_id }) => address_id))
      await saveDeliveryAt(transaction, 'passes', accepted_ids)
      for (const name of await findMunicipalitiesWithoutForm(transaction, accepted_ids)) withoutForm.add(name)
      return { added: added.length, changed: changed.length, unchanged }
    },
    finish: async () => ({ remarks: withoutForm.size === 0 ? [] : [uncheckedRemark([...withoutForm])] }),
  }
}

/** States that a lost zero in a pass number of these municipalities is not noticed. */
const uncheckedRemark = (municipalities: string[]) =>
  `Niet gecontroleerd op cijfers die ontbreken: de pasnummers van ${municipalities.join(', ')}. \
Stel de vorm van het pasnummer in bij de instellingen van de gemeente.`

/** Adds the id of its address to each row. Rejects the rows with an unknown address. */
async function locatePasses(db: Db, rows: DeliveredRow[], reject: RejectRow<DeliveredRow>) {
  const addressOf = await resolveAddresses(db, rows)
  return rows.flatMap((row) => {
    const address = addressOf(row)
    if ('id' in address) return [Object.assign(row, { address_id: address.id })]
    reject(row, addressProblem(address))
    return []
  })
}

/**
 * Adds the pass number to each row. Rejects the rows whose number does not have the form of the municipality of their
 * address. The reason does not contain the text, which can be the number of an existing pass.
 */
async function readNumbers(
  db: Db,
  rows: (DeliveredRow & { address_id: number })[],
  reject: RejectRow<DeliveredRow>,
): Promise<LocatedPass[]> {
  const forms = await findPassFormsAt(db, distinct(rows.map(({ address_id }) => address_id)))
  return rows.flatMap((row) => {
    const read = readPassNumber(row.written_number, forms.get(row.address_id) ?? defaultPassForm)
    if (read.number !== undefined) return [Object.assign(row, { number: read.number })]
    reject(row, read.reason)
    return []
  })
}

/**
 * Returns the rows that can be stored. Rejects a repeated number, a pass of another address, a pass that would become
 * active again, and a second active pass of an address.
 */
function checkPasses(
  rows: LocatedPass[],
  passes: ImportedPass[],
  { isSeen, reject }: { isSeen: (pass: ImportedPass) => boolean; reject: RejectRow<DeliveredRow> },
) {
  const byNumber = new Map(passes.map((pass) => [pass.number, pass]))
  const first = new Map<string, LocatedPass>()
  for (const row of rows) {
    const pass = byNumber.get(row.number)
    if (first.has(row.number) || (pass && isSeen(pass))) reject(row, 'het pasnummer staat al op een eerdere regel')
    else if (pass && pass.address_id !== row.address_id) reject(row, 'de pas hoort bij een ander adres')
    else if (pass && pass.status !== 'active' && row.status === 'active')
      reject(row, 'de pas is geblokkeerd of vervallen, en wordt niet opnieuw actief')
    else first.set(row.number, row)
  }
  const holders = new Map<number, string>()
  for (const { number, address_id, status } of passes)
    if (status === 'active' && (first.get(number)?.status ?? 'active') === 'active') holders.set(address_id, number)
  return [...first.values()].filter((row) => {
    if (row.status !== 'active') return true
    const holder = holders.get(row.address_id) ?? row.number
    if (holder === row.number) holders.set(row.address_id, row.number)
    else reject(row, 'het adres heeft al een andere actieve pas')
    return holder === row.number
  })
}

function parsePass(column: ReadColumn): DeliveredRow {
  const optionalDay = (name: string, label: string) => (column(name) === '' ? null : parseDay(column(name), label))
  const status = parseValue(statusWords, column('status'), 'de status')
  const issued_on = parseDay(column('uitgegeven_op'), 'de dag van uitgifte')
  const valid_until = optionalDay('geldig_tot', 'de laatste dag')
  const blocked_on = optionalDay('geblokkeerd_op', 'de dag van blokkeren')
  if (valid_until !== null && valid_until < issued_on)
    throw new RowError('de laatste dag ligt voor de dag van uitgifte')
  if (blocked_on !== null && blocked_on < issued_on)
    throw new RowError('de dag van blokkeren ligt voor de dag van uitgifte')
  if (status !== 'blocked' && (column('reden') !== '' || blocked_on !== null))
    throw new RowError('alleen een geblokkeerde pas heeft een reden of een dag van blokkeren')
  return {
    ...readAddressReference(column),
    written_number: requireText(column('pasnummer'), 'het pasnummer'),
    name: parseName(column('naam')),
    status,
    blocked_reason:
      status === 'blocked' ? parseValue(reasonWords, requireText(column('reden'), 'de reden'), 'de reden') : null,
    issued_on,
    valid_until,
    blocked_on,
  }
}

/** Returns the name of a resident. The reason of a reject never contains the text. */
function parseName(text: string) {
  if (requireText(text, 'de naam').length > 100) throw new RowError('de naam is langer dan 100 tekens')
  return text
}
