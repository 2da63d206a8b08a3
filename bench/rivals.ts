import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { ask, freePort, type Portal, untilAlive } from './portal.ts'
import type { Sample } from './samples.ts'
import type { Call } from './shapes.ts'

const folder = join(import.meta.dirname, 'rivals')

/** What the product does without is installed when it is measured, and only here. */
export function installRivals() {
  if (!existsSync(join(folder, 'node_modules', 'express')))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

/** A search of both, and what it is called. */
export type Duel = { name: string; criteria: (address: Sample) => object }

/** What is asked of both. */
export const duels: Duel[] = [
  { name: 'postcode', criteria: ({ postal_code }) => ({ postal_code }) },
  { name: 'postcode + number', criteria: ({ postal_code, house_number }) => ({ postal_code, house_number }) },
  { name: 'street', criteria: ({ street }) => ({ street }) },
  { name: "part of a street's name", criteria: ({ street }) => ({ street: street.slice(3, 9) }) },
  { name: "'straat'", criteria: () => ({ street: 'straat' }) },
]

/** Starts what one would write first, on the same database: `connections` is used as the portal's is, but knows no employees. */
export async function startFormQuery(databaseUrl: string) {
  const port = await freePort()
  const server = spawn(process.execPath, [join(folder, 'form-query.js')], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const one = new Pool(url, { connections: 1 })
  await untilAlive(one, ended, { method: 'POST', path: '/search', body: { postal_code: '0000XX' } })
  await one.destroy()
  const connections: Portal['connections'] = async (count) => {
    const pool = new Pool(url, { connections: count, pipelining: 1 })
    return {
      ask: (call: Call) => ask(pool, { ...call, path: '/search' }, ''),
      close: () => pool.destroy(),
    }
  }
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  return { connections, stop }
}
