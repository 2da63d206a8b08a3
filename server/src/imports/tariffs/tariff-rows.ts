import { EquipmentKind, WasteStream } from '@rd4-loket/contract'
import {
  parseCents,
  parseDay,
  parseInteger,
  parseOption,
  quote,
  type ReadColumn,
  RowError,
  rowParser,
} from '../reader/columns.ts'
import { readMunicipality } from '../resolver/municipalities.ts'
import type { Tariff } from './import-tariffs.queries.ts'

const required = ['gemeente', 'afvalstroom', 'soort', 'volume', 'bedrag', 'geldig_vanaf', 'geldig_tot']

/** Returns a function that parses a row. */
export const tariffParser = (header: string[]) => rowParser(header, { required }, parseTariff)

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
