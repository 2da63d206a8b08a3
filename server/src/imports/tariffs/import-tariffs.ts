import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import { findMunicipalities } from '../../domain/places/municipalities.queries.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  parseCents,
  parseDay,
  parseInteger,
  parseOption,
  quote,
  type ReadColumn,
  RowError,
  rejectReason,
  rowParser,
} from '../reader/columns.ts'
import { type ImportFile, type ImportSteps, importCommand } from '../reader/run-import.ts'
import { missingMunicipality, readMunicipality } from '../resolver/municipalities.ts'
import { findTariffs, type Tariff, upsertTariffs } from './import-tariffs.queries.ts'

/** Imports tariffs. A tariff is the price of a clearance for which the supplier states no amount. */
export const importTariffs = importCommand({
  name: 'import tariffs',
  title: 'Tarieven',
  summary: 'leest tarieven in uit CSV-bestanden',
  explanation: `Kolommen, in elke volgorde: gemeente (naam of
CBS-code), afvalstroom (${WasteStream.options.slice(0, 3).join(', ')}, …), soort (${EquipmentKind.options.join(', ')}), volume (liter;
een trommel van een ondergrondse container is 60), bedrag (6.45) en geldig_vanaf en geldig_tot (2024-01-01; beide tellen mee).

Een tarief is hetzelfde als gemeente, afvalstroom, soort, volume en eerste dag dezelfde zijn: bedrag en laatste dag volgen
het bestand. Een periode die over een andere heen valt, wordt afgekeurd. Ledigingen die al ingelezen zijn, houden hun bedrag.`,
  tables: ['tariff'],
  openFile: openTariffs,
})

const columns = { required: ['gemeente', 'afvalstroom', 'soort', 'volume', 'bedrag', 'geldig_vanaf', 'geldig_tot'] }

const subjectOf = ({ municipality_id, waste_type, kind, volume_litres }: Tariff) =>
  [municipality_id, waste_type, kind, volume_litres].join(' ')

async function openTariffs(db: Db, { header }: ImportFile): Promise<ImportSteps<Tariff>> {
  const municipality_ids = new Set((await findMunicipalities(db)).map(({ id }) => id))
  // All tariffs of the country fit in memory.
  const tariffs = Map.groupBy(await findTariffs(db), subjectOf)
  /** The tariffs that the file contains. */
  const seen = new Set<Tariff>()

  /** Adds a tariff to `tariffs` and returns its outcome. Throws a RowError when it conflicts with another tariff. */
  function place(tariff: Tariff): 'added' | 'changed' | 'unchanged' {
    if (!municipality_ids.has(tariff.municipality_id)) throw new RowError(missingMunicipality(tariff.municipality_id))
    const existing = tariffs.get(subjectOf(tariff)) ?? []
    const same = existing.find(({ valid_from }) => valid_from === tariff.valid_from)
    if (same?.amount_cents === tariff.amount_cents && same.valid_to === tariff.valid_to) {
      seen.add(same)
      return 'unchanged'
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
    return same ? 'changed' : 'added'
  }

  return {
    parseRow: rowParser(header, columns, parseTariff),
    async writeBatch(rows, reject) {
      const counts = { added: 0, changed: 0, unchanged: 0 }
      const upserted: Tariff[] = []
      for (const row of rows)
        try {
          const outcome = place(row)
          counts[outcome] += 1
          if (outcome !== 'unchanged') upserted.push(row)
        } catch (error) {
          reject(row, rejectReason(error))
        }
      if (upserted.length > 0) await upsertTariffs(db, upserted)
      return counts
    },
  }
}

function parseTariff(column: ReadColumn): Tariff {
  const municipality_id = readMunicipality(column)
  const valid_from = parseDay(column('geldig_vanaf'), 'de eerste dag')
  const valid_to = parseDay(column('geldig_tot'), 'de laatste dag')
  if (valid_to < valid_from) throw new RowError('de laatste dag ligt voor de eerste')
  return {
    municipality_id,
    waste_type: parseOption(WasteStream.options, column('afvalstroom'), 'de afvalstroom'),
    kind: parseOption(EquipmentKind.options, column('soort'), 'de soort'),
    volume_litres: parseInteger(column('volume'), 1, 10_000, 'het volume'),
    amount_cents: parseAmount(column('bedrag')),
    valid_from,
    valid_to,
  }
}

function parseAmount(text: string) {
  const cents = parseCents(text.replace(',', '.'))
  if (cents === undefined) throw new RowError(`het bedrag ${quote(text)} is geen getal met ten hoogste twee decimalen`)
  return cents
}
