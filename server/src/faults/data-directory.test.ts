import { cpSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/db.ts'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { openPool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import { fillCounter, findStoredIssues, logInClerk, retryUntilAvailable } from '../test/counter.ts'
import { effort } from '../test/effort.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { startProgram, startServer } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** The number of times that the server is killed. */
const kills = effort
const passCount = 15 + kills

const folder = temporaryFolder()
const original = join(folder, 'original')
let email = ''
let numbers: string[]
let passTable = ''

async function withDatabase<T>(data_dir: string, use: (db: Db) => Promise<T>) {
  const engine = await openEmbeddedEngine({ directory: join(data_dir, 'postgres') })
  const db = openPool({ stream: engine.stream, max: 1 })
  try {
    return await use(db)
  } finally {
    await db.close()
    await engine.close()
  }
}

beforeAll(async () => {
  copyDataDirectory('migrated', original)
  await withDatabase(original, async (db) => {
    const counter = await fillCounter(db, { passes: passCount })
    ;[email = ''] = counter.emails
    numbers = counter.numbers
    const { rows } = await sql<{ path: string }>`select pg_relation_filepath('environmental_pass') as path`.execute(db)
    passTable = rows[0]?.path ?? ''
  })
})

/** Copies the original data directory, so that a test can damage the copy. */
function copyOf(name: string) {
  const data_dir = join(folder, name)
  cpSync(original, data_dir, { recursive: true })
  return data_dir
}

function overwrite(file: string, at: number) {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.from('een kapotte schijf'), 0, 18, at)
}

/** Starts a server that must fail, and returns its output. */
async function startAndFail(data_dir: string) {
  const program = startProgram('server/src/main.ts', [], { DATA_DIR: data_dir, PORT: '0', DEMO: 'off' })
  expect(await program.exited).toBe(1)
  return program.output()
}

describe('a data directory', () => {
  test(`contains every confirmed roll issue exactly once after the server was killed during writes (${kills} ×)`, async () => {
    const data_dir = copyOf('killed')
    const server = await startServer({ DATA_DIR: data_dir })
    const clerk = await logInClerk(server.url, email)
    let responses = 0
    const perPass = 6
    const requests = Array.from({ length: perPass }, (_, time) =>
      numbers.map((number) => ({ number, key: `${number}-${time}` })),
    )
    const outcomes = Promise.all(
      requests.flat().map(async ({ number, key }) => {
        const { status } = await retryUntilAvailable(() => clerk.issueRolls(server.url, number, 1, key))
        responses += 1
        return status
      }),
    )
    const total = passCount * perPass
    for (let time = 1; time <= kills; time += 1) {
      const reached = Math.floor((total * time) / (kills + 1))
      await expect.poll(() => responses, { interval: 5 }).toBeGreaterThanOrEqual(reached)
      await server.stop('SIGKILL')
      await server.restart()
    }
    expect(await outcomes).toEqual(Array(total).fill(200))
    expect((await clerk.showEmployee(server.url)).status).toBe(200)
    await server.stop()
    const { timesOf, rollsOf } = await withDatabase(data_dir, findStoredIssues)
    expect([...timesOf.values()]).toEqual(Array(total).fill(1))
    expect([...rollsOf.values()]).toEqual(Array(passCount).fill(perPass))
  })

  test('is complete after a start, even if the server was killed while it created the directory', async () => {
    const data_dir = join(folder, 'first')
    for (const file of ['postgres/PG_VERSION', 'postgres.new'].slice(0, effort)) {
      const program = startProgram('server/src/main.ts', [], { DATA_DIR: data_dir, PORT: '0', DEMO: 'off' })
      await expect.poll(() => existsSync(join(data_dir, file)), { interval: 5 }).toBe(true)
      program.child.kill('SIGKILL')
      await program.exited
    }
    const server = await startServer({ DATA_DIR: data_dir })
    await server.stop()
    const findColumns = (db: Db) =>
      sql`select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(
        db,
      )
    expect((await withDatabase(data_dir, findColumns)).rows).toEqual((await withDatabase(original, findColumns)).rows)
  })

  test('with a damaged table page causes an error about damaged data, while requests for other tables succeed', async () => {
    const data_dir = copyOf('page')
    overwrite(join(data_dir, 'postgres', passTable), 4000)
    const server = await startServer({ DATA_DIR: data_dir })
    const clerk = await logInClerk(server.url, email)
    const response = await clerk.issueRolls(server.url, numbers[0] ?? '', 1, 'damaged')
    expect(response.status).toBe(500)
    expect(JSON.parse(response.text).message).toBe('De gegevens zijn beschadigd. Meld dit bij de beheerder.')
    await expect.poll(server.output).toContain('PostgreSQL XX001')
    expect((await clerk.showEmployee(server.url)).status).toBe(200)
    await server.stop()
  })

  test('with damaged control data makes the server exit, and remains unchanged', async () => {
    const data_dir = copyOf('control')
    overwrite(join(data_dir, 'postgres/global/pg_control'), 40)
    const files = () => readdirSync(join(data_dir, 'postgres/base'), { recursive: true, encoding: 'utf8' }).sort()
    const before = files()
    expect(await startAndFail(data_dir)).toContain(`De gegevensmap ${join(data_dir, 'postgres')} gaat niet open.`)
    expect(files()).toEqual(before)
    expect(readFileSync(join(data_dir, 'postgres', passTable))).toEqual(
      readFileSync(join(original, 'postgres', passTable)),
    )
  })

  test('makes a second server exit while the first server uses it, and the first server continues', async () => {
    const data_dir = copyOf('two')
    const server = await startServer({ DATA_DIR: data_dir })
    expect(await startAndFail(data_dir)).toContain('is al in gebruik door een ander proces')
    expect((await logInClerk(server.url, email)).authorization()).toContain('Bearer')
    await server.stop()
  })

  test('makes the server exit with 1 after SIGTERM when it was removed while the server ran', async () => {
    const data_dir = copyOf('removed')
    const server = await startServer({ DATA_DIR: data_dir })
    const clerk = await logInClerk(server.url, email)
    rmSync(data_dir, { recursive: true })
    await clerk.issueRolls(server.url, numbers[0] ?? '', 1, 'removed')
    expect(await server.stop()).toBe(1)
    expect(server.output()).toContain('not stopped in time')
  })

  test('that cannot be created makes the server exit with an error of one sentence', async () => {
    expect(await startAndFail('/proc/nope')).toBe('De map /proc/nope kan niet worden gemaakt (ENOENT).\n')
  })
})
