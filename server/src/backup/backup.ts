// Reasons: docs/backup.md

import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { type Connection, connectToRead } from '../platform/database/connection.ts'
import { type Command, CommandError, type CommandMonitor, UsageError } from '../platform/runtime/command.ts'
import { loadConfig, typed } from '../platform/runtime/config.ts'
import { beginSnapshot, copyRows, endSnapshot, findSequences, findVersion } from './backup.queries.ts'
import { addChecksum, archiveForm, archiveLine, endOfRows } from './backup-archive.ts'

/** Writes a snapshot of the whole database to one file, while the portal runs. */
export const backup: Command = {
  name: 'backup',
  summary: 'bewaart de hele database in één bestand, ook terwijl het portaal draait',
  database: 'existing',
  usage: 'BESTAND',
  explanation: `BESTAND mag nog niet bestaan; met - gaat de back-up naar de standaarduitvoer, bijvoorbeeld om hem te versleutelen:
  ${typed.piped} backup - | age -r SLEUTEL > loket.backup.age

De back-up is één moment van de database, ingepakt met zstd en verzegeld met een controlegetal.
Er staan persoonsgegevens in: bewoners, milieupassen, medewerkers met de hash van hun wachtwoord, mail die nog weg moet,
en wie wat heeft opgevraagd. Het bestand is alleen voor de eigenaar te lezen; bewaar het als de database zelf.
Het controlegetal toont schade, geen opzet: wie het bestand kan wijzigen, kan het opnieuw berekenen. Bewaar het bestand waar
alleen beheerders bij kunnen.
Er staat niet in: JWT_SECRET, SUBJECT_SECRET en de andere instellingen. Bewaar die apart.
Terugzetten: ${typed.command} restore BESTAND, in een lege database van dezelfde of een andere soort.`,

  async run({ args, onProgress, signal }) {
    const [file, ...extraArgs] = args
    if (!file || extraArgs.length > 0)
      throw new UsageError('Noem één bestand voor de back-up, of - voor de standaarduitvoer.')
    if (file !== '-' && (await stat(file).catch(() => undefined)))
      throw new CommandError(`Het bestand ${file} bestaat al. Er wordt niets overschreven.`)
    const connection = await connectToRead(loadConfig())
    let rows = 0
    try {
      if (file === '-') await writeArchive(connection, process.stdout, { onProgress, signal })
      else rows = await writeNewFile(file, (output) => writeArchive(connection, output, { onProgress, signal }))
    } finally {
      await connection.close()
    }
    if (file === '-') return ''
    const { size } = await stat(file)
    return `${file}: ${rows.toLocaleString('nl')} rijen, ${megabytes(size)}. Er staan persoonsgegevens in; bewaar het bestand veilig.`
  },
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('nl', { maximumFractionDigits: 1 })} MB`

/** Writes an archive of the database, and returns its number of rows. */
async function writeArchive(connection: Connection, output: Writable, { onProgress, signal }: CommandMonitor) {
  let rows = 0
  async function* parts() {
    const tables = await beginSnapshot(connection)
    const version = await findVersion(connection, tables)
    if (!version) throw new CommandError('In deze database staat geen loket; er is niets te bewaren.')
    yield archiveLine({ archive: 'rd4-loket', form: archiveForm, made_at: new Date().toISOString(), ...version })
    const total = tables.reduce((sum, { blocks }) => sum + blocks, 0)
    let done = 0
    const reportProgress = () =>
      onProgress({
        task: 'Back-up maken',
        part: done / total,
        detail: `${rows.toLocaleString('nl')} rijen`,
      })
    for (const table of tables) {
      yield archiveLine({ table: table.name, columns: table.columns })
      yield* copyRows(connection, table, (chunk) => {
        done += chunk.blocks
        rows += chunk.rows
        reportProgress()
      })
      yield endOfRows
    }
    for (const sequence of await findSequences(connection)) yield archiveLine(sequence)
    await endSnapshot(connection)
  }
  // The standard output must stay open after the archive.
  await pipeline(addChecksum(parts()), createZstdCompress(), output, { signal, end: output !== process.stdout })
  return rows
}

/**
 * Creates a file that only its owner can read. `write` writes a temporary file, which is renamed after it is complete
 * and flushed to the disk. So `file` is never incomplete.
 */
async function writeNewFile<Result>(file: string, write: (output: Writable) => Promise<Result>): Promise<Result> {
  const unfinished = `${file}.${process.pid}.part`
  try {
    const result = await write(createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true }))
    await rename(unfinished, file)
    const folder = await open(dirname(resolve(file)))
    await folder.sync().finally(() => folder.close())
    return result
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
