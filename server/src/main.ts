import { roleNames } from '@rd4-loket/contract'
import { DemoRefused, loadDemo, needsDemo } from '../demo/demo.ts'
import { demoEmployees, demoPassword } from '../demo/employees.ts'
import { buildApp } from './app.ts'
import { type Config, ConfigError, jwtSecret, loadConfig, settings } from './shared/config.ts'
import { openDatabase } from './shared/database.ts'
import { DirectoryError } from './shared/embedded/directory.ts'
import { startMailing } from './shared/mail.ts'
import { MigrationError, migrate } from './shared/migrate.queries.ts'
import { terminalProgress } from './shared/terminal-progress.ts'
import { makeTokens } from './shared/tokens.ts'

const help = `npm start: zet het loket klaar en start het.

Instellingen (omgevingsvariabelen):
${Object.entries(settings)
  .map(([name, { says }]) => `  ${name.padEnd(22)}${says}`)
  .join('\n')}`

/** The first start's made-up data, with its progress on the terminal. */
function demoOfToday() {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' }).format(new Date())
  return { addresses: 130_000, today, onProgress: terminalProgress(process.stderr) }
}

async function start(config: Config) {
  const database = await openDatabase(config)
  await migrate(database.db)
  if (config.demo && (await needsDemo(database.db))) await loadDemo(database.db, demoOfToday())
  const tokens = makeTokens({ secret: jwtSecret(config), ttl_minutes: config.jwt_ttl_minutes })
  const app = await buildApp(database, tokens, config)
  const stopMailing = startMailing(database.db, config, (code) => app.log.error({ code }, 'mail not sent'))

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // A client that reads slowly must not hold up the end.
    setTimeout(() => app.server.closeAllConnections(), 5000).unref()
    await app.close()
    await stopMailing()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const address = await app.listen({ port: config.port, host: config.host })
  console.log(`\nRd4 Loket staat klaar op ${config.public_url ?? address}\n`)
  if (config.demo) console.log(demoAccounts)
}

/** Who can log in where demo data was loaded. */
const demoAccounts = `Dit loket toont voorbeeldgegevens: alles en iedereen is verzonnen. Inloggen kan met:
${demoEmployees.map(({ email, roles }) => `  ${email.padEnd(26)}${roles.map((role) => roleNames[role]).join(', ')}`).join('\n')}
Wachtwoord van alle accounts: ${demoPassword}
`

/** What stopped the start, in one sentence where it is something that whoever starts the loket can mend. */
function explain(error: unknown): string {
  const { code, message, port, stack } = error as NodeJS.ErrnoException & { port?: number }
  if ([ConfigError, DirectoryError, MigrationError, DemoRefused].some((known) => error instanceof known)) return message
  if (code === 'EADDRINUSE') return `Poort ${port} is al in gebruik. Kies een andere met PORT.`
  if (code === 'EACCES') return `Er is geen toegang tot ${(error as NodeJS.ErrnoException).path ?? `poort ${port}`}.`
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
    return 'De database van DATABASE_URL is niet bereikbaar.'
  if (code === '28P01' || code === '28000')
    return 'De database van DATABASE_URL weigert deze gebruiker of dit wachtwoord.'
  if (code === '3D000') return 'De database van DATABASE_URL bestaat niet.'
  return stack ?? message
}

if (process.argv.includes('--help')) console.log(help)
else
  try {
    await start(loadConfig())
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
