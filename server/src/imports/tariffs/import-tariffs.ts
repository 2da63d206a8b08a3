import { euroText, type LoggedValues, wasteStreamNames } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { findSchemeNatures, lockChargeRules } from '../../domain/bill/charge-rules.queries.ts'
import { findClearanceYears } from '../../domain/bill/norms.queries.ts'
import { computeNormsIn } from '../../domain/bill/norms.ts'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  type ColumnWords,
  householdWords,
  kindWords,
  listWords,
  parseValue,
  streamWords,
} from '../reader/column-words.ts'
import {
  parseAmount,
  parseDay,
  parseInteger,
  parseScheme,
  type ReadColumn,
  RowError,
  rejectReason,
  rowParser,
} from '../reader/columns.ts'
import type { ImportFile, ImportSteps } from '../reader/import-kind.ts'
import { importCommand } from '../reader/run-import.ts'
import { missingMunicipality, readMunicipality } from '../resolver/municipalities.ts'
import { distinct } from '../resolver/resolve-addresses.ts'
import { findTariffs, type Tariff, upsertTariffs } from './import-tariffs.queries.ts'

/** The words in the column `waarvoor`. */
const chargeNames = {
  clearance: 'lediging',
  weight: 'gewicht',
  fixed: 'vast',
  rental: 'huur',
  delivery: 'bezorging',
} as const
const charges: ColumnWords<Tariff['charge']> = [chargeNames]

/** Imports tariffs: the prices on a bill. A clearance has a price of its own when the supplier states an amount. */
export const importTariffs = importCommand({
  name: 'import tariffs',
  title: 'Tarieven',
  summary: 'leest tarieven in uit CSV-bestanden',
  sample: 'tariffs.csv',
  explanation: `Kolommen, in elke volgorde: gemeente (naam of
CBS-code), afvalstroom (${listWords(streamWords)}), soort (${listWords(kindWords)}), volume (liter;
een trommel van een ondergrondse container is 60), bedrag (6,45 of 6.45) en geldig_vanaf en geldig_tot (2024-01-01; beide
tellen mee). Als ze er zijn ook waarvoor (${listWords(charges)}; zonder: lediging) en huishouden (${listWords(householdWords)};
zonder: alle) en regeling (een code, zoals V; zonder: alle). Een lediging en een bezorging hebben een prijs per keer, en
gewicht heeft een prijs per kilo. Het vast deel en de huur van een extra container hebben een prijs per jaar. Alleen het
vast deel kan per huishouden en per regeling verschillen; het heeft geen afvalstroom, soort en volume.

Een tarief is hetzelfde als alles behalve bedrag en laatste dag hetzelfde is: die twee volgen het bestand. Een periode die
over een andere heen valt, wordt afgekeurd. Ledigingen die al ingelezen zijn, houden hun bedrag.`,
  tables: ['tariff'],
  openFile: openTariffs,
})

const columns = {
  required: ['gemeente', 'afvalstroom', 'soort', 'volume', 'bedrag', 'geldig_vanaf', 'geldig_tot'],
  optional: ['waarvoor', 'huishouden', 'regeling'],
}

const subjectOf = ({ municipality_id, charge, waste_type, kind, volume_litres, household_size, scheme }: Tariff) =>
  [municipality_id, charge, waste_type, kind, volume_litres, household_size, scheme].join(' ')

async function openTariffs(db: Db, { header }: ImportFile): Promise<ImportSteps<Tariff>> {
  const municipality_ids = new Set((await findMunicipalities(db)).map(({ id }) => id))
  // All tariffs of the country fit in memory.
  const tariffs = Map.groupBy(await findTariffs(db), subjectOf)
  /** The tariffs that the file contains. */
  const seen = new Set<Tariff>()
  /** The new and changed prices of clearances, and the replaced prices. */
  const changed: Tariff[] = []
  const actor = { id: crypto.randomUUID(), ip: 'import tariffs', employee: null }

  /**
   * Adds a tariff to `tariffs`. Returns its outcome, and the replaced tariff. Throws a RowError when it conflicts with
   * another tariff.
   */
  function place(
    tariff: Tariff,
    natures: Awaited<ReturnType<typeof findSchemeNatures>>,
  ): { outcome: 'added' | 'changed' | 'unchanged'; before?: Tariff | undefined } {
    if (!municipality_ids.has(tariff.municipality_id)) throw new RowError(missingMunicipality(tariff.municipality_id))
    const isOf = (it: (typeof natures)[number]) =>
      it.municipality_id === tariff.municipality_id && it.code === tariff.scheme
    if (natures.some((it) => it.nature === 'remission' && isOf(it)))
      throw new RowError(`vast kan kwijtschelding ${tariff.scheme} niet gebruiken`)
    const existing = tariffs.get(subjectOf(tariff)) ?? []
    const same = existing.find(({ valid_from }) => valid_from === tariff.valid_from)
    if (same?.amount_cents === tariff.amount_cents && same.valid_to === tariff.valid_to) {
      seen.add(same)
      return { outcome: 'unchanged' }
    }
    if (same && seen.has(same)) throw new RowError('het tarief staat al op een eerdere regel, met andere gegevens')
    const others = existing.filter((other) => other !== same)
    const overlap = others.find(
      ({ valid_from, valid_to }) => valid_from <= tariff.valid_to && valid_to >= tariff.valid_from,
    )
    if (overlap)
      throw new RowError(`er geldt al een ander tarief van ${overlap.valid_from} tot en met ${overlap.valid_to}`)
    seen.add(tariff)
    tariffs.set(subjectOf(tariff), [...others, tariff])
    if (tariff.charge === 'clearance') changed.push(tariff, same ?? tariff)
    return { outcome: same ? 'changed' : 'added', before: same }
  }

  return {
    columns,
    parseRow: rowParser(header, columns, parseTariff),
    async writeBatch(transaction, rows, reject) {
      // A code must not become a remission between this check and the end of the transaction.
      const coded = distinct(rows.map(({ municipality_id, scheme }) => (scheme === null ? null : municipality_id)))
      if (coded.length > 0) await lockChargeRules(transaction, coded)
      const natures = coded.length > 0 ? await findSchemeNatures(transaction, coded) : []
      const counts = { added: 0, changed: 0, unchanged: 0 }
      const written: { before: Tariff | undefined; after: Tariff }[] = []
      for (const row of rows)
        try {
          const { outcome, before } = place(row, natures)
          counts[outcome] += 1
          if (outcome !== 'unchanged') written.push({ before, after: row })
        } catch (error) {
          reject(row, rejectReason(error))
        }
      if (written.length === 0) return counts
      await upsertTariffs(
        transaction,
        written.map(({ after }) => after),
      )
      for (const [key, ofMunicipality] of Map.groupBy(written, ({ after }) => after.municipality_id)) {
        const change = {
          before: loggedTariffs(ofMunicipality.flatMap(({ before }) => before ?? [])),
          after: loggedTariffs(ofMunicipality.map(({ after }) => after)),
        }
        const object = { kind: 'tariff', key } as const
        await appendAuditEvent(transaction, actor, { action: 'change_tariff', result: 'done', object, change })
      }
      return counts
    },
    async finish() {
      const municipality_ids = distinct(changed.map(({ municipality_id }) => municipality_id))
      const isAffected = (year: number) =>
        changed.some(({ valid_from, valid_to }) => valid_from <= `${year}-12-31` && valid_to >= `${year}-01-01`)
      const years = (await findClearanceYears(db)).filter(isAffected)
      await computeNormsIn(db, { municipality_ids, years })
      return {}
    },
  }
}

/** Returns tariffs as the audit log states them: 'lediging Restafval minicontainer 140 liter vanaf 2024-01-01'. */
const loggedTariffs = (tariffs: Tariff[]): LoggedValues =>
  Object.fromEntries(
    tariffs.map(({ charge, waste_type, kind, volume_litres, household_size, scheme, ...tariff }) => {
      const subject = [
        chargeNames[charge],
        waste_type && wasteStreamNames[waste_type],
        kind,
        volume_litres && `${volume_litres} liter`,
        household_size && householdWords[0][household_size],
        scheme && `regeling ${scheme}`,
      ]
      const name = `${subject.filter(Boolean).join(' ')} vanaf ${tariff.valid_from}`
      return [name, `${euroText(tariff.amount_cents)} tot en met ${tariff.valid_to}`]
    }),
  )

function parseTariff(column: ReadColumn): Tariff {
  const municipality_id = readMunicipality(column)
  const charge = parseValue(charges, column('waarvoor') || 'lediging', 'waarvoor')
  const valid_from = parseDay(column('geldig_vanaf'), 'de eerste dag')
  const valid_to = parseDay(column('geldig_tot'), 'de laatste dag')
  if (valid_to < valid_from) throw new RowError('de laatste dag ligt voor de eerste')
  const amount_cents = parseAmount(column('bedrag'), 'het bedrag')
  const priced = { municipality_id, charge, amount_cents, valid_from, valid_to }
  const [size, code] = [column('huishouden'), column('regeling')]
  const subject = ['afvalstroom', 'soort', 'volume'].filter((name) => column(name) !== '')
  if (charge === 'fixed') {
    if (subject.length > 0) throw new RowError(`het vast deel heeft geen ${subject.join(', ')}`)
    const household_size = size === '' ? null : parseValue(householdWords, size, 'het huishouden')
    const scheme = code === '' ? null : parseScheme(code)
    return { ...priced, waste_type: null, kind: null, volume_litres: null, household_size, scheme }
  }
  if (size !== '') throw new RowError('alleen het vast deel kan per huishouden verschillen')
  if (code !== '') throw new RowError('alleen het vast deel kan per regeling verschillen')
  return {
    ...priced,
    waste_type: parseValue(streamWords, column('afvalstroom'), 'de afvalstroom'),
    kind: parseValue(kindWords, column('soort'), 'de soort'),
    volume_litres: parseInteger(column('volume'), 1, 10_000, 'het volume'),
    household_size: null,
    scheme: null,
  }
}
