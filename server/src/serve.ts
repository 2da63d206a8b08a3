import { setTimeout as delay } from 'node:timers/promises'
import { roleNames } from '@rd4-loket/contract'
import type { FastifyBaseLogger } from 'fastify'
import { holdsDemo, needsDemo } from '../demo/demo-content.ts'
import { demoEmployees, demoPassword, demoTotpEmail, demoTotpSecret, storeDemoFactor } from '../demo/employees.ts'
import { buildApp } from './app/app.ts'
import { batchedLog } from './app/batched-log.ts'
import { drain } from './app/draining.ts'
import { startMailing } from './app/mail.ts'
import { startRetention } from './app/retention.ts'
import { appendAnchors } from './domain/access-log/log-anchors.ts'
import { resealSecrets } from './domain/second-factor/reseal-secrets.ts'
import { makeSeal } from './domain/second-factor/seal.ts'
import { makeTokens } from './domain/sessions/tokens.ts'
import { startCorrections } from './features/corrections/prepare-corrections.ts'
import { startFigures } from './features/figures/figures.ts'
import { startPlacing } from './imports/clearances/place-lines.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import type { Db } from './platform/database/db.ts'
import { migrate } from './platform/database/migrate.queries.ts'
import { type Config, defaultSecondFactor } from './platform/runtime/config.ts'
import { today } from './platform/runtime/days.ts'
import type { KeyFileEvents, Secrets } from './platform/runtime/jwt-secrets.ts'
import { intervals, stopLimits } from './platform/runtime/limits.ts'
import { terminalProgress } from './platform/runtime/progress.ts'

async function prepare(db: Db, config: Config) {
  const applied = await migrate(db)
  if (applied.length > 0) console.error(`De tabellen zijn bijgewerkt (${applied.length} migraties).`)
  if (!config.demo || !(await needsDemo(db))) return
  const { loadDemo } = await import('../demo/demo.ts')
  await loadDemo(db, { addresses: 130_000, today: today(), onProgress: terminalProgress(process.stderr) })
}

/** Encrypts the secrets of authenticator apps with the newest key. Logs how many of them no key decrypts. */
async function resealAppSecrets(db: Db, secrets: () => Secrets, log: FastifyBaseLogger) {
  const unreadable = await resealSecrets(db, makeSeal(secrets))
  if (unreadable > 0) log.error({ unreadable }, 'no session key decrypts these secrets of authenticator apps')
}

/** Prepares an open database, and serves the portal until a signal stops it. The caller has checked the settings. */
export async function serve(config: Config, database: Database, secrets: () => Secrets, keyFile: KeyFileEvents) {
  const tokens = makeTokens({ secrets, ttl_minutes: config.jwt_ttl_minutes })
  // A migration may take longer than the time limits of a call, so it uses connections without limits. The embedded
  // engine has no time limits.
  const unlimited = config.database_url ? await openDatabase(config, { withoutTimeouts: true }) : database
  await prepare(unlimited.db, config)
  if (unlimited !== database) await unlimited.close()
  const isDemo = await holdsDemo(database.db)
  if (isDemo) await storeDemoFactor(database.db, makeSeal(secrets))
  // The demo accounts log in with a password alone, so that everyone can try the portal.
  const second_factor = config.second_factor ?? (isDemo ? {} : defaultSecondFactor)
  const stopping = new AbortController()
  const app = await buildApp(database, tokens, {
    ...config,
    secrets,
    second_factor,
    stopping: stopping.signal,
    log_stream: batchedLog(),
  })
  keyFile.on('invalid', () => app.log.warn('JWT_SECRET_FILE has no valid keys: the previous keys stay in use'))
  await resealAppSecrets(database.db, secrets, app.log)
  // The previous keys decrypt too, because the file may no longer have them.
  keyFile.on('renewed', async (previous) => {
    const keys = (): Secrets => [...secrets(), ...previous]
    while (!stopping.signal.aborted)
      try {
        await resealAppSecrets(database.db, keys, app.log)
        return app.log.info('app secrets encrypted with the new key')
      } catch (err) {
        app.log.error({ err }, 'app secrets not encrypted again: the next attempt follows')
        await delay(intervals.reseal_ms, undefined, { ref: false })
      }
  })
  const stopMailing = startMailing(database.db, config, {
    failed: (code) => app.log.error({ code }, 'mail not sent'),
    abandoned: (mail_id) => app.log.error({ mail_id }, 'mail dropped: its link has expired'),
    unsent: (message) => app.log.warn(message),
  })
  const stopRetention = startRetention(database.db, config.keep_months, {
    done: (facts, message) => app.log.info(facts, message),
    checked: (logs) => appendAnchors(config.data_dir, logs),
    failed: (code) => app.log.error({ code }, 'retention run failed'),
  })
  const stopCorrections = startCorrections(database.db, config, {
    failed: (code) => app.log.error({ code }, 'correction not prepared: the next attempt follows'),
  })

  const stopPlacing = startPlacing(database.db, {
    failed: (code) => app.log.error({ code }, 'quarantined clearances not placed: the next attempt follows'),
  })

  const stopFigures = startFigures(database.db, config.keep_months, {
    done: (month) => app.log.info({ month }, 'month counted'),
    failed: (code) => app.log.error({ code }, 'month not counted: the next attempt follows'),
  })

  const stop = async (drain_s: number) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    const drained_ms = drain_s === 0 ? 0 : drain_s * 1000 + stopLimits.lastRequests_ms
    // A client that reads slowly must not delay the shutdown.
    setTimeout(() => app.server.closeAllConnections(), drained_ms + stopLimits.connections_ms).unref()
    // A database that does not respond must not delay the shutdown either, because the supervisor would then kill this
    // process without a log line.
    setTimeout(() => {
      app.log.fatal('not stopped in time')
      process.exit(1)
    }, drained_ms + stopLimits.afterDrain_ms).unref()
    await Promise.all([
      drain(app, drain_s),
      stopMailing(),
      stopRetention(),
      stopCorrections(),
      stopPlacing(),
      stopFigures(),
    ])
    await database.close()
    process.exit(0)
  }
  // An unexpected error outside a call must not end the calls in flight. The process can continue, because all state
  // that must be consistent is in the database.
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (err) => app.log.fatal({ err }, event))
  process.on('SIGTERM', () => stop(config.drain_s))
  // A person who presses Ctrl-C does not wait for a load balancer.
  process.on('SIGINT', () => stop(0))

  const address = await app.listen({ host: config.host, port: config.port })
  console.log(`\nRd4 Loket staat klaar op ${config.public_url ?? address}\n`)
  if (isDemo) console.log(demoAccounts)
}

/** The text about the accounts of the demo data, printed after the start. */
const demoAccounts = `Dit loket toont voorbeeldgegevens: alles en iedereen is verzonnen. Inloggen kan met:
${demoEmployees.map(({ email, roles }) => `  ${email.padEnd(26)}${roles.map((role) => roleNames[role]).join(', ')}`).join('\n')}
Wachtwoord van alle accounts: ${demoPassword}
${demoTotpEmail} vraagt ook een code. Zet dit geheim in een app: ${demoTotpSecret}
`
