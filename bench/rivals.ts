import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { freePort } from '../e2e/free-port.ts'
import { jwtSecret, stop, untilAlive } from './portal.ts'
import type { ApiRequest } from './shapes.ts'

/** The folder of the rival servers. It is a separate package, because the product does not use their dependencies. */
export const rivalsFolder = join(import.meta.dirname, 'rivals')

/** Installs the rivals' packages when they are missing. */
export function installRivals() {
  if (!existsSync(join(rivalsFolder, 'node_modules', '.package-lock.json')))
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: rivalsFolder, stdio: 'inherit' })
}

/** The criteria that every rival supports. */
export type DuelCriteria = { street?: string; postal_code?: string; house_number?: number }

/** A server that a buyer could use instead of the product: the file that starts it, and its call for a search. */
type Rival = {
  name: string
  file: string
  env?: Record<string, string>
  search: (criteria: DuelCriteria) => ApiRequest
}

const addressQuery = `query ($filter: AddressFilter!) {
  allAddresses(first: 25, filter: $filter) {
    nodes {
      alias objectCode houseNumber houseNumberExtension postalCode lon lat
      streetByStreetId { name city municipalityByMunicipalityId { rowId name } }
    }
  }
}`

const express: Omit<Rival, 'name'> = {
  file: 'express.js',
  search: (body) => ({ method: 'POST', path: '/search', body }),
}

/** Express with the duties of the product, Express that only searches, and PostGraphile without additional code. */
export const rivals: Rival[] = [
  { ...express, name: 'Express and pg, same duties', env: { DUTIES: 'on' } },
  { ...express, name: 'Express and pg, no duties' },
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

/** Starts a rival server on the database of the product. */
export async function startRival({ file, env, search }: Rival, databaseUrl: string) {
  const port = await freePort()
  const server = spawn(process.execPath, [join(rivalsFolder, file)], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      JWT_SECRET: jwtSecret,
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const pool = new Pool(url, { connections: 1 })
  await untilAlive(pool, server, search({ postal_code: '0000XX' }))
  await pool.close()
  return { url, pid: server.pid ?? 0, search, stop: () => stop(server) }
}
