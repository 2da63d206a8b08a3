import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { runLoket, withClient } from './loket-command.ts'
import { enterLab, type Machine, startMachine } from './machines.ts'
import { logIn, startPortal } from './portal.ts'
import { clerk, findStored, issueRolls, openPasses } from './roll-issues.ts'

const programs = '/usr/lib/postgresql/15/bin'
const data = '/var/lib/postgresql/15/main'
const url = 'postgres://loket@10.0.0.21/loket'
const minute_ms = 60_000
/** The time in which rolls are issued, before and after the minute. */
const margin_ms = 15_000

const configuration = (file: string) => readFileSync(join(import.meta.dirname, '../deploy', file), 'utf8')

/** Creates an empty PostgreSQL with the files `archive.conf` and `pgbackrest.conf` of `deploy/`. */
function createDatabase(machine: Machine) {
  machine.write(
    '/etc/pgbackrest.conf',
    configuration('pgbackrest.conf').replace('ARCHIVE_PASSWORD', 'a password of the measurements'),
    'postgres',
  )
  const archive = '/etc/postgresql/15/main/conf.d/archive.conf'
  machine.write(archive, configuration('archive.conf'), 'postgres')
  const asPostgres = (...command: string[]) => machine.run('sh', ['-ec', command.join('\n')], { user: 'postgres' })
  asPostgres(
    `${programs}/initdb -D ${data} -A trust -E UTF8 --locale=C.UTF-8`,
    `echo "include '${archive}'" >> ${data}/postgresql.conf`,
    `echo "listen_addresses = '${machine.address}'" >> ${data}/postgresql.conf`,
    `echo 'host all all 10.0.0.0/24 trust' >> ${data}/pg_hba.conf`,
  )
}

async function startPostgres(machine: Machine) {
  const server = machine.start(`${programs}/postgres`, ['-D', data], { user: 'postgres' })
  const isWritable = () => machine.run('psql', ['-XAtc', 'select not pg_is_in_recovery()'], { user: 'postgres' })
  for (;;) {
    try {
      if (isWritable().trim() === 't') return server
    } catch {
      if (server.exitCode !== null) throw new Error(machine.run('tail', ['-20', '/var/log/output.log']))
    }
    await setTimeout(200)
  }
}

/** Returns the logs in which a row is missing or was changed. */
const findBrokenLogs = () =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ log: string }>(
      'select log from log_chain where broken_link(log, kept_from, length) is not null',
    )
    return rows.map(({ log }) => log)
  })

/**
 * Issues rolls before and after a full minute, and deletes all roll issues, as a mistake would. Then recovers the
 * database to that minute, from a backup and the archive. Prints which issues came back.
 */
async function measureRecovery() {
  const machine = await startMachine('db1', '10.0.0.21')
  createDatabase(machine)
  let server = await startPostgres(machine)
  const asPostgres = (program: string, ...args: string[]) => machine.run(program, args, { user: 'postgres' })
  asPostgres('psql', '-Xqc', 'create role loket superuser login')
  asPostgres('createdb', '-O', 'loket', 'loket')
  await runLoket(url, ['demo', '--addresses', '1000'])
  asPostgres('pgbackrest', '--stanza=loket', 'stanza-create')
  asPostgres('pgbackrest', '--stanza=loket', 'check')
  const backupFrom = performance.now()
  asPostgres('pgbackrest', '--stanza=loket', '--type=full', 'backup')
  const backup_s = (performance.now() - backupFrom) / 1000

  const passes = await openPasses(url)
  const portal = await startPortal(url)
  const pool = new Pool(portal.url)
  const token = await logIn(pool, clerk)
  const moment = new Date(Math.ceil((Date.now() + margin_ms) / minute_ms) * minute_ms)
  await setTimeout(moment.getTime() - margin_ms - Date.now())
  const issues = await issueRolls(
    pool,
    () => token,
    passes,
    () => Date.now() > moment.getTime() + margin_ms,
  )
  await withClient(url, (client) => client.query('delete from roll_issue'))
  await pool.close()
  await portal.stop()
  server.kill('SIGINT')
  await once(server, 'exit')

  const recoveryFrom = performance.now()
  const target = moment.toISOString().replace('T', ' ').replace('.000Z', '+00')
  asPostgres('pgbackrest', '--stanza=loket', '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
  server = await startPostgres(machine)
  const recovery_s = (performance.now() - recoveryFrom) / 1000

  const acknowledged = issues.filter(({ acknowledged_ms = Number.POSITIVE_INFINITY }) => acknowledged_ms < +moment)
  const later = issues.filter(({ sent_ms }) => sent_ms >= +moment)
  const inFlight = issues.filter((issue) => !acknowledged.includes(issue) && !later.includes(issue))
  const { keys: stored } = await findStored(
    url,
    issues.map(({ key }) => key),
    +moment - minute_ms,
  )
  const rowOf = (group: typeof issues) => ({
    issues: group.length,
    'in the recovered database': group.filter(({ key }) => stored.has(key)).length,
  })
  console.log(`Recovered to ${target}. Backup: ${backup_s.toFixed(1)} s. Recovery: ${recovery_s.toFixed(1)} s.`)
  console.table({
    'acknowledged before that minute': rowOf(acknowledged),
    'in flight at that minute': rowOf(inFlight),
    'sent after that minute': rowOf(later),
  })
  const broken = await findBrokenLogs()
  console.log(`Logs with a missing or changed row: ${broken.join(', ') || 'none'}`)
  server.kill('SIGINT')
  await once(server, 'exit')
  return (
    broken.length === 0 &&
    acknowledged.length > 0 &&
    later.length > 0 &&
    acknowledged.every(({ key }) => stored.has(key)) &&
    !later.some(({ key }) => stored.has(key))
  )
}

if (await enterLab()) process.exit((await measureRecovery()) ? 0 : 1)
