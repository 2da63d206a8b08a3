import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { memoryOf, processorTime } from './processes.ts'

const loket = fileURLToPath(new URL('../server/src/cli/loket.ts', import.meta.url))

/** The limits of V8 with which the product starts its commands. */
const memoryLimits = ['--max-semi-space-size=16', '--max-old-space-size=1024']

/** Runs `work` on a new connection, and closes the connection. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Runs a command of the product. Returns: its duration as the command prints it (NaN if not printed); the CPU time of
 * its PostgreSQL sessions and of its own process in seconds; its highest memory in MB. Throws when the command fails.
 */
export async function runLoket(url: string, args: string[]) {
  const child = spawn(process.execPath, [...memoryLimits, loket, ...args], {
    env: { DATABASE_URL: url, JWT_SECRET: 'a secret of the measurements that is long enough' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  let megabytes = 0
  let ownCpu = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, Math.round(memoryOf(child.pid ?? 0, 'VmHWM') || 0))
    ownCpu = Math.max(ownCpu, processorSeconds(child.pid ?? 0))
  }, 200)
  const stopWatchingSessions = watchSessions(url)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  const cpu = await stopWatchingSessions()
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}${errors}`)
  const seconds = Number(/ regels in ([0-9.]+(?:,[0-9]+)?) s/.exec(text)?.[1]?.replace('.', '').replace(',', '.'))
  return { seconds, cpu, ownCpu, megabytes }
}

/** Returns the processor time of a process in seconds; 0 when the process has ended. */
export const processorSeconds = (pid: number) => (processorTime(pid) || 0) / 1e6

/**
 * Samples the product's PostgreSQL sessions. Returns a function that stops the sampling and returns the processor time
 * that the sessions used meanwhile, in seconds.
 */
export function watchSessions(url: string) {
  const secondsOf = new Map<number, number>()
  const total = () => [...secondsOf.values()].reduce((sum, seconds) => sum + seconds, 0)
  let before: number | undefined
  let isWatching = true
  const watching = withClient(url, async (client) => {
    while (isWatching) {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'rd4-loket'`,
      )
      for (const { pid } of rows) secondsOf.set(pid, Math.max(secondsOf.get(pid) ?? 0, processorSeconds(pid)))
      before ??= total()
      await setTimeout(100)
    }
  })
  return async () => {
    isWatching = false
    await watching
    return total() - (before ?? 0)
  }
}
