import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { processorTime } from './processes.ts'

const loket = fileURLToPath(new URL('../server/src/cli/main.ts', import.meta.url))

/** Does some work on a connection of its own. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs a command of the product; gives how long it took, by its own account where it says so, and the most memory it had. */
export async function runLoket(url: string, args: string[]) {
  const child = spawn(process.execPath, ['--max-semi-space-size=4', loket, ...args], {
    env: { DATABASE_URL: url, JWT_SECRET: 'a secret of the measurements that is long enough' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const watch = watchMemory(child)
  const watchServer = watchBackends(url)
  const [code] = await once(child, 'close')
  const cpu = await watchServer()
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text}`)
  const seconds = Number(/ regels in ([0-9.]+(?:,[0-9]+)?) s/.exec(text)?.[1]?.replace('.', '').replace(',', '.'))
  return { seconds, cpu, megabytes: watch() }
}

/** The seconds of processor that a process had so far; none of one that is gone. */
export const processorOf = (pid: number) => (processorTime(pid) ?? 0) / 1e6

/** What the processes of PostgreSQL that serve the product take of the processor, until it is asked. */
function watchBackends(url: string) {
  const most = new Map<number, number>()
  let going = true
  const watching = withClient(url, async (client) => {
    while (going) {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and application_name = 'rd4-loket'`,
      )
      for (const { pid } of rows) most.set(pid, Math.max(most.get(pid) ?? 0, processorOf(pid)))
      await setTimeout(100)
    }
  })
  return async () => {
    going = false
    await watching
    return [...most.values()].reduce((sum, seconds) => sum + seconds, 0)
  }
}

function watchMemory({ pid }: ChildProcess) {
  let most = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 200)
  return () => {
    clearInterval(timer)
    return Math.round(most / 1024)
  }
}
