import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { freePort } from '../e2e/free-port.ts'
import { ask, type Portal, untilAlive } from './portal.ts'
import type { Sample } from './samples.ts'
import type { Call } from './shapes.ts'

const folder = join(import.meta.dirname, 'rivals')

/** What the product does without is installed when it is measured, and only here. */
export function installRivals() {
  if (!existsSync(join(folder, 'node_modules', 'postgraphile')))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
}

/** Criteria of the search form, as far as the rivals know them too. */
export type Criteria = { street?: string; postal_code?: string; house_number?: number }

/** A search of all, and what it is called. */
type Duel = { name: string; criteria: (address: Sample) => Criteria }

/** What is asked of all. */
export const duels: Duel[] = [
  { name: 'postcode', criteria: ({ postal_code }) => ({ postal_code }) },
  { name: 'postcode + number', criteria: ({ postal_code, house_number }) => ({ postal_code, house_number }) },
  { name: 'street', criteria: ({ street }) => ({ street }) },
  { name: "part of a street's name", criteria: ({ street }) => ({ street: street.slice(3, 9) }) },
  { name: "'straat'", criteria: () => ({ street: 'straat' }) },
]

/** What a buyer could have instead: the program that serves it, and how it is asked for addresses. */
type Rival = { name: string; file: string; search: (criteria: Criteria) => Call }

const addressQuery = `query ($filter: AddressFilter!) {
  allAddresses(first: 25, filter: $filter) {
    nodes {
      alias objectCode houseNumber houseNumberExtension postalCode lon lat
      streetByStreetId { name city municipalityByMunicipalityId { rowId name } }
    }
  }
}`

/** The rivals, from what is written in an hour to what is not written at all. */
export const rivals: Rival[] = [
  {
    name: 'Express and pg',
    file: 'form-query.js',
    search: (body) => ({ method: 'POST', path: '/search', body }),
  },
  {
    name: 'PostGraphile',
    file: 'postgraphile.js',
    search: ({ street, postal_code, house_number }) => {
      const filter = {
        ...(postal_code && { postalCode: { equalTo: postal_code } }),
        ...(house_number && { houseNumber: { equalTo: house_number } }),
        ...(street && { streetByStreetId: { name: { includesInsensitive: street } } }),
      }
      return { method: 'POST', path: '/graphql', body: { query: addressQuery, variables: { filter } } }
    },
  },
]

/** Starts a rival on the same database: `connections` is used as the portal's is, but knows no employees. */
export async function startRival({ file, search }: Rival, databaseUrl: string) {
  const port = await freePort()
  const server = spawn(process.execPath, [join(folder, file)], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  const one = new Pool(url, { connections: 1 })
  await untilAlive(one, ended, search({ postal_code: '0000XX' }))
  await one.destroy()
  const connections: Portal['connections'] = async (count) => {
    const pool = new Pool(url, { connections: count, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
    return {
      ask: (call: Call) => ask(pool, call, ''),
      close: () => pool.destroy(),
    }
  }
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  return { connections, stop }
}
