import { connectToWrite } from '../platform/database/connection.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { openSource } from '../platform/files/source.ts'
import { type Command, UsageError } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { analyze } from './restore.queries.ts'
import { checkArchive, restoreArchive } from './restore-archive.ts'

/** Restores a backup into an empty database in one transaction, and then migrates the database. */
export const restore: Command = {
  name: 'restore',
  summary: 'zet een back-up terug in een lege database',
  database: 'new',
  usage: 'BESTAND',
  explanation: `De database moet helemaal leeg zijn: een nieuwe van DATABASE_URL, of een nieuwe DATA_DIR. Er wordt nooit iets overschreven.
Zonder DATABASE_URL maakt deze opdracht de ingebouwde database in DATA_DIR zelf. De eerste regel noemt de database.
Een back-up van de ingebouwde database past in een PostgreSQL, en omgekeerd. Met - komt de back-up van de standaardinvoer.
Een beschadigde back-up, of een van een nieuwere versie, wordt geweigerd voordat er iets is veranderd.
Gaat er onderweg iets mis, dan blijft de database leeg. Een back-up van een oudere versie wordt meteen bijgewerkt.
Zet ook JWT_SECRET terug, anders moeten medewerkers opnieuw inloggen.`,

  async run({ args, onProgress, signal }) {
    const [file, ...extraArgs] = args
    if (!file || extraArgs.length > 0) throw new UsageError('Noem één back-up, of - voor de standaardinvoer.')
    const source = await openSource(file)
    // The standard input can be read only once, so it is not checked first. Damage then rolls back the transaction.
    if (file !== '-') await checkArchive(source, { onProgress, signal })
    const connection = await connectToWrite(loadConfig())
    try {
      const { made_at, rows } = await restoreArchive(connection, source, { onProgress, signal })
      const migrated = await migrate(connection.db)
      await analyze(connection.db)
      return [
        `De back-up van ${dutchMoment(made_at)} is teruggezet: ${rows.toLocaleString('nl')} rijen.`,
        ...(migrated.length > 0 ? [`Daarna bijgewerkt:\n${migrated.map((name) => `  ${name}`).join('\n')}`] : []),
      ].join('\n')
    } finally {
      await connection.close()
    }
  },
}

/** Returns a moment in Dutch words, in Dutch time. */
export const dutchMoment = (moment: string) =>
  new Date(moment).toLocaleString('nl', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Amsterdam' })
