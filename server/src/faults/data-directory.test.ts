import { cpSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, openPool } from '../platform/database/database.ts'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { fillCounter, findStoredIssues, logInClerk, retryUntilAvailable } from '../test/counter.ts'
import { startProgram, startServer } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

/** How often the server is killed; `KILLS=50` is what was shown once, a few are for every day. */
const kills = Number(process.env['KILLS'] ?? 5)
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
    await db.destroy()
    await engine.close()
  }
}

beforeAll(async () => {
  await withDatabase(original, async (db) => {
    await migrate(db)
    const counter = await fillCounter(db, { passes: passCount })
    ;[email = ''] = counter.emails
    numbers = counter.numbers
    const { rows } = await sql<{ path: string }>`select pg_relation_filepath('environmental_pass') as path`.execute(db)
    passTable = rows[0]?.path ?? ''
  })
}, 120_000)

/** A data directory like the original, to do something to. */
function copyOf(name: string) {
  const data_dir = join(folder, name)
  cpSync(original, data_dir, { recursive: true })
  return data_dir
}

function overwrite(file: string, at: number) {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.from('een kapotte schijf'), 0, 18, at)
}

/** What a start says that does not succeed. */
async function failedStart(data_dir: string) {
  const program = startProgram('server/src/main.ts', [], { DATA_DIR: data_dir, PORT: '0', DEMO: 'off' })
  expect(await program.exited).toBe(1)
  return program.output()
}

describe('a data directory', { timeout: 300_000 }, () => {
  test(
    `keeps every roll that was confirmed, once, when the server is killed ${kills} times while it writes`,
    async () => {
      const data_dir = copyOf('killed')
      const server = await startServer({ DATA_DIR: data_dir })
      const clerk = await logInClerk(server.url, email)
      let answered = 0
      const perPass = 6
      const wanted = Array.from({ length: perPass }, (_, time) =>
        numbers.map((number) => ({ number, key: `${number}-${time}` })),
      )
      const outcomes = Promise.all(
        wanted.flat().map(async ({ number, key }) => {
          const { status } = await retryUntilAvailable(() => clerk.issueRolls(server.url, number, 1, key))
          answered += 1
          return status
        }),
      )
      const all = passCount * perPass
      for (let time = 1; time <= kills; time += 1) {
        const reached = Math.floor((all * time) / (kills + 1))
        await expect.poll(() => answered, { timeout: 150_000, interval: 5 }).toBeGreaterThanOrEqual(reached)
        await server.stop('SIGKILL')
        await server.restart()
      }
      expect(await outcomes).toEqual(Array(all).fill(200))
      expect((await clerk.showEmployee(server.url)).status).toBe(200)
      await server.stop()
      const { timesOf, rollsOf } = await withDatabase(data_dir, findStoredIssues)
      expect([...timesOf.values()]).toEqual(Array(all).fill(1))
      expect([...rollsOf.values()]).toEqual(Array(passCount).fill(perPass))
    },
    60_000 * (kills + 1),
  )

  test('whose first start was killed is made whole by the next', async () => {
    const data_dir = join(folder, 'first')
    for (const sign of ['postgres.new', 'postgres/PG_VERSION']) {
      const program = startProgram('server/src/main.ts', [], { DATA_DIR: data_dir, PORT: '0', DEMO: 'off' })
      await expect.poll(() => existsSync(join(data_dir, sign)), { timeout: 120_000, interval: 5 }).toBe(true)
      program.child.kill('SIGKILL')
      await program.exited
    }
    const server = await startServer({ DATA_DIR: data_dir })
    await server.stop()
    const shape = (db: Db) =>
      sql`select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(
        db,
      )
    expect((await withDatabase(data_dir, shape)).rows).toEqual((await withDatabase(original, shape)).rows)
  })

  test('with a page that is not as it was written is said to be damaged, and nothing is made up', async () => {
    const data_dir = copyOf('page')
    overwrite(join(data_dir, 'postgres', passTable), 4000)
    const server = await startServer({ DATA_DIR: data_dir })
    const clerk = await logInClerk(server.url, email)
    const answer = await clerk.issueRolls(server.url, numbers[0] ?? '', 1, 'damaged')
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.text).message).toBe('De gegevens zijn beschadigd. Meld dit bij de beheerder.')
    await expect.poll(server.output).toContain('PostgreSQL XX001')
    expect((await clerk.showEmployee(server.url)).status).toBe(200)
    await server.stop()
  })

  test('with damaged control data does not open, is said so, and stays as it is', async () => {
    const data_dir = copyOf('control')
    overwrite(join(data_dir, 'postgres/global/pg_control'), 40)
    const files = () => readdirSync(join(data_dir, 'postgres/base'), { recursive: true, encoding: 'utf8' }).sort()
    const before = files()
    expect(await failedStart(data_dir)).toContain(`De gegevensmap ${join(data_dir, 'postgres')} gaat niet open.`)
    expect(files()).toEqual(before)
    expect(readFileSync(join(data_dir, 'postgres', passTable))).toEqual(
      readFileSync(join(original, 'postgres', passTable)),
    )
  })

  test('is served by one server: a second one says who has it, and the first goes on', async () => {
    const data_dir = copyOf('two')
    const server = await startServer({ DATA_DIR: data_dir })
    expect(await failedStart(data_dir)).toContain('is al in gebruik door een ander proces')
    expect((await logInClerk(server.url, email)).authorization()).toContain('Bearer')
    await server.stop()
  })

  test('that was taken away under a server does not keep it from ending, which says that not all was written', async () => {
    const data_dir = copyOf('taken')
    const server = await startServer({ DATA_DIR: data_dir })
    const clerk = await logInClerk(server.url, email)
    rmSync(data_dir, { recursive: true })
    await clerk.issueRolls(server.url, numbers[0] ?? '', 1, 'taken')
    expect(await server.stop()).toBe(1)
    expect(server.output()).toContain('not stopped in time')
  })

  test('where nothing can be made is refused with a sentence', async () => {
    expect(await failedStart('/proc/nope')).toBe('De map /proc/nope kan niet worden gemaakt (ENOENT).\n')
  })
})
