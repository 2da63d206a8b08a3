import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openPool } from '../platform/database/database.ts'
import { atEnd } from './endings.ts'
import { freePort } from './ports.ts'
import { scratchFolder } from './scratch-folder.ts'

/** The folder of PostgreSQL's programs; undefined on a machine without them. */
export const postgresPrograms = findPrograms()

function findPrograms(): string | undefined {
  // Debian keeps the server's programs out of PATH, in a folder for each version.
  const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').at(-1)
  if (initdb) return dirname(initdb)
  return process.env['PATH']?.split(':').find((folder) => existsSync(join(folder, 'initdb')))
}

/** A PostgreSQL that belongs to one test file, which may do to it whatever happens to one. */
export type OwnPostgres = Awaited<ReturnType<typeof startOwnPostgres>>

/** How it ends: politely, as after a power cut, or without a word. */
const endings = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const

/** Starts a PostgreSQL on a port of its own, with the empty database `loket`; it is gone when the file's tests are done. */
export async function startOwnPostgres(settings: Record<string, string | number> = {}) {
  const folder = scratchFolder()
  const owner = ownerOf(folder)
  const program = (name: string) => join(postgresPrograms ?? '', name)
  const run = (name: string, ...args: string[]) =>
    execFileSync(program(name), args, { ...owner, env: {}, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  const directory = join(folder, 'data')
  run('initdb', '-D', directory, '-U', 'loket', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')

  const port = await freePort()
  const urlOf = (database: string) => `postgres://loket@127.0.0.1:${port}/${database}`
  const options = Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    // In its own folder, so that a kill leaves nothing elsewhere.
    dynamic_shared_memory_type: 'mmap',
    // A process is killed here, never the machine: what was written is there.
    fsync: 'off',
    max_connections: 60,
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const admin = openPool({ connectionString: urlOf('postgres'), max: 1, connectionTimeoutMillis: 30_000 })
  const db: Db = openPool({ connectionString: urlOf('loket'), max: 4 })
  let postmaster: ChildProcess | undefined

  async function start() {
    // After a kill the old one's children may need a moment to notice.
    while (!(await answers())) {
      if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null)
        postmaster = spawn(program('postgres'), ['-D', directory, ...options], { ...owner, env: {}, stdio: 'ignore' })
      await setTimeout(100)
    }
  }
  const answers = () =>
    sql`select 1`.execute(admin).then(
      () => true,
      () => false,
    )
  async function stop(how: keyof typeof endings) {
    if (!postmaster || postmaster.exitCode !== null || postmaster.signalCode !== null) return
    const ended = once(postmaster, 'exit')
    const children = childrenOf(postmaster.pid)
    postmaster.kill(endings[how])
    await ended
    if (how === 'kill') for (const pid of children) tell(pid, 'SIGKILL')
  }
  /** Stands still, with everything that it is doing, until it is thawed: to others it is a machine that fell silent. */
  function freeze() {
    const all = [postmaster?.pid ?? 0, ...childrenOf(postmaster?.pid)]
    for (const pid of all) tell(pid, 'SIGSTOP')
    return () => {
      for (const pid of all) tell(pid, 'SIGCONT')
    }
  }

  atEnd(async () => {
    await Promise.all([db.destroy(), admin.destroy()])
    await stop('immediate')
  })
  await start()
  await sql`create database loket`.execute(admin)
  return { url: urlOf('loket'), urlOf, folder, db, admin, start, stop, freeze, run }
}

/** PostgreSQL refuses to run as root; then the user that Debian made for it runs it. */
function ownerOf(folder: string) {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const owner = { uid: idOf('-u'), gid: idOf('-g') }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

const childrenOf = (pid = 0) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function tell(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in the meantime.
  }
}
