import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Connection } from '../platform/database/connection.ts'
import {
  applyMigration,
  findUnknownMigration,
  lockMigrations,
  readMigrations,
} from '../platform/database/migrate.queries.ts'
import type { Source } from '../platform/files/source.ts'
import { cutAtFrames } from '../platform/files/zstd-frames.ts'
import { CommandError, type CommandMonitor } from '../platform/runtime/command.ts'
import { type ArchiveHead, archiveForm, DamagedArchive, readArchive } from './backup-archive.ts'
import { readCopied } from './copied-rows.ts'
import {
  clearTables,
  copyRowsIn,
  insertBatches,
  isEmpty,
  restoreDefinitions,
  restoreSequence,
} from './restore.queries.ts'

const rowsPerStatement = 5000

/** What was restored. `made_at`: the moment of the backup. */
export type Restored = { made_at: string; rows: number }

/** Reads a whole archive. Throws a CommandError if it is damaged, or if this version cannot restore it. */
export async function checkArchive(source: Source, { onProgress, signal }: CommandMonitor) {
  const onBytes = (bytes: number) =>
    onProgress({ task: 'Back-up controleren', part: source.size && bytes / source.size })
  await decompress(source, { onBytes, signal }, async (archive) => {
    let migrations: unknown
    for await (const part of readArchive(archive)) if ('archive' in part) migrations ??= await migrationsOf(part)
    if (!migrations) throw new DamagedArchive('The first line is missing')
  })
}

/** Restores an archive into an empty database in one transaction. */
export async function restoreArchive(
  connection: Connection,
  source: Source,
  { onProgress, signal }: CommandMonitor,
): Promise<Restored> {
  let rows = 0
  const onBytes = (bytes: number) =>
    onProgress({
      task: 'Back-up terugzetten',
      part: source.size && bytes / source.size,
      detail: `${rows.toLocaleString('nl')} rijen`,
    })
  return decompress(source, { onBytes, signal }, (archive) =>
    connection.db.transaction(async (transaction) => {
      if (!(await isEmpty(transaction)))
        throw new CommandError('In deze database staat al iets. Een back-up gaat alleen terug in een lege database.')
      await lockMigrations(transaction)
      let [made_at, definitions]: [string, string[]] = ['', []]
      for await (const part of readArchive(archive)) {
        signal.throwIfAborted()
        if ('archive' in part) {
          for (const migration of await migrationsOf(part)) await applyMigration(transaction, migration)
          definitions = await clearTables(transaction, part.clearance_years)
          made_at = part.made_at
        } else if (made_at === '') throw new DamagedArchive('The first line is missing')
        else if ('table' in part)
          rows += connection.isEmbedded
            ? await insertBatches(transaction, part, readCopied(part.rows, rowsPerStatement))
            : await copyRowsIn(connection.client, part, part.rows)
        else await restoreSequence(transaction, part)
      }
      if (made_at === '') throw new DamagedArchive('The first line is missing')
      await restoreDefinitions(transaction, definitions, (count) =>
        onProgress({ task: 'Indexen en verwijzingen maken', part: count / definitions.length }),
      )
      return { made_at, rows }
    }),
  )
}

/** Decompresses an archive, and returns the result of `read`. Throws a CommandError when the archive is damaged. */
async function decompress<Result>(
  source: Source,
  { onBytes, signal }: { onBytes: (bytes: number) => void; signal: AbortSignal },
  read: (archive: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined
  let bytes = 0
  async function* counted(stream: Readable) {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      onBytes(bytes)
      yield chunk
    }
  }
  try {
    await pipeline(
      cutAtFrames(counted(source.open())),
      createZstdDecompress({ chunkSize: 256 * 1024 }),
      async (archive: AsyncIterable<Buffer>) => {
        result = await read(archive)
      },
      { signal },
    )
    return result as Result
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (error instanceof DamagedArchive || code.startsWith('ZSTD_') || code === 'Z_BUF_ERROR')
      throw new CommandError(`${source.name} is geen back-up van het loket, of is beschadigd. Er is niets veranderd.`)
    throw error
  }
}

/** Returns the migrations of an archive. Throws a CommandError if this version of the portal lacks one of them. */
async function migrationsOf({ archive, form, migrations }: ArchiveHead) {
  if (archive !== 'rd4-loket') throw new DamagedArchive('The archive is of another program')
  const available = await readMigrations()
  const unknown = findUnknownMigration(migrations, available)
  if (unknown?.isTrial)
    throw new CommandError(
      `Deze back-up is gemaakt door een oudere proefversie van het loket (${unknown.name}) en kan niet worden teruggezet.`,
    )
  if (form > archiveForm || unknown)
    throw new CommandError(
      `Deze back-up is van een nieuwere versie van het loket${unknown ? ` (${unknown.name})` : ''}. Zet hem met die versie terug.`,
    )
  return migrations.map(({ name, checksum }) => {
    const migration = available.find((it) => it.name === name)
    if (migration?.checksum !== checksum)
      throw new CommandError(`Migratie ${name} van deze back-up is niet die van deze versie van het loket.`)
    return migration
  })
}
