import { execFile, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Pool } from 'undici'
import { jwtSecret, stop, untilAlive } from '../portal.ts'

/** Unpacks a release in a folder, and returns the folder of the installed release. */
export function install(archive: string, folder: string) {
  execFileSync('tar', ['-C', folder, '-xzf', archive])
  return join(folder, 'rd4-loket')
}

/** A table of a later release. The role of the portal cannot read it before `migrate --app-role`. */
const migration = `
create table of_a_later_release (id int generated always as identity primary key, remark text not null);
comment on table of_a_later_release is 'Made up: a table that the previous release does not know.';
alter table notice add column of_a_later_release text;
create index on notice (of_a_later_release);
`

/**
 * Changes an installed release into a made-up later release: another version, one more migration, and other names for
 * all files of the portal, as after a build of changed sources.
 */
export function makeLater(folder: string) {
  const description = join(folder, 'server/package.json')
  writeFileSync(description, readFileSync(description, 'utf8').replace(/"version": "[^"]+"/, '"version": "99.0.0"'))
  writeFileSync(join(folder, 'server/migrations/9999_later_release.sql'), migration)
  const assets = join(folder, 'web/dist/assets')
  for (const copy of readdirSync(assets).filter((name) => name.endsWith('.br'))) rmSync(join(assets, copy))
  const names = new Set(readdirSync(assets))
  const renamed = (text: string) =>
    text.replaceAll(/[\w.-]+\.[a-z0-9]+/g, (name) => (names.has(name) ? laterName(name) : name))
  for (const file of [join(folder, 'web/dist/index.html'), ...[...names].map((name) => join(assets, name))])
    if (/\.(html|js|css)$/.test(file)) writeFileSync(file, renamed(readFileSync(file, 'utf8')))
  for (const name of names) renameSync(join(assets, name), join(assets, laterName(name)))
}

const laterName = (name: string) => `later-${name}`

/** Returns the paths of the files of the portal in an installed release. */
export const assetPaths = (folder: string) =>
  readdirSync(join(folder, 'web/dist/assets'))
    .filter((name) => !name.endsWith('.br'))
    .map((name) => `/assets/${name}`)

const environment = (database_url: string) => ({
  PATH: '/usr/bin:/bin',
  LOKET_SETTINGS: '/dev/null',
  NODE_ENV: 'production',
  DATABASE_URL: database_url,
  JWT_SECRET: jwtSecret,
})

/** Runs a command of an installed release. Throws with its output when the command fails. */
export const runCommand = (folder: string, database_url: string, args: string[]) =>
  promisify(execFile)(join(folder, 'bin/rd4-loket'), args, { env: environment(database_url) })

/** Starts a node of an installed release on a port, and waits until it is ready. Returns a function that stops it. */
export async function startNode(folder: string, database_url: string, port: number) {
  const settings = { PORT: String(port), TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '999999999', SECOND_FACTOR: 'optional' }
  const server = spawn(join(folder, 'bin/rd4-loket'), ['start'], {
    env: { ...environment(database_url), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pool = new Pool(`http://127.0.0.1:${port}`)
  await untilAlive(pool, server)
  await pool.close()
  return () => stop(server)
}
