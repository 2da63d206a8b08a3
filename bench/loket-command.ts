import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { memoryOf } from './processes.ts'

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
 * Runs a command of the product. Returns its duration as the command prints it (NaN if not printed), and its highest
 * memory in MB. Throws when the command fails.
 */
export async function runLoket(url: string, args: string[]) {
  const child = spawn(process.execPath, [...memoryLimits, loket, ...args], {
    env: { DATABASE_URL: url, JWT_SECRET: 'a secret of the measurements that is long enough' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  let megabytes = 0
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, Math.round(memoryOf(child.pid ?? 0, 'VmHWM') || 0))
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  const [printed, errors] = await output
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${printed}${errors}`)
  const seconds = Number(/ regels in ([0-9.]+(?:,[0-9]+)?) s/.exec(printed)?.[1]?.replace('.', '').replace(',', '.'))
  return { seconds, megabytes }
}
