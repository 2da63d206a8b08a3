import { roleNames } from '@rd4-loket/contract'
import { DemoRefused, holdsDemo, loadDemo, needsDemo } from '../demo/demo.ts'
import { demoEmployees, demoPassword } from '../demo/employees.ts'
import { buildApp } from './app.ts'
import { type Config, jwtSecret, loadConfig, settings } from './shared/config.ts'
import { openDatabase } from './shared/database.ts'
import { explain } from './shared/explain.ts'
import { startMailing } from './shared/mail.ts'
import { migrate } from './shared/migrate.queries.ts'
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
  const tokens = makeTokens({ secret: jwtSecret(config), ttl_minutes: config.jwt_ttl_minutes })
  const database = await openDatabase(config)
  await migrate(database.db)
  if (config.demo && (await needsDemo(database.db))) await loadDemo(database.db, demoOfToday())
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
  if (await holdsDemo(database.db)) console.log(demoAccounts)
}

/** Who can log in where demo data was loaded. */
const demoAccounts = `Dit loket toont voorbeeldgegevens: alles en iedereen is verzonnen. Inloggen kan met:
${demoEmployees.map(({ email, roles }) => `  ${email.padEnd(26)}${roles.map((role) => roleNames[role]).join(', ')}`).join('\n')}
Wachtwoord van alle accounts: ${demoPassword}
`

if (process.argv.includes('--help')) console.log(help)
else
  try {
    await start(loadConfig())
  } catch (error) {
    const { message, stack } = error as Error
    console.error(error instanceof DemoRefused ? message : (explain(error) ?? stack ?? message))
    process.exit(1)
  }
