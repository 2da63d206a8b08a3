import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { withClient } from '../loket-command.ts'
import { call, logIn } from '../portal.ts'
import { search } from '../shapes.ts'
import { enterLab } from './machines.ts'
import { ownerUrl, startCluster } from './start-cluster.ts'

const goals = { writes_s: 15, reads_s: 5 }
const minimumIssues = 1000
/** The time between two faults, after the cluster is complete again. */
const quiet_ms = 5000
/** The time in which a machine is isolated or a replica is stopped. */
const fault_ms = 20_000

/** An attempt to issue rolls or to search. `at_ms`: the time of its reply. */
type TimedAttempt = { kind: 'write' | 'read'; at_ms: number; isDone: boolean }

/** Returns the longest time, in seconds, between two attempts that succeeded. */
function longestGap(attempts: TimedAttempt[], kind: TimedAttempt['kind'], from_ms: number, to_ms: number) {
  const successes = attempts.filter((it) => it.kind === kind && it.isDone && it.at_ms > from_ms && it.at_ms < to_ms)
  const moments = [from_ms, ...successes.map(({ at_ms }) => at_ms), to_ms]
  return Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? 0))) / 1000
}

/** Searches a street until `isDone` returns true. */
async function searchStreets(pool: Pool, token: string, isDone: () => boolean, onAttempt: (isDone: boolean) => void) {
  while (!isDone()) {
    const reply = await call(pool, search({ street: 'Akerstraat' }), token).catch(() => undefined)
    onAttempt(reply?.status === 200)
    await setTimeout(200)
  }
}

/** The demo's employee who issues rolls and searches addresses. */
const clerk = 'beide@rd4.example'
const heerlen = 917

/** Allows any number of rolls on a pass, and returns the numbers of the active passes of the clerk's municipality. */
const openPasses = (ownerUrl: string) =>
  withClient(ownerUrl, async (client) => {
    await client.query('update roll_allowance set rolls = 1000000 where municipality_id = $1', [heerlen])
    const { rows } = await client.query<{ number: string }>(
      `select number from environmental_pass
       join address on address.id = address_id join street on street.id = street_id
       where status = 'active' and municipality_id = $1 order by environmental_pass.id`,
      [heerlen],
    )
    return rows.map(({ number }) => number)
  })

/**
 * Issues rolls with idempotency keys over four connections until `isDone` returns true. Repeats an issue with its key
 * until a reply acknowledges it, as the portal does. Returns the keys of all issues.
 */
async function issueRolls(
  pool: Pool,
  token: string,
  passes: string[],
  isDone: (sent: number) => boolean,
  onAttempt: (isAcknowledged: boolean) => void,
): Promise<string[]> {
  const keys: string[] = []
  const send = async () => {
    while (!isDone(keys.length)) {
      const key = crypto.randomUUID()
      const body = { environmental_pass_number: passes[keys.push(key) % passes.length], rolls: 1 }
      const headers = { 'idempotency-key': key }
      for (let status: number | undefined; status !== 200; await setTimeout(200)) {
        const request = { method: 'POST' as const, path: '/api/v1/counter/services/register', headers, body }
        status = await call(pool, request, token).then(
          (reply) => reply.status,
          () => undefined,
        )
        if (status !== undefined && status < 500 && status !== 200 && status !== 429)
          throw new Error(`A roll issue was rejected with status ${status}`)
        onAttempt(status === 200)
      }
    }
  }
  await Promise.all([send(), send(), send(), send()])
  return keys
}

/** Returns which of these keys have a stored roll issue, and the number of roll issues stored since a moment. */
const findStored = (url: string, keys: string[], since_ms: number) =>
  withClient(url, async (client) => {
    const stored = await client.query<{ key: string }>(
      'select idempotency_key as key from roll_issue where idempotency_key = any ($1)',
      [keys],
    )
    const total = await client.query<{ rows: number }>(
      'select count(*)::int as rows from roll_issue where requested_at >= $1',
      [new Date(since_ms)],
    )
    return { keys: new Set(stored.rows.map(({ key }) => key)), rows: total.rows[0]?.rows ?? 0 }
  })

async function measureCluster() {
  const { databases, portals, machineOf, untilHealthy } = await startCluster()
  const [, secondPortal] = portals
  const passes = await openPasses(ownerUrl(await machineOf('leader')))
  const pool = new Pool('https://10.0.0.10', { connections: 16, connect: { rejectUnauthorized: false } })
  let token = ''
  while (!token) token = await logIn(pool, clerk).catch(() => setTimeout(500, ''))

  const faults: Record<string, () => Promise<void>> = {
    'leader killed': async () => {
      const leader = await machineOf('leader')
      leader.killPostgres()
    },
    'leader isolated': async () => {
      const leader = await machineOf('leader')
      leader.unplug()
      await setTimeout(fault_ms)
      leader.plug()
    },
    'synchronous replica stopped': async () => {
      const replica = await machineOf('sync_standby')
      replica.stopPatroni()
      await setTimeout(fault_ms)
      replica.startPatroni()
    },
    'PgBouncer restarted on both nodes': async () => {
      for (const portal of portals) {
        await portal.restartPgbouncer()
        await setTimeout(quiet_ms)
      }
    },
    'node of the portal isolated': async () => {
      secondPortal?.unplug()
      await setTimeout(fault_ms)
      secondPortal?.plug()
    },
  }

  const attempts: TimedAttempt[] = []
  const attempted = (kind: TimedAttempt['kind']) => (isDone: boolean) =>
    attempts.push({ kind, at_ms: performance.now(), isDone })
  let isDone = false
  const since_ms = Date.now()
  const isEnough = (sent: number) => isDone && sent >= minimumIssues
  const issuing = issueRolls(pool, token, passes, isEnough, attempted('write'))
  const searching = [1, 2].map(() => searchStreets(pool, token, () => isDone, attempted('read')))
  const table: Record<string, object> = {}
  let reachesGoals = true
  for (const [fault, cause] of Object.entries(faults)) {
    await setTimeout(quiet_ms)
    const from_ms = performance.now()
    await cause()
    await setTimeout(quiet_ms)
    await untilHealthy()
    const to_ms = performance.now()
    const [writes_s, reads_s] = (['write', 'read'] as const).map((kind) => longestGap(attempts, kind, from_ms, to_ms))
    const failed = attempts.filter((it) => !it.isDone && it.at_ms > from_ms && it.at_ms < to_ms)
    table[fault] = {
      'seconds without a write': Number(writes_s?.toFixed(1)),
      'seconds without a read': Number(reads_s?.toFixed(1)),
      'failed writes': failed.filter(({ kind }) => kind === 'write').length,
      'failed reads': failed.filter(({ kind }) => kind === 'read').length,
    }
    reachesGoals &&= Number(writes_s) <= goals.writes_s && Number(reads_s) <= goals.reads_s
    console.log(fault, table[fault])
  }
  isDone = true
  const keys = await issuing
  await Promise.all(searching)
  console.table(table)

  const outcomes: Record<string, object> = {}
  for (const database of databases) {
    const stored = await findStored(ownerUrl(database), keys, since_ms)
    const lost = keys.filter((key) => !stored.keys.has(key)).length
    const duplicated = stored.rows - stored.keys.size
    outcomes[database.name] = { acknowledged: keys.length, lost, duplicated }
    reachesGoals &&= lost === 0 && duplicated === 0
  }
  console.table(outcomes)
  return reachesGoals
}

if (await enterLab()) process.exit((await measureCluster()) ? 0 : 1)
