import { DirectoryError } from '../database/embedded/directory.ts'
import { MigrationError, MissingGrantsError } from '../database/migrate.queries.ts'
import { ConfigError, typed } from './config.ts'

// 57P: PostgreSQL stopped or ended the connection. 25P03: the transaction was idle for too long.
const connectionEnded = /^(ECONNRESET|ETIMEDOUT|57P|25P03)/
// `pg` and `dbOfConnection` report a lost connection without a code.
const connectionLost = /^Connection terminated|is not queryable|has been discarded/
const isTooLate = (message: string) => /connection timeout|timeout exceeded when trying to connect/.test(message)

/** Returns a Dutch sentence about an error whose cause the user can solve. Returns undefined for other errors. */
export function explainError(error: unknown): string | undefined {
  const { code = '', message, path, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  if ([ConfigError, DirectoryError, MigrationError].some((kind) => error instanceof kind)) return message
  if (error instanceof MissingGrantsError)
    return `${message} Draai als eigenaar van de tabellen: '${typed.command} migrate --app-role NAAM'.`
  if (code === 'EADDRINUSE') return `Poort ${port} is al in gebruik. Kies een andere met PORT.`
  if (code === 'EACCES') return `Er is geen toegang tot ${path ?? `poort ${port}`}.`
  if (syscall === 'mkdir') return `De map ${path} kan niet worden gemaakt (${code}).`
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'De schijf is vol.'
  // 53100: PostgreSQL found no space on its disk.
  if (code === '53100') return 'De schijf van de database is vol.'
  // The socket file of PostgreSQL is missing while the server is stopped.
  const isSocketMissing = code === 'ENOENT' && syscall === 'connect'
  // 57P03: PostgreSQL is still starting.
  if (isSocketMissing || ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', '57P03'].includes(code) || isTooLate(message))
    return 'De database van DATABASE_URL is niet bereikbaar.'
  if (connectionEnded.test(code) || connectionLost.test(message))
    return 'De verbinding met de database is weggevallen. Probeer het opnieuw.'
  if (code === '28P01' || code === '28000')
    return 'De database van DATABASE_URL weigert deze gebruiker of dit wachtwoord.'
  if (code === '42501')
    return (
      'De databasegebruiker van DATABASE_URL mag dit niet. Gebruik de eigenaar van de tabellen voor migrate, imports en ' +
      `restore. Draai voor het portaal na elke nieuwe versie als eigenaar: '${typed.command} migrate --app-role NAAM'.`
    )
  if (code === '3D000') return 'De database van DATABASE_URL bestaat niet.'
  if (code === 'XX001' || code === 'XX002')
    return 'De database is beschadigd: er staat iets anders dan erin geschreven is. Zet een back-up terug in een nieuwe map.'
  return undefined
}
