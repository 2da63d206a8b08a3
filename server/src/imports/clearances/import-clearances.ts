import { WasteStream } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import type { CsvRow } from '../../platform/files/csv-rows.ts'
import { type Command, UsageError } from '../../platform/runtime/command.ts'
import { countLines, type Intake, importAlone, importFiles, rejectsOption } from '../reader/import-files.ts'
import type { Rejects } from '../reader/rejects.ts'
import { clearanceReader, type ReadClearance, rejectedColumns } from './clearance-rows.ts'
import { openClearanceStore } from './clearance-store.ts'
import { nameFractions } from './import-clearances.queries.ts'
import { quarantineReasons } from './place-clearances.ts'
import { countWaiting, findWaiting } from './quarantine.queries.ts'

const kind = { name: 'clearances', what: 'Ledigingen' } as const
const batchSize = 5000

/** Takes in what a supplier says was cleared, in the supplier's own columns. */
export const importClearances: Command = {
  name: 'import clearances',
  summary: 'leest ledigingen in uit CSV-bestanden van de leverancier',
  database: 'existing',
  usage: 'BESTAND…',
  options: {
    ...rejectsOption,
    fractions: {
      value: 'FRACTIE=STROOM,…',
      summary: 'hoe de leverancier afvalstromen noemt, zoals R1=residual_waste,G=gft; dat wordt onthouden',
    },
  },
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. Kolommen, in elke volgorde: OBJECT_ID, OBJECTADRES,
CONTAINER_ID, SLEUTELNUMMER, VERZAMELCONTAINER_J_N, FRACTIE_ID, LEDIGING_ID, LEDIGINGSMOMENT (Nederlandse tijd), en als ze
er zijn GEWICHT_ONVERDEELD, GEWICHT_VERDEELD, TOTAALKOSTEN_LEDIGING. BSN, SUBJECTNAAM en SUBJECT_ID worden niet gelezen.

Een lediging is dezelfde als de LEDIGING_ID dezelfde is: hetzelfde bestand nog eens inlezen verandert niets, een verbeterde
regel vervangt de eerdere. Is de fractie, de container of het adres niet bekend, dan gaat de lediging in quarantaine; met
'retry clearances' wordt ze opgenomen zodra die wel bekend zijn. Een regel die niet klopt, wordt afgekeurd en houdt de
andere niet tegen. Zonder bedrag geldt het tarief van die dag. Een afgebroken import kan gewoon opnieuw gestart worden.`,
  run: async (given) => {
    const fractions = readFractions(given.options['fractions'])
    return importFiles(given, {
      ...kind,
      rejectedColumns,
      openIntake: async (db, file) => {
        if (fractions.length > 0) await nameFractions(db, fractions)
        return openClearanceIntake(db, file)
      },
    })
  },
}

/** Tries what waits in quarantine again. */
export const retryClearances: Command = {
  name: 'retry clearances',
  summary: 'neemt ledigingen uit de quarantaine op die nu te plaatsen zijn',
  database: 'existing',
  explanation: `Ledigingen wachten in quarantaine zolang hun fractie, container of adres niet bekend is. Lees eerst in wat ontbrak
(adressen, inzamelmiddelen), of verbeter het, en geef dan deze opdracht.`,
  run: async ({ openDatabase, onProgress, signal }) => {
    const { db } = await openDatabase()
    return importAlone(db, kind, async (connection) => {
      const store = await openClearanceStore(connection, 'quarantaine')
      let tried = 0
      let batch = await findWaiting(connection, '', batchSize)
      while (batch.length > 0) {
        signal.throwIfAborted()
        await store.store(batch)
        tried += batch.length
        onProgress({ task: 'Quarantaine nalopen', detail: `${tried.toLocaleString('nl')} ledigingen` })
        batch = await findWaiting(connection, batch.at(-1)?.supplier_key ?? '', batchSize)
      }
      await store.finish({ complete: false })
      const { added, changed, unchanged } = store.counts
      return [
        `Quarantaine: ${tried.toLocaleString('nl')} ledigingen nagelopen`,
        ...countLines([
          ['toegevoegd', added],
          ['gewijzigd', changed],
          ['ongewijzigd', unchanged],
        ]),
        ...(await quarantineText(connection)),
      ].join('\n')
    })
  },
}

function readFractions(typed: string | undefined) {
  return (typed?.split(',') ?? []).map((pair) => {
    const [name = '', stream = ''] = pair.split('=').map((part) => part.trim())
    const waste_type = WasteStream.options.find((option) => option === stream)
    if (name === '' || !waste_type)
      throw new UsageError(
        `Geef bij --fractions een afvalstroom uit ${WasteStream.options.join(', ')}, zoals R1=residual_waste.`,
      )
    return { name: name.toUpperCase(), waste_type }
  })
}

async function openClearanceIntake(
  db: Db,
  { header, name, rejects }: { header: string[]; name: string; rejects: Rejects },
): Promise<Intake<ReadClearance>> {
  const readRow = clearanceReader(header)
  const { counts, store, finish } = await openClearanceStore(db, name)
  let remarks: string[] = []
  return {
    readRow,
    store: async (batch) => {
      const refused: { row: CsvRow; reason: string }[] = []
      const rows = new Map(
        batch.flatMap(({ row, delivered }) => {
          if (typeof delivered !== 'string') return [[delivered, row] as const]
          refused.push({ row, reason: delivered })
          return []
        }),
      )
      for (const delivered of await store([...rows.keys()])) {
        const reason = 'LEDIGING_ID staat al op een eerdere regel, met andere gegevens'
        refused.push({ row: rows.get(delivered) ?? { line: 0, text: '', fields: [] }, reason })
      }
      await rejects.add(refused.sort((one, other) => one.row.line - other.row.line))
    },
    finish: async () => {
      await finish({ complete: true })
      remarks = await quarantineText(db)
    },
    outcome: () => [
      ['toegevoegd', counts.added],
      ['gewijzigd', counts.changed],
      ['ongewijzigd', counts.unchanged],
      ['quarantaine', counts.quarantined],
    ],
    remarks: () => remarks,
  }
}

/** What waits in the whole database, and why; empty when nothing does. */
async function quarantineText(db: Db) {
  const waiting = await countWaiting(db)
  if (waiting.length === 0) return []
  return [
    'In quarantaine, tot ze te plaatsen zijn (npm run loket -- retry clearances):',
    ...waiting.map(([reason, count]) => `  ${count.toLocaleString('nl').padStart(12)}  ${quarantineReasons[reason]}`),
  ]
}
