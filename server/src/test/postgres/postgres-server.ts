import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openPool } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { freePort } from '../ports.ts'

/** The folder of the PostgreSQL programs, or undefined if they are not installed. */
export const postgresPrograms = findPrograms()

function findPrograms(): string | undefined {
  // Debian installs the server programs outside PATH, in a folder per version.
  const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').at(-1)
  if (initdb) return dirname(initdb)
  return process.env['PATH']?.split(':').find((folder) => existsSync(join(folder, 'initdb')))
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/**
 * Starts a temporary PostgreSQL server in an empty folder, with the empty database `loket`. Its role needs no password.
 * With `leader`, the server is a streaming replica of that server.
 */
export async function startPostgres(
  folder: string,
  settings: Record<string, string | number> = {},
  leader?: { url: string },
) {
  const owner = ownerOf(folder)
  const program = (name: string) => join(postgresPrograms ?? '', name)
  const run = (name: string, ...args: string[]) =>
    execFileSync(program(name), args, { ...owner, env: {}, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const directory = join(folder, 'data')
  if (leader)
    run('pg_basebackup', '-D', directory, '-d', leader.url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync')
  else run('initdb', '-D', directory, '-U', 'loket', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')

  const port = await freePort()
  const urlOf = (database: string) => `postgres://loket@127.0.0.1:${port}/${database}`
  const options = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // With this setting, shared memory is in the data folder, which is removed even after a kill.
    dynamic_shared_memory_type: 'mmap',
    // The tests kill processes but never the machine, so written data is not lost without fsync.
    fsync: 'off',
    max_connections: 60,
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const admin = openPool({ connectionString: urlOf('postgres'), max: 1, connectionTimeoutMillis: 30_000 })
  const db = openPool({ connectionString: urlOf('loket'), max: 4 })
  let postmaster: ChildProcess | undefined
  let isClosed = false

  async function start() {
    // After a kill, a new server cannot start until the child processes of the old server have exited.
    while (!isClosed && !(await isReady())) {
      if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null)
        postmaster = spawn(program('postgres'), ['-D', directory, ...options], { ...owner, env: {}, stdio: 'ignore' })
      await setTimeout(100)
    }
  }
  const isReady = () =>
    sql`select 1`.execute(admin).then(
      () => true,
      () => false,
    )
  async function stop(how: keyof typeof signals) {
    if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return
    const exited = once(postmaster, 'exit')
    const children = childrenOf(postmaster.pid)
    postmaster.kill(signals[how])
    await exited
    if (how === 'kill') for (const pid of children) sendSignal(pid, 'SIGKILL')
  }
  /** Pauses all processes of the server, so that it does not respond. Returns a function that resumes them. */
  function freeze() {
    const all = [postmaster?.pid ?? 0, ...childrenOf(postmaster?.pid)]
    for (const pid of all) sendSignal(pid, 'SIGSTOP')
    return () => {
      for (const pid of all) sendSignal(pid, 'SIGCONT')
    }
  }

  /** Requires the password of a role for its connections. */
  async function requirePassword(role: string) {
    const rules = join(directory, 'pg_hba.conf')
    // The first rule that matches applies.
    writeFileSync(rules, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`)
    await sql`select pg_reload_conf()`.execute(admin)
  }
  /** Runs a statement in the database `loket`, and returns its rows. */
  const query = async <Row extends object>(statement: string) => (await sql.raw<Row>(statement).execute(db)).rows
  async function close() {
    isClosed = true
    await Promise.all([db.close(), admin.close()])
    await stop('immediate')
  }
  await start()
  if (!leader) await sql`create database loket`.execute(admin)
  return { url: urlOf('loket'), urlOf, folder, db, admin, query, start, stop, freeze, run, requirePassword, close }
}

/** If the tests run as root, gives a folder to the user `postgres` and returns that user: PostgreSQL refuses root. */
function ownerOf(folder: string) {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

const childrenOf = (pid = 0) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already exited.
  }
}
