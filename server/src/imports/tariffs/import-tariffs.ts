import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import type { Command } from '../../platform/runtime/command.ts'
import { type Intake, importFiles, rejectsOption } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { centsOf, day, type Field, oneOf, quoted, Reason, rowReader, wholeNumber } from '../reader/table-rows.ts'
import { missingMunicipality, municipalityIn } from '../resolver/municipality-field.ts'
import { findMunicipalityIds, findTariffs, storeTariffs, type Tariff } from './import-tariffs.queries.ts'

/** Takes tariffs in, which say what a clearance costs where the supplier does not. */
export const importTariffs: Command = {
  name: 'import tariffs',
  summary: 'leest tarieven in uit CSV-bestanden',
  database: 'existing',
  usage: 'BESTAND…',
  options: rejectsOption,
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. Kolommen, in elke volgorde: gemeente (naam of
CBS-code), afvalstroom (${WasteStream.options.slice(0, 3).join(', ')}, …), soort (${EquipmentKind.options.join(', ')}), volume (liter;
een trommel van een ondergrondse container is 60), bedrag (6.45) en geldig_vanaf en geldig_tot (2024-01-01; beide tellen mee).

Een tarief is hetzelfde als gemeente, afvalstroom, soort, volume en eerste dag dezelfde zijn: bedrag en laatste dag volgen
het bestand. Een periode die over een andere heen valt, wordt afgekeurd. Ledigingen die al ingelezen zijn, houden hun bedrag.`,
  run: (given) => importFiles(given, { name: 'tariffs', what: 'Tarieven', openIntake: openTariffIntake }),
}

const columns = ['gemeente', 'afvalstroom', 'soort', 'volume', 'bedrag', 'geldig_vanaf', 'geldig_tot']

/** A row of the file, and the tariff that it gives or the reason why it gives none. */
type ReadTariff = { row: CsvRow; tariff: Tariff | string }

function readTariff(field: Field): Tariff {
  const municipality_id = municipalityIn(field('gemeente'))
  const valid_from = day(field('geldig_vanaf'), 'de eerste dag')
  const valid_to = day(field('geldig_tot'), 'de laatste dag')
  if (valid_to < valid_from) throw new Reason('de laatste dag ligt voor de eerste')
  return {
    municipality_id,
    waste_type: oneOf(WasteStream.options, field('afvalstroom'), 'de afvalstroom'),
    kind: oneOf(EquipmentKind.options, field('soort'), 'de soort'),
    volume_litres: wholeNumber(field('volume'), 1, 10_000, 'het volume'),
    amount_cents: tariffIn(field('bedrag')),
    valid_from,
    valid_to,
  }
}

function tariffIn(text: string) {
  const cents = centsOf(text.replace(',', '.'))
  if (cents === undefined) throw new Reason(`het bedrag ${quoted(text)} is geen getal met ten hoogste twee decimalen`)
  return cents
}

const subjectOf = ({ municipality_id, waste_type, kind, volume_litres }: Tariff) =>
  [municipality_id, waste_type, kind, volume_litres].join(' ')

async function openTariffIntake(
  db: Db,
  { header, rejects }: { header: string[]; rejects: Rejects },
): Promise<Intake<ReadTariff>> {
  const read = rowReader(header, { required: columns, optional: [] }, readTariff)
  const municipalities = await findMunicipalityIds(db)
  const counts = { added: 0, changed: 0, unchanged: 0 }
  // There are few tariffs, also of a whole country.
  const known = new Map<string, Tariff[]>()
  for (const tariff of await findTariffs(db))
    known.set(subjectOf(tariff), [...(known.get(subjectOf(tariff)) ?? []), tariff])

  /** The ones that this file speaks of. */
  const said = new Set<Tariff>()

  /** What becomes of a tariff: nothing, a place among the others, or the reason why it has none. */
  function settle(tariff: Tariff): 'unchanged' | 'added' | 'changed' | Reason {
    if (!municipalities.has(tariff.municipality_id)) return new Reason(missingMunicipality(tariff.municipality_id))
    const others = known.get(subjectOf(tariff)) ?? []
    const same = others.find(({ valid_from }) => valid_from === tariff.valid_from)
    if (same && same.amount_cents === tariff.amount_cents && same.valid_to === tariff.valid_to) {
      said.add(same)
      return 'unchanged'
    }
    const clash = others.find(
      (other) => other !== same && other.valid_from <= tariff.valid_to && other.valid_to >= tariff.valid_from,
    )
    if (same && said.has(same)) return new Reason('het tarief staat al op een eerdere regel, met andere gegevens')
    if (clash) return new Reason(`er geldt al een ander tarief van ${clash.valid_from} tot en met ${clash.valid_to}`)
    said.add(tariff)
    known.set(subjectOf(tariff), [...others.filter((other) => other !== same), tariff])
    return same ? 'changed' : 'added'
  }

  return {
    readRow: (row) => ({ row, tariff: read(row.fields) }),
    async store(batch) {
      const stored: Tariff[] = []
      const refused: { row: CsvRow; reason: string }[] = []
      for (const { row, tariff } of batch) {
        const outcome = typeof tariff === 'string' ? new Reason(tariff) : settle(tariff)
        if (outcome instanceof Reason) refused.push({ row, reason: outcome.message })
        else {
          counts[outcome] += 1
          if (outcome !== 'unchanged' && typeof tariff !== 'string') stored.push(tariff)
        }
      }
      if (stored.length > 0) await storeTariffs(db, stored)
      await rejects.add(refused)
    },
    finish: async () => {},
    outcome: () => [
      ['toegevoegd', counts.added],
      ['gewijzigd', counts.changed],
      ['ongewijzigd', counts.unchanged],
    ],
  }
}
