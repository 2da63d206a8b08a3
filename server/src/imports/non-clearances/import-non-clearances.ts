// Reasons: docs/imports.md

import type { Db } from '../../platform/database/db.ts'
import { type Command, type CommandContext, UsageError } from '../../platform/runtime/command.ts'
import { today } from '../../platform/runtime/days.ts'
import { quarantineLines } from '../clearances/import-clearances.ts'
import { countQuarantined } from '../clearances/quarantine.queries.ts'
import { parseDay } from '../reader/columns.ts'
import { noOutcomes, outcomeLines } from '../reader/outcomes.ts'
import { importCommand, withImportLock } from '../reader/run-import.ts'
import { municipalityName, parseMunicipality, unknownMunicipalitySentence } from '../resolver/municipalities.ts'
import {
  completeNonClearances,
  findQuarantinedNonClearances,
  quarantinedNonClearances,
  upsertReasons,
} from './import-non-clearances.queries.ts'
import { nonClearanceFileColumns, nonClearanceParser, parseReasons } from './non-clearance-rows.ts'
import { openNonClearanceWriter } from './write-non-clearances.ts'

const kind = { name: 'import non-clearances', title: 'Niet-ledigingen' }
const batchSize = 5000

/** Imports what a crew did not empty, in the columns of the supplier. */
export const importNonClearances = importCommand({
  ...kind,
  summary: 'leest in wat niet geleegd is en waarom, uit CSV-bestanden van de leverancier',
  sample: 'non-clearances.csv',
  options: {
    supplier: {
      value: 'NAAM',
      summary: 'van wie de NIETLEDIGING_ID en de REDEN_ID zijn; zonder naam: van de enige leverancier',
    },
    reasons: {
      value: 'NAAM=REDEN,…',
      summary: 'hoe de leverancier redenen noemt, zoals T1=te_zwaar,D=deksel_open; dat wordt onthouden',
    },
    until: { value: 'DAG', summary: 'tot en met welke dag alles geleverd is, ook als er geen regels van zijn' },
    municipality: { value: 'GEMEENTE,…', summary: 'de gemeenten waarvoor --until geldt' },
  },
  explanation: `Kolommen, in elke volgorde: OBJECT_ID, OBJECTADRES,
CONTAINER_ID, SLEUTELNUMMER, VERZAMELCONTAINER_J_N, FRACTIE_ID, NIETLEDIGING_ID, REDEN_ID, MOMENT (Nederlandse tijd). BSN,
SUBJECTNAAM, SUBJECT_ID en TOELICHTING worden niet gelezen. Redenen zijn deksel_open, te_zwaar, verkeerde_container,
vervuild_gft, te_laat, obstakel, chip_defect en chip_onbekend; hoofdletters, spaties en _ maken niet uit.

Een zak heeft geen nummer en geen chip: het adres is genoeg. Hetzelfde bestand nog eens inlezen verandert niets, een verbeterde
regel vervangt de eerdere. Is de reden, de fractie, de container of het adres niet bekend, dan gaat de regel in quarantaine; met
'retry non-clearances' wordt ze opgenomen zodra die wel bekend zijn. Wat niet geleegd is, telt nergens mee en kost niets.`,
  tables: ['non_clearance'],
  checkUsage({ options }) {
    parseReasons(options['reasons'])
    parseCompletion(options)
  },
  async openFile(db, { header, name, options }) {
    const supplier = options['supplier']?.trim() ?? ''
    const reasons = parseReasons(options['reasons'])
    if (reasons.length > 0) await upsertReasons(db, supplier, reasons)
    const { writeBatch, finish } = await openNonClearanceWriter(db, supplier, name)
    return {
      columns: nonClearanceFileColumns,
      ...nonClearanceParser(header),
      writeBatch,
      async finish({ sha256 }) {
        await finish(sha256)
        const completion = parseCompletion(options)
        const failures = completion ? await complete(db, completion) : []
        return { remarks: await describeQuarantine(db), failures }
      },
      outcomes: ['added', 'changed', 'unchanged', 'quarantined'],
    }
  },
})

/** Imports the non-clearances in quarantine whose place and reason are known now. */
export const retryNonClearances: Command = {
  name: 'retry non-clearances',
  summary: 'neemt op wat niet geleegd is, en nu te plaatsen is',
  database: 'existing',
  explanation: `Regels wachten in quarantaine zolang hun reden, fractie, container of adres niet bekend is. Lees eerst in wat ontbrak,
of noem de reden bij 'import non-clearances --reasons', en geef dan deze opdracht.`,
  run: async ({ openDatabase, onProgress, signal }) => {
    const { db } = await openDatabase()
    return withImportLock(db, kind, async (connection) => {
      const counts = noOutcomes()
      const writers = new Map<string, Awaited<ReturnType<typeof openNonClearanceWriter>>>()
      let retried = 0
      let batch = await findQuarantinedNonClearances(connection, 0, batchSize)
      while (batch.length > 0) {
        signal.throwIfAborted()
        for (const rows of Map.groupBy(batch, ({ supplier, batch_id }) => `${batch_id} ${supplier}`).values()) {
          const [{ supplier, batch_id } = { supplier: '', batch_id: 0 }] = rows
          const writer = writers.get(supplier) ?? (await openNonClearanceWriter(connection, supplier))
          writers.set(supplier, writer)
          const events = rows.map(({ delivered, supplier_key, source_line, happened_at, day }) => ({
            ...delivered,
            ...{ supplier_key, source_line, happened_at, day },
          }))
          const written = await connection.transaction((it) => writer.writeBatch(it, events, () => {}, batch_id))
          counts.added += written.added + written.changed
          counts.quarantined += written.quarantined
        }
        retried += batch.length
        onProgress({ task: 'Quarantaine nalopen', detail: `${retried.toLocaleString('nl')} regels` })
        batch = await findQuarantinedNonClearances(connection, batch.at(-1)?.id ?? 0, batchSize)
      }
      for (const writer of writers.values()) await writer.finish()
      return [
        `Quarantaine: ${retried.toLocaleString('nl')} regels nagelopen`,
        ...outcomeLines(counts, ['added', 'quarantined']),
        ...(await describeQuarantine(connection)),
      ].join('\n')
    })
  },
}

type Completion = { day: string; municipality_ids: number[] }

/** Returns what `--until` and `--municipality` state; undefined without them. Throws a UsageError. */
function parseCompletion(options: CommandContext['options']): Completion | undefined {
  const { until, municipality } = options
  if (until === undefined && municipality === undefined) return undefined
  if (until === undefined || municipality === undefined)
    throw new UsageError('Geef --until en --municipality samen, zoals --until 2026-03-09 --municipality Heerlen,Vaals.')
  const municipality_ids = municipality.split(',').map((name) => {
    const id = parseMunicipality(name.trim())
    if (!id) throw new UsageError(unknownMunicipalitySentence(name.trim()))
    return id
  })
  const day = readDay(until)
  if (day > today()) throw new UsageError('De dag bij --until is nog niet voorbij.')
  return { day, municipality_ids }
}

function readDay(text: string) {
  try {
    return parseDay(text, 'de dag')
  } catch {
    throw new UsageError(`Geef bij --until een dag zoals 2026-03-09 of 9-3-2026.`)
  }
}

/** Stores that the delivery is complete. Returns Dutch sentences about the municipalities that never got reasons. */
async function complete(db: Db, { day, municipality_ids }: Completion) {
  const known = new Set(await completeNonClearances(db, municipality_ids, day))
  return municipality_ids
    .filter((id) => !known.has(id))
    .map(
      (id) => `Van ${municipalityName(id) ?? id} is nog nooit ingelezen wat niet geleegd is: --until geldt daar niet.`,
    )
}

const describeQuarantine = async (db: Db) =>
  quarantineLines(await countQuarantined(db, quarantinedNonClearances), 'retry non-clearances')
