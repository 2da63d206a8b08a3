import { resolve } from 'node:path'
import { holdsDemo } from '../../demo/demo.ts'
import type { Db } from '../shared/database.ts'
import { type Counts, openIntake } from './address-intake.ts'
import { addressReader } from './address-rows.ts'
import { BadUse, type Command, CommandFailed, type Given } from './command.ts'
import { type CsvRow, openSource, readCsv, type Source } from './csv-rows.ts'
import { analyzeAddresses, lockImport, unlockImport } from './import-addresses.queries.ts'
import { Rejects } from './rejects.ts'

const batchSize = 5000

/** Takes addresses in from files of the Dutch register of addresses, or any file with its columns. */
export const importAddresses: Command = {
  name: 'import addresses',
  summary: 'leest adressen in uit CSV-bestanden',
  usage: 'BESTAND…',
  options: {
    rejects: { value: 'PAD', summary: 'waar afgekeurde regels komen (standaard <BESTAND>.rejects.csv in deze map)' },
  },
  explanation: `Een bestand mag ingepakt zijn (gzip of zstd); - is de standaardinvoer. Scheidingsteken ; of , en tekens in UTF-8.
Kolommen, in elke volgorde: straat, huisnummer, postcode, woonplaats, en gemeente of gemeentecode. Verder, als ze er
zijn: huisletter, huisnummertoevoeging (of toevoeging), lat, lon, objectcode. Andere kolommen tellen niet mee.

Nieuwe adressen komen erbij; van bekende adressen veranderen de coördinaten en de objectcode als het bestand andere
heeft. Hetzelfde bestand nog eens inlezen verandert niets. Een regel die niet klopt, wordt afgekeurd en houdt de andere
niet tegen. Een afgebroken import kan gewoon opnieuw gestart worden.`,

  async run({ words, options, openDatabase, onProgress, signal }) {
    if (words.length === 0) throw new BadUse('Noem ten minste één bestand met adressen.')
    const sources = await Promise.all(words.map(openSource))
    const paths = sources.map(({ name }) => resolve(options['rejects'] ?? `${name}.rejects.csv`))
    const clash = paths.find((path, index) => paths.indexOf(path) < index)
    if (clash) throw new BadUse(`De afgekeurde regels van twee bestanden komen in ${clash}. Lees ze een voor een in.`)
    if (words.some((word) => paths.includes(resolve(word))))
      throw new BadUse('De afgekeurde regels kunnen niet in het bestand zelf komen. Kies een ander met --rejects.')

    const { db } = await openDatabase()
    const texts: string[] = []
    for (const [index, source] of sources.entries())
      texts.push(await importFile(db, source, paths[index] ?? '', { onProgress, signal }))
    if (await holdsDemo(db)) texts.push('Let op: in deze database staan ook voorbeeldgegevens, die verzonnen zijn.')
    return texts.join('\n\n')
  },
}

type Watched = Pick<Given, 'onProgress' | 'signal'>

/** Takes one file in; gives the closing text. */
const importFile = (db: Db, source: Source, rejectsPath: string, watched: Watched) =>
  db.connection().execute(async (connection) => {
    if (!(await lockImport(connection)))
      throw new CommandFailed('Er worden al adressen ingelezen in deze database. Wacht tot dat klaar is.')
    try {
      return await importRows(connection, source, rejectsPath, watched)
    } finally {
      await unlockImport(connection)
    }
  })

async function importRows(db: Db, source: Source, rejectsPath: string, { onProgress, signal }: Watched) {
  const begin = performance.now()
  const task = `Adressen inlezen uit ${source.name}`
  let bytes = 0
  const rows = readCsv(source, (read) => {
    bytes = read
  })
  const { value: first } = await rows.next()
  if (!first?.fields)
    throw new CommandFailed(`Het bestand ${source.name} heeft geen regel met de namen van de kolommen.`)
  const readRow = addressReader(first.fields)
  const rejects = new Rejects(rejectsPath, first.fields)
  const intake = await openIntake(db, rejects)
  const { counts } = intake

  // While the database stores one batch, the next one is read.
  let storing = Promise.resolve()
  try {
    for await (const batch of inBatches(rows)) {
      const read = batch.map((row) => ({ row, address: readRow(row.fields) }))
      await storing
      signal.throwIfAborted()
      onProgress({
        task,
        part: source.size && Math.min(bytes / source.size, 0.99),
        detail: `${counts.rows.toLocaleString('nl')} regels`,
      })
      storing = intake.store(read)
      // Awaited at the next batch; until then its failure is not an unhandled one.
      storing.catch(() => {})
    }
    await storing
  } catch (error) {
    await storing.catch(() => {})
    throw interrupted(error, source, counts.rows)
  } finally {
    await rejects.close()
  }
  onProgress({ task, part: 1, detail: `${counts.rows.toLocaleString('nl')} regels` })
  if (counts.added > 0) await analyzeAddresses(db)

  const text = closingText(source, counts, rejects, (performance.now() - begin) / 1000)
  if (counts.rows > 0 && rejects.count === counts.rows) throw new CommandFailed(text)
  return text
}

async function* inBatches(rows: AsyncIterable<CsvRow>) {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function interrupted(error: unknown, { name }: Source, rows: number) {
  const stopped = error instanceof DOMException && error.name === 'AbortError'
  if (!stopped && !(error instanceof CommandFailed)) return error
  const cause = stopped ? `Het inlezen van ${name} is gestopt.` : error.message
  if (rows === 0) return new CommandFailed(cause)
  return new CommandFailed(
    `${cause} De eerste ${rows.toLocaleString('nl')} regels zijn verwerkt; dezelfde opdracht gaat daarna verder.`,
  )
}

function closingText({ name }: Source, counts: Counts, rejects: Rejects, seconds: number) {
  const speed = Math.round(counts.rows / seconds)
  const line = (what: string, count: number) => `  ${what.padEnd(12)}${count.toLocaleString('nl').padStart(12)}`
  return [
    `${name}: ${counts.rows.toLocaleString('nl')} regels in ${seconds.toLocaleString('nl', { maximumFractionDigits: 1 })} s (${speed.toLocaleString('nl')} per seconde)`,
    line('toegevoegd', counts.added),
    line('gewijzigd', counts.changed),
    line('ongewijzigd', counts.unchanged),
    line('afgekeurd', rejects.count),
    ...(rejects.count > 0 ? [rejects.text()] : []),
  ].join('\n')
}
