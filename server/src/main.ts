import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { DemoError } from '../demo/demo-content.ts'
import { checkLeakedFile } from './features/account/leaked-passwords-file.ts'
import { databaseName, hasDatabase, openDatabase } from './platform/database/database.ts'
import { type Config, ConfigError, loadConfig, settings, typed, unknownSettings } from './platform/runtime/config.ts'
import { explainError } from './platform/runtime/explain.ts'
import { jwtSecrets, type KeyFileEvents } from './platform/runtime/jwt-secrets.ts'
import { organisationSettings } from './platform/runtime/organisations.ts'

const help = `${typed.start}: zet het loket klaar en start het.

Instellingen (omgevingsvariabelen):
${Object.entries(settings)
  .map(([name, { description }]) => `  ${name.padEnd(22)}${description}`)
  .join('\n')}

Van elke organisatie in OIDC_PROVIDERS, zoals OIDC_HEERLEN_NAME:
${Object.entries(organisationSettings)
  .map(([name, { description }]) => `  OIDC_…_${name.padEnd(22)}${description}`)
  .join('\n')}`

/** Throws when the portal cannot listen, before anything is made. */
async function checkPort({ host, port }: Config) {
  const server = createServer().listen({ host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code)) throw error
    throw new ConfigError(`De instelling HOST klopt niet: ${host} is geen adres van deze machine.`)
  }
  await once(server.close(), 'close')
}

async function start(config: Config) {
  await checkPort(config)
  const keyFile: KeyFileEvents = new EventEmitter()
  const secrets = jwtSecrets(config, keyFile)
  if (config.leaked_passwords_file) await checkLeakedFile(config.leaked_passwords_file)
  const isNew = !(await hasDatabase(config))
  const next = config.demo ? 'de tabellen en de voorbeeldgegevens' : 'de tabellen'
  console.error(
    `Rd4 Loket start. Nu ${isNew ? `maken: ${databaseName(config)}. Daarna: ${next}.` : `openen: ${databaseName(config)}.`}`,
  )
  // The rest of the server loads while the database opens in its own thread.
  const [database, { serve }] = await Promise.all([openDatabase(config), import('./serve.ts')])
  await serve(config, database, secrets, keyFile)
}

if (process.argv.includes('--help')) console.log(help)
else
  try {
    for (const sentence of unknownSettings()) console.error(sentence)
    await start(loadConfig())
  } catch (error) {
    const { message, stack } = error as Error
    console.error(error instanceof DemoError ? message : (explainError(error) ?? stack ?? message))
    process.exit(1)
  }
