// Reasons: docs/imports.md

import type { QuarantineCause } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/db.ts'
import { type Command, CommandError, UsageError } from '../../platform/runtime/command.ts'
import { typed } from '../../platform/runtime/config.ts'
import { findValue, listWords, streamWords } from '../reader/column-words.ts'
import { noOutcomes, outcomeLines } from '../reader/outcomes.ts'
import { importCommand, withImportLock } from '../reader/run-import.ts'
import { objectCodesStep } from '../resolver/resolve-addresses.ts'
import { clearanceFileColumns, clearanceParser } from './clearance-rows.ts'
import { upsertFractions } from './import-clearances.queries.ts'
import { quarantineText } from './locate-clearances.ts'
import { countQuarantined, findQuarantined } from './quarantine.queries.ts'
import { openClearanceWriter } from './write-clearances.ts'

const kind = { name: 'import clearances', title: 'Ledigingen' }
const batchSize = 5000

/** Imports clearances in the columns of the supplier. */
export const importClearances = importCommand({
  ...kind,
  summary: 'leest ledigingen in uit CSV-bestanden van de leverancier',
  sample: 'clearances.csv',
  options: {
    fractions: {
      value: 'FRACTIE=STROOM,…',
      summary: 'hoe de leverancier afvalstromen noemt, zoals R1=restafval,G=gft; dat wordt onthouden',
    },
  },
  explanation: `Kolommen, in elke volgorde: OBJECT_ID, OBJECTADRES,
CONTAINER_ID, SLEUTELNUMMER, VERZAMELCONTAINER_J_N, FRACTIE_ID, LEDIGING_ID, LEDIGINGSMOMENT (Nederlandse tijd), en als ze
er zijn GEWICHT_ONVERDEELD, GEWICHT_VERDEELD, TOTAALKOSTEN_LEDIGING. BSN, SUBJECTNAAM en SUBJECT_ID worden niet gelezen.

Een lediging is dezelfde als de LEDIGING_ID dezelfde is: hetzelfde bestand nog eens inlezen verandert niets, een verbeterde
regel vervangt de eerdere. Is de fractie, de container of het adres niet bekend, dan gaat de lediging in quarantaine; met
'retry clearances' wordt ze opgenomen zodra die wel bekend zijn. Een regel die niet klopt, wordt afgekeurd en houdt de
andere niet tegen. Zonder bedrag geldt het tarief van die dag. Een afgebroken import kan gewoon opnieuw gestart worden.`,
  // The writer runs VACUUM ANALYZE on the tables of the years that changed.
  tables: [],
  checkUsage: ({ options }) => parseFractions(options['fractions']),
  async openFile(db, { header, name, options }) {
    const fractions = parseFractions(options['fractions'])
    if (fractions.length > 0) await upsertFractions(db, fractions)
    const { writeBatch, updateStatistics, finish } = await openClearanceWriter(db, name)
    return {
      columns: clearanceFileColumns,
      ...clearanceParser(header),
      writeBatch,
      updateStatistics,
      async finish({ sha256 }) {
        await finish(sha256)
        return { remarks: await describeQuarantine(db) }
      },
      outcomes: ['added', 'changed', 'unchanged', 'quarantined'],
    }
  },
})

/** Imports the clearances in quarantine whose location is known now. */
export const retryClearances: Command = {
  name: 'retry clearances',
  summary: 'neemt ledigingen uit de quarantaine op die nu te plaatsen zijn',
  database: 'existing',
  explanation: `Ledigingen wachten in quarantaine zolang hun fractie, container of adres niet bekend is. Lees eerst in wat ontbrak
(adressen, inzamelmiddelen), of verbeter het, en geef dan deze opdracht.`,
  run: async ({ openDatabase, onProgress, signal }) => {
    const { db } = await openDatabase()
    return withImportLock(db, kind, async (connection) => {
      const { counts, retried } = await retryWaiting(connection, (count) => {
        signal.throwIfAborted()
        onProgress({ task: 'Quarantaine nalopen', detail: `${count.toLocaleString('nl')} ledigingen` })
      })
      return [
        `Quarantaine: ${retried.toLocaleString('nl')} ledigingen nagelopen`,
        ...outcomeLines(counts, ['added', 'changed', 'unchanged']),
        ...(await describeQuarantine(connection)),
      ].join('\n')
    })
  },
}

/** Retries the waiting clearances, or those with some causes. `onBatch` receives how many were retried. */
async function retryWaiting(connection: Db, onBatch: (retried: number) => void, causes?: QuarantineCause[]) {
  const { writeBatch, updateStatistics, finish } = await openClearanceWriter(connection)
  const counts = noOutcomes()
  let retried = 0
  let batch = await findQuarantined(connection, '', batchSize, causes)
  while (batch.length > 0) {
    const clearances = batch
    const written = await connection.transaction((it) => writeBatch(it, clearances, () => {}))
    counts.added += written.added
    counts.changed += written.changed
    counts.unchanged += written.unchanged
    retried += batch.length
    onBatch(retried)
    batch = await findQuarantined(connection, batch.at(-1)?.supplier_key ?? '', batchSize, causes)
  }
  await updateStatistics()
  await finish()
  return { counts, retried }
}

/** The causes that an import of addresses or object codes can solve, and those that one of containers can solve. */
export const addressCauses: QuarantineCause[] = ['address_unknown', 'address_ambiguous', 'address_contradiction']
export const containerCauses: QuarantineCause[] = [
  ...(['container_unknown', 'container_absent', 'container_ambiguous', 'container_contradiction'] as const),
  ...(['fraction_contradiction', 'shared_contradiction', 'address_contradiction'] as const),
]

/**
 * Returns a function that retries the waiting clearances with these causes after an import of what they miss. It
 * returns Dutch lines with the number of clearances that have a place now. An import of clearances that runs meanwhile
 * retries its own rows.
 */
export const retryAfterImport = (causes: QuarantineCause[]) => (connection: Db) =>
  withImportLock(connection, kind, async (it) => {
    const { counts } = await retryWaiting(it, () => {}, causes)
    const placed = counts.added + counts.changed + counts.unchanged
    return placed === 0 ? [] : [`Uit de quarantaine geplaatst: ${placed.toLocaleString('nl')} ledigingen.`]
  }).catch((error: unknown) => {
    if (error instanceof CommandError) return []
    throw error
  })

function parseFractions(option: string | undefined) {
  return (option?.split(',') ?? []).map((pair) => {
    const [name = '', stream = ''] = pair.split('=').map((part) => part.trim())
    const waste_type = findValue(streamWords, stream)
    if (name === '' || !waste_type)
      throw new UsageError(`Geef bij --fractions een afvalstroom uit ${listWords(streamWords)}, zoals R1=restafval.`)
    return { name: name.toUpperCase(), waste_type }
  })
}

const describeQuarantine = async (db: Db) => quarantineLines(await countQuarantined(db), 'retry clearances')

/** Returns Dutch lines with the number of quarantined rows per reason and value; an empty list when there are none. */
export function quarantineLines(reasons: Awaited<ReturnType<typeof countQuarantined>>, command: string) {
  if (reasons.length === 0) return []
  const texts = reasons.map(({ reason, ...of }) => quarantineText(reason, of))
  return [
    `In quarantaine, tot ze te plaatsen zijn (${typed.command} ${command}):`,
    ...reasons.map(({ count }, index) => `  ${count.toLocaleString('nl').padStart(12)}  ${texts[index]}`),
    ...objectCodesStep(texts),
  ]
}
