import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { appendSecurityEvent } from '../domain/access-log/audit-log.queries.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/database/sql.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { changeArchive } from '../test/backup/change-archive.ts'
import { typeCommand } from '../test/commands.ts'
import { effort } from '../test/effort.ts'
import { insertAddress, insertEmployee } from '../test/make.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { programEnvironment, programFlags } from '../test/program-environment.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { checkRestore } from './check-restore.ts'

const main = fileURLToPath(new URL('../cli/loket.ts', import.meta.url))
const DATA_DIR = temporaryFolder()
const folder = temporaryFolder()
const TMPDIR = join(folder, 'temporary')
mkdirSync(TMPDIR)
const archive = join(folder, 'loket.zst')

/** Runs the command line as a program, with its temporary files in `temporary`. */
async function run(...args: string[]) {
  const env = { ...programEnvironment, DATA_DIR, TMPDIR }
  const child = spawn(process.execPath, [...programFlags, main, ...args], { env })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

const open = () => openDatabase(loadConfig({ DATA_DIR }))

/** Returns the checks in the audit log, oldest first. */
const findChecks = async (db: Db) =>
  (
    await sql<{ result: string; object_key: string | null; result_count: number | null }>`
      select result, object_key, result_count, origin from audit_event
      where log = 'audit' and action = 'check_restore' order by position`.execute(db)
  ).rows

beforeAll(async () => {
  copyDataDirectory('migrated', DATA_DIR)
  const { db, close } = await open()
  const { id } = await insertEmployee(db, { email: 'balie@loket.example' })
  await insertAddress(db, { street: 'Akerstraat', house_number: 118 })
  const actor = { id: crypto.randomUUID(), ip: '192.0.2.1', employee: { id } }
  for (let times = 0; times < 3; times += 1) await appendSecurityEvent(db, actor, { action: 'log_in', result: 'done' })
  await close()
  expect(await run('backup', archive)).toMatchObject({ code: 0 })
})

test('reports a good backup with its counts, records it in the audit log, and removes the temporary database', async () => {
  const { code, out } = await run('check', 'restore', archive)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^De back-up van .* is goed: \d+ rijen\.$/m) })
  expect(out).toMatch(/^ {2}adressen +1$/m)
  expect(out).toMatch(/^ {2}medewerkers +1$/m)
  const [, rows] = /goed: (\d+) rijen/.exec(out) ?? []
  const done = {
    result: 'done',
    object_key: expect.stringMatching(/^20\d\d-.*Z$/),
    result_count: Number(rows),
    origin: 'command line',
  }
  const { db, close } = await open()
  expect(await findChecks(db)).toEqual([done])
  await close()
  expect(await readdir(TMPDIR)).toEqual([])
})

const inText = (from: string | RegExp, to: string) => async () =>
  changeArchive(await readFile(archive), (plain) => plain.replace(from, to), { checksum: true })

describe('the command within this process', () => {
  let database: Database
  let knownChecks = 0
  beforeAll(async () => {
    database = await open()
    knownChecks = (await findChecks(database.db)).length
  })
  afterAll(() => database.close())

  const check = (...args: string[]) => checkIn(TMPDIR, ...args)
  /** Runs the command with its temporary files in `temporary`. */
  function checkIn(temporary: string, ...args: string[]) {
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    return typeCommand(checkRestore, args, database.db)
  }

  /** Returns the checks that were added to the audit log since the previous call. */
  async function addedChecks() {
    const checks = await findChecks(database.db)
    const added = checks.slice(knownChecks)
    knownChecks = checks.length
    return added
  }

  const damages: [string, () => Promise<Buffer>, string, string | null][] = [
    ['is cut off', async () => (await readFile(archive)).subarray(0, -1000), 'is beschadigd', null],
    [
      'has a log without its last row',
      inText(/^security\t3\t.*\n/m, ''),
      'beveiligingslogboek is niet heel vanaf regel 3',
      '20',
    ],
    [
      'has other search data than its addresses',
      inText(/(\t akerstraat \t)118\t/, '$13\t'),
      'in de zoekgegevens zijn 1',
      '20',
    ],
    [
      'has a reference to a missing row',
      inText(/^(\{"table":"street".*\n).*\n/m, '$1'),
      'niet goed: een verwijzing tussen tabellen klopt niet',
      null,
    ],
    [
      'has a changed row in a log',
      inText(/(security\t2\t.*\t)log_in\t/, '$1change_password\t'),
      'beveiligingslogboek is niet heel vanaf regel 2',
      '20',
    ],
  ]
  // Each check creates a database. `npm test` leaves the last three kinds of damage to the night.
  test.each(damages.slice(0, 1 + effort))(
    'reports and records a backup that %s',
    async (_, make, sentence, made_at) => {
      const file = join(folder, `${crypto.randomUUID()}.zst`)
      await writeFile(file, await make())
      const result = await check(file)
      expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) })
      expect(await addedChecks()).toMatchObject([
        { result: 'refused', object_key: made_at && expect.stringMatching(`^${made_at}`) },
      ])
      expect(await readdir(TMPDIR)).toEqual([])
    },
  )

  test('reports and records a backup whose logs do not have the hash that was noted outside the database', async () => {
    expect(await check(archive, '--anchor', `${'0'.repeat(64)}@2`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('geen logboek heeft op regel 2 dit controlegetal'),
    })
    expect(await addedChecks()).toMatchObject([{ result: 'refused' }])
  })

  test('records nothing when the file is missing, or when no file is named', async () => {
    const missing = await check(join(folder, 'none.zst'))
    expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('bestaat niet') })
    expect(await check()).toMatchObject({ code: 2, err: expect.stringContaining('Noem één back-up') })
    expect(await addedChecks()).toEqual([])
  })

  test('records nothing when the temporary files or the backup cause an error of the machine', async () => {
    const noFolder = await checkIn(archive, archive)
    expect(noFolder).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ENOTDIR') })
    const unreadable = join(folder, 'socket')
    const server = createServer().listen(unreadable)
    await once(server, 'listening')
    const result = await check(unreadable)
    server.close()
    expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining('ENXIO') })
    expect(await addedChecks()).toEqual([])
    expect(await readdir(TMPDIR)).toEqual([])
  })
})
