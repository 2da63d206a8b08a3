import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadDemo } from '../../demo/demo.ts'
import { demoEmployees, demoPassword } from '../../demo/employees.ts'
import { buildApp } from '../app/app.ts'
import { findSubjectKey } from '../domain/access-log/access-log.queries.ts'
import { appendSecurityEvent, checkLogs } from '../domain/access-log/audit-log.queries.ts'
import { makeTokens } from '../domain/sessions/tokens.ts'
import { findDossierFacts } from '../features/dossier/dossier.ts'
import { dossierJson } from '../features/dossier/dossier-json.ts'
import { markOf, seal } from '../features/dossier/dossier-mark.ts'
import { openDatabase } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.queries.ts'
import { openPool, type Pool } from '../platform/database/pool.ts'
import { sql } from '../platform/database/sql.ts'
import type { Command } from '../platform/runtime/command.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { changeArchive } from '../test/backup/change-archive.ts'
import { typeCommand } from '../test/commands.ts'
import { effort } from '../test/effort.ts'
import { changedTables, fillVersion1, findColumns, findRows } from '../test/inputs/version-1.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { programEnvironment, programFlags } from '../test/program-environment.ts'
import { settings } from '../test/server.ts'
import { backup } from './backup.ts'
import { isEmpty } from './restore.queries.ts'
import { restore } from './restore.ts'

const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-backup-'))
const server = process.env['TEST_DATABASE_URL']
const main = fileURLToPath(new URL('../cli/loket.ts', import.meta.url))

/** The settings that select a database. */
type DatabaseSettings = Record<string, string>
const created: string[] = []

// The engine listens on a Unix socket in this directory. The path of a socket has at most 107 bytes.
const newDirectory = (): DatabaseSettings => ({ DATA_DIR: join(folder, crypto.randomUUID().slice(0, 8)) })

async function emptyDatabase(): Promise<DatabaseSettings> {
  if (!server) {
    const settings = newDirectory()
    copyDataDirectory('empty', settings['DATA_DIR'] ?? '')
    return settings
  }
  const name = `loket_test_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin(sql`create database ${sql.identifier(name)}`)
  created.push(name)
  return {
    DATABASE_URL: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    JWT_SECRET: 'a secret of the tests that is long enough',
  }
}

async function asAdmin(statement: ReturnType<typeof sql>) {
  const admin = openPool({ connectionString: server, max: 1 })
  await statement.execute(admin).finally(() => admin.close())
}

/** Opens a database as the portal does. */
async function open<Result>(database: DatabaseSettings, use: (db: Pool) => Promise<Result>) {
  const { db, close } = await openDatabase(loadConfig(database), { withoutTimeouts: true })
  return use(db).finally(close)
}

function start(line: string, database: DatabaseSettings): ChildProcess {
  return spawn(process.execPath, [...programFlags, main, ...line.split(' ')], {
    env: { ...programEnvironment, ...database },
  })
}

/** Runs a command, and returns its exit code and its output. */
async function run(line: string, database: DatabaseSettings, input?: Buffer) {
  const child = start(line, database)
  child.stdin?.on('error', () => {}).end(input)
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'close'),
  ])
  return { code, out, err }
}

/** Runs a command on a database within this process, which takes less processor time than `run`. */
async function runHere(command: Command, args: string[], database: DatabaseSettings) {
  for (const [name, value] of Object.entries(database)) vi.stubEnv(name, value)
  return typeCommand(command, args).finally(() => vi.unstubAllEnvs())
}

/** Returns a hash of every table, and the state of every sequence. */
async function findContents(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`.execute(db)
  const { rows: sequences } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`.execute(
    db,
  )
  const contents: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = await sql`
      select count(*) as rows, md5(string_agg(row, e'\n' order by row)) as digest
      from (select r::text collate "C" as row from ${sql.identifier(name)} r) of_table`.execute(db)
    contents[name] = rows[0]
  }
  for (const { name } of sequences)
    contents[name] = (await sql`select last_value, is_called from ${sql.identifier(name)}`.execute(db)).rows[0]
  return contents
}

/** Returns the definitions of all constraints, indexes and triggers. */
async function findDefinitions(db: Db) {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) || ' on ' || conrelid::regclass || ' ' || conname as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join pg_class on oid = indrelid where relnamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(pg_trigger.oid) || tgenabled::text from pg_trigger where not tgisinternal
    order by 1`.execute(db)
  return rows.map(({ definition }) => definition)
}

/** Makes a dossier of all households of an address with clearances. */
async function makeDossier(db: Db) {
  const { rows } = await sql<{ alias: string }>`
    select alias from address where exists (
      select from clearance where address_id = address.id and dutch_year(cleared_at) = 2025) order by id`.execute(db)
  const request = { alias: rows[0]?.alias ?? '', year: 2025, purpose: 'aanslag_bezwaar' as const }
  const facts = await findDossierFacts(db, { ...request, scheme_months: 36 })
  if (!facts) throw new Error('The demo has no clearances')
  return seal(dossierJson(facts, markOf(facts, request.purpose)), await findSubjectKey(db))
}

const archive = join(folder, 'loket.zst')
const dossier = join(folder, 'dossier.json')
let database: DatabaseSettings
let contents: Record<string, unknown>
let definitions: string[]

beforeAll(async () => {
  database = await emptyDatabase()
  await open(database, async (db) => {
    await migrate(db)
    await loadDemo(db, { addresses: 600, today: '2026-03-04' })
    // Most rows are clearances. A tenth of them is enough for these tests, and saves time.
    await sql`delete from clearance where extract(day from cleared_at) > 3`.execute(db)
    await sql`
      insert into card (municipality_id, title, html, places, shown_from, shown_until)
      values (917, 'Tekens', ${'<p>een\ttab, een \\ en \\N, \\.\n\\.\n en ’é😀</p>'}, '{dashboard}', '2026-01-01', '2026-12-31')`.execute(
      db,
    )
    await sql`
      insert into quarantine_line (id, cause, key, rows) values (1, 'address_unknown', 'H1', 1)`.execute(db)
    await sql`
      insert into clearance_quarantine
        (supplier_key, reason, batch_id, source_line, shared, fraction, cleared_at, line_id)
      values ('L1', 'address_unknown', 1, 7, false, 'REST', '2026-03-01 10:30:00Z', 1)`.execute(db)
    const actor = { id: crypto.randomUUID(), ip: '192.0.2.1', employee: { id: 1 } }
    for (const result of ['done', 'refused'] as const)
      await appendSecurityEvent(db, actor, { action: 'log_in', result })
    await writeFile(dossier, await makeDossier(db))
    contents = await findContents(db)
    definitions = await findDefinitions(db)
  })
})

afterAll(async () => {
  for (const name of created) await asAdmin(sql`drop database ${sql.identifier(name)} with (force)`)
  await rm(folder, { recursive: true })
})

test.each(
  'occupancy assessment assessment_line clearance_objection clearance_norm bill_rule clearance_quarantine'.split(' '),
)('backs up a database that has rows in the table %s', (table) => {
  expect(contents[table]).toMatchObject({ digest: expect.any(String) })
})

test('writes a backup to a new file that only its owner can read', async () => {
  const { code, out, err } = await run(`backup ${archive}`, database)
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Back-up maken 100%') })
  expect(out).toContain('Er staan persoonsgegevens in')
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
  expect(await typeCommand(backup, [archive])).toMatchObject({ code: 1, err: expect.stringContaining('bestaat al') })
})

const engines = server ? ['PostgreSQL', 'embedded engine'] : ['embedded engine']

test.each(engines)(
  'restores every row, index, constraint and trigger in an empty %s; employees can log in, and dossiers are confirmed',
  async (engine) => {
    const other = engine === 'embedded engine' ? newDirectory() : await emptyDatabase()
    const { code, out, err } = await run(`restore ${archive}`, other)
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Back-up controleren 100%') })
    expect(out).toMatch(/^De back-up van .* is teruggezet: [\d.]+ rijen\.\n$/)
    const [first] = err.split('\n')
    const { DATA_DIR, DATABASE_URL = '' } = other
    expect(first).toBe(
      DATA_DIR
        ? `Database: de ingebouwde database in ${DATA_DIR}`
        : `Database: PostgreSQL ${new URL(DATABASE_URL).pathname.slice(1)} op ${new URL(DATABASE_URL).host}`,
    )
    await open(other, async (db) => {
      expect(await findContents(db)).toEqual(contents)
      expect(await findDefinitions(db)).toEqual(definitions)
      expect((await checkLogs(db)).map(({ fault }) => fault)).toEqual([null, null, null])
      const app = await buildApp(
        { db, reads: db },
        makeTokens({ secrets: () => ['x'.repeat(32)], ttl_minutes: 60 }),
        settings,
      )
      const payload = { email: demoEmployees[0].email, password: demoPassword }
      const login = await app.inject({ method: 'POST', url: '/api/v1/counter/user/auth/login', payload })
      await app.close()
      expect(login.statusCode).toBe(200)
    })
    const verified = await run(`verify dossier ${dossier}`, other)
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^Dit dossier klopt met de gegevens van nu/) })
  },
)

test('restores a backup of version 1.0.0 with every row, and upgrades it', async () => {
  const file = join(folder, 'version-1.zst')
  const old = await emptyDatabase()
  const [columns, rows] = await open(old, async (db) => {
    await fillVersion1(db)
    const columns = await findColumns(db)
    return [columns, await findRows(db, columns)] as const
  })
  expect(await runHere(backup, [file], old)).toMatchObject({ code: 0 })
  const other = await emptyDatabase()
  expect(await runHere(restore, [file], other)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Daarna bijgewerkt:\n  0009_pass_form.sql\n'),
  })
  await open(other, async (db) => {
    expect(await findRows(db, columns, changedTables)).toEqual(rows)
    expect((await checkLogs(db)).map(({ fault }) => fault)).toEqual([null, null, null])
    expect(await migrate(db)).toEqual([])
  })
})

test('rejects a restore into a database with tables, and leaves that database unchanged', async () => {
  const result = await runHere(restore, [archive], database)
  expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining('alleen terug in een lege database') })
  await open(database, async (db) => expect(await findContents(db)).toEqual(contents))
})

test('a backup during writes contains either all rows or no rows of each transaction', async () => {
  const file = join(folder, 'busy.zst')
  await open(database, async (db) => {
    let stopped = false
    let written = 0
    const writing = (async () => {
      for (; !stopped; written += 1) {
        // The embedded engine has one connection. The pause lets the backup run between two transactions.
        await setTimeout(20)
        await db.transaction(async (transaction) => {
          for (const rolls of [1, 2])
            await sql`
              insert into roll_issue (environmental_pass_id, employee_id, rolls, idempotency_key)
              select min(environmental_pass.id), min(employee.id), ${rolls}, ${`during ${written} ${rolls}`} from environmental_pass, employee`.execute(
              transaction,
            )
        })
      }
    })()
    const { code } = await run(`backup ${file}`, database)
    stopped = true
    await writing
    expect(code).toBe(0)
    expect(written).toBeGreaterThan(1)
  })
  const other = await emptyDatabase()
  expect(await runHere(restore, [file], other)).toMatchObject({ code: 0 })
  await open(other, async (db) => {
    const { rows } = await sql<{ number: number; rows: number }>`
      select split_part(idempotency_key, ' ', 2)::int as number, count(*) as rows from roll_issue
      where idempotency_key like 'during %' group by 1 order by 1`.execute(db)
    expect(rows).toEqual(rows.map((_, number) => ({ number, rows: 2 })))
    // This insert succeeds only if the restored sequence continues after the last row.
    await sql`insert into roll_issue (environmental_pass_id, employee_id, rolls) select min(environmental_pass.id), min(employee.id), 1 from environmental_pass, employee`.execute(
      db,
    )
  })
})

const changed = async (change: (text: string) => string, options: { checksum: boolean }) =>
  changeArchive(await readFile(archive), change, options)

test.each<[string, () => Promise<Buffer>, string]>([
  ['cut off', async () => (await readFile(archive)).subarray(0, -1000), 'is beschadigd'],
  ['of one byte', async () => (await readFile(archive)).subarray(0, 1), 'is beschadigd'],
  ['empty', async () => Buffer.alloc(0), 'is beschadigd'],
  ['followed by other data', async () => Buffer.concat([await readFile(archive), Buffer.from('x')]), 'is beschadigd'],
  ['another file', async () => readFile(main), 'is beschadigd'],
  ['another file in zstd', async () => zstdCompressSync(await readFile(main)), 'is beschadigd'],
  [
    'changed in one letter',
    () => changed((text) => text.replace('Akerstraat', 'Akerstraaf'), { checksum: false }),
    'is beschadigd',
  ],
  [
    'without its last line',
    () => changed((text) => text.slice(0, text.lastIndexOf('{"sha256"')), { checksum: false }),
    'is beschadigd',
  ],
  [
    'of a newer format',
    () => changed((text) => text.replace('"form":1', '"form":2'), { checksum: true }),
    'nieuwere versie',
  ],
  [
    'of a newer version',
    () => changed((text) => text.replace('0001_streets', '9999_streets'), { checksum: true }),
    'nieuwere versie',
  ],
  [
    'of a trial version',
    () => changed((text) => text.replace('0001_streets', '0001_places'), { checksum: true }),
    'oudere proefversie',
  ],
])('rejects an archive that is %s before it opens a database', async (_, make, sentence) => {
  const file = join(folder, `${crypto.randomUUID()}.zst`)
  await writeFile(file, await make())
  vi.stubEnv('DATA_DIR', join(folder, 'nowhere'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const restoring = restore.run({
    args: [file],
    options: {},
    openDatabase: () => expect.unreachable(),
    onProgress: () => {},
    signal: new AbortController().signal,
  })
  await expect(restoring).rejects.toThrow(sentence)
  expect(await readdir(folder)).not.toContain('nowhere')
})

test.each([
  ['is damaged', async () => (await readFile(archive)).subarray(0, -1000)],
  [
    'has dangling references',
    () => changed((text) => text.replace(/(\{"table":"resident".*\n\d+\t)\d+/, '$1999999999'), { checksum: true }),
  ],
])('leaves the database empty when an archive on standard input %s', async (_, makeInput) => {
  const other = await emptyDatabase()
  expect(await run('restore -', other, await makeInput())).toMatchObject({ code: 1, out: '' })
  expect(await open(other, isEmpty)).toBe(true)
})

test('writes a backup to standard output, and restores it from standard input in several zstd frames', async () => {
  const child = start('backup -', database)
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.resume()
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const plain = zstdDecompressSync(Buffer.concat(chunks))
  const frames = [0, 100_000].map((from, at) => zstdCompressSync(plain.subarray(from, [100_000][at])))
  expect(await run('restore -', await emptyDatabase(), Buffer.concat(frames))).toMatchObject({ code: 0 })
})

describe.each((['SIGKILL', 'SIGTERM'] as const).slice(0, effort))('%s', (signal) => {
  test('that ends a backup leaves no incomplete backup', async () => {
    const file = join(folder, `${signal}.zst`)
    const child = start(`backup ${file}`, database)
    for await (const output of child.stderr as AsyncIterable<Buffer>) if (output.includes('Back-up maken')) break
    child.kill(signal)
    await once(child, 'close')
    // On a busy machine the backup can be complete before the signal arrives.
    if ((await readdir(folder)).includes(`${signal}.zst`))
      expect(await runHere(restore, [file], await emptyDatabase())).toMatchObject({ code: 0 })
  })

  test('that ends a restore leaves no incomplete database', async () => {
    const other = await emptyDatabase()
    const child = start(`restore ${archive}`, other)
    for await (const output of child.stderr as AsyncIterable<Buffer>) if (output.includes('terugzetten')) break
    child.kill(signal)
    await once(child, 'close')
    const again = await runHere(restore, [archive], other)
    if (again.code !== 0) expect(again.err).toContain('In deze database staat al iets')
    await open(other, async (db) => expect(await findContents(db)).toEqual(contents))
  })
})

test.each([
  [backup, [], 'Noem één bestand'],
  [backup, ['a', 'b'], 'Noem één bestand'],
  [restore, [], 'Noem één back-up'],
])("rejects '$name' with the arguments %j with exit code 2", async (command, args, sentence) => {
  expect(await typeCommand(command, args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
})

test('rejects a backup of an empty database and a restore of a missing file', async () => {
  const other = await emptyDatabase()
  expect(await runHere(backup, [join(folder, 'none.zst')], other)).toMatchObject({ code: 1, out: '' })
  const missing = await typeCommand(restore, [join(folder, 'none.zst')])
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('bestaat niet') })
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
})

test('writes an archive whose decompressed text contains every table, even an empty table', async () => {
  const plain = await text(createReadStream(archive).pipe(createZstdDecompress()))
  const lines = plain.split('\n')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ archive: 'rd4-loket', form: 1, migrations: expect.any(Array) })
  const archived = lines.filter((line) => line.startsWith('{"table":')).map((line) => JSON.parse(line).table)
  const { rows: tables } = await open(database, (db) =>
    sql<{ name: string }>`
      select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db),
  )
  expect([...new Set(archived)].sort()).toEqual(tables.map(({ name }) => name).sort())
})
