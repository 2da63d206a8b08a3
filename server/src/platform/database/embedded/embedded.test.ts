import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { copyDataDirectory, openPreparedEngine } from '../../../test/prepared.ts'
import { programFlags } from '../../../test/program-environment.ts'
import { engineMajor } from './directory.ts'
import { lockDirectory } from './directory-lock.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded.ts'

let engine: EmbeddedEngine
let dump: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  engine = await openPreparedEngine('empty')
  await withClient(engine, (client) =>
    client.query(
      'create table street (id int primary key, name text not null); insert into street values (1, $$Akerstraat$$)',
    ),
  )
  dump = await engine.dump()
})

afterAll(() => engine.close())

async function connect(to: EmbeddedEngine) {
  const client = new pg.Client({ stream: to.stream })
  await client.connect()
  return client
}

async function withClient<T>(to: EmbeddedEngine, use: (client: pg.Client) => Promise<T>) {
  const client = await connect(to)
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function poolOf(to: EmbeddedEngine) {
  const pool = new pg.Pool({ stream: to.stream, max: 1 })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  return pool
}

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-engine-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a script in a second process, and reads its output line by line. */
function otherProcess(script: string) {
  const source = `
    const { openEmbeddedEngine } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    const { lockDirectory } = await import(${JSON.stringify(new URL('./directory-lock.ts', import.meta.url).href)})
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    ${script}`
  const child = spawn(process.execPath, [...programFlags, '--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {},
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, exited: once(child, 'exit'), lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

describe('a client', () => {
  test('receives the result of each query when it sends 200 queries at the same time', async () => {
    const pool = poolOf(engine)
    const sent = Array.from({ length: 200 }, (_, index) => index)
    const results = await Promise.all(sent.map((index) => pool.query('select $1::int as sent', [index])))
    expect(results.map(({ rows }) => rows[0].sent)).toEqual(sent)
  })

  test('is connected after the previous client disconnects', async () => {
    const order: string[] = []
    const first = await connect(engine)
    const second = connect(engine).then(async (client) => {
      order.push('second connected')
      await client.end()
    })
    await first.query('select 1')
    order.push('first done')
    await first.end()
    await second
    expect(order).toEqual(['first done', 'second connected'])
  })

  test('receives an error with its SQLSTATE, and can continue', () =>
    withClient(engine, async (client) => {
      await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
      await expect(client.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01', position: '21' })
      await expect(client.query('insert into street values ($1, null)', [2])).rejects.toMatchObject({
        code: '23502',
        column: 'name',
      })
      await expect(client.query({ name: 'faulty', text: 'select $1::int + nope', values: [1] })).rejects.toMatchObject({
        code: '42703',
      })
      expect((await client.query('select $1::text as still', ['here'])).rows).toEqual([{ still: 'here' }])
    }))

  test('receives the same texts, null and bytes that it sent as parameters', () =>
    withClient(engine, async (client) => {
      const sent = ['Wieënweg ’n €', '', null, '\\x00ff', '{"a": [1]}']
      const { rows } = await client.query('select unnest($1::text[]) as value', [sent])
      expect(rows.map(({ value }) => value)).toEqual(sent)
      const bytes = await client.query('select $1::bytea as bytes', [Buffer.from([0, 1, 255])])
      expect(bytes.rows[0].bytes).toEqual(Buffer.from([0, 1, 255]))
    }))

  test('receives all rows when it reads a result in portions of 100 rows', () =>
    withClient(engine, async (client) => {
      const config = { text: 'select generate_series(1, 1000) as n where $1', values: [true], rows: 100 }
      expect((await client.query(config)).rows).toHaveLength(1000)
    }))

  test('receives an error for COPY FROM STDIN, and can continue', () =>
    withClient(engine, async (client) => {
      await expect(client.query('copy street from stdin')).rejects.toMatchObject({ code: '57014' })
      await expect(client.query('select 1; copy street from stdin; select 2')).rejects.toMatchObject({ code: '57014' })
      await expect(client.query({ name: 'copy', text: 'copy street from stdin' })).rejects.toMatchObject({
        code: '57014',
      })
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }))

  test('receives an error for a query with too deep recursion or nesting, and can continue', () =>
    withClient(engine, async (client) => {
      await client.query(
        'create function deep(n int) returns int language sql as $$ select 1 $$; ' +
          'create or replace function deep(n int) returns int language plpgsql as $$ begin return deep(n + 1); end $$',
      )
      await expect(client.query('select deep(1)')).rejects.toMatchObject({ code: '54001' })
      await expect(client.query(`select ${'1+'.repeat(20_000)}1`)).rejects.toMatchObject({ code: '54001' })
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }))

  test('receives all results when messages arrive byte by byte or several together', async () => {
    const stream = engine.stream()
    const closed = once(stream, 'close')
    const received: Buffer[] = []
    stream.on('data', (bytes) => received.push(bytes))
    const ready = (times: number) =>
      expect.poll(() => Buffer.concat(received).toString('latin1').split('Z\0\0\0\x05I').length - 1).toBe(times)
    const message = (type: string, body: string) => {
      const bytes = Buffer.from(`${type}\0\0\0\0${body}`, 'latin1')
      bytes.writeUInt32BE(bytes.length - type.length, type.length)
      return bytes
    }
    stream.write(message('', '\x04\xd2\x16\x2f'))
    await expect.poll(() => Buffer.concat(received).toString()).toBe('N')
    for (const byte of message('', '\0\x03\0\0user\0iemand\0\0')) stream.write(Buffer.from([byte]))
    await ready(1)
    for (const byte of message('Q', "select 'split'\0")) stream.write(Buffer.from([byte]))
    await ready(2)
    const joined = [
      message('Q', "select 'joined'\0"),
      message('P', "\0select 'extended'\0\0\0"),
      message('B', '\0\0\0\0\0\0\0\0'),
      message('E', '\0\0\0\0\0'),
      message('S', ''),
      message('X', ''),
    ]
    stream.write(Buffer.concat(joined))
    await ready(4)
    await closed
    const text = Buffer.concat(received).toString()
    for (const value of ['split', 'joined', 'extended']) expect(text).toContain(value)
  })
})

describe('a transaction', () => {
  test('rejects all statements after an error, until it is rolled back', () =>
    withClient(engine, async (client) => {
      await client.query('begin')
      await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' })
      await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' })
      await client.query('rollback')
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }))

  test.each([
    ['disconnects', (client: pg.Client) => client.end()],
    ['loses its connection', async (client: pg.Client) => void streamOf(client).destroy()],
    [
      'loses its connection during a query',
      async (client: pg.Client) => {
        client.query("select pg_sleep(0.2), 'of the previous client'").catch(() => {})
        setImmediate(() => streamOf(client).destroy())
      },
    ],
    [
      'loses its connection in the middle of a batch',
      async (client: pg.Client) => {
        streamOf(client).write(Buffer.from('P\0\0\0\x0f\0select 1\0'))
        streamOf(client).destroy()
      },
    ],
    [
      'loses its connection before it receives an error',
      async (client: pg.Client) => {
        client.query('select 1 / 0').catch(() => {})
        streamOf(client).destroy()
      },
    ],
  ])('is rolled back when its client %s, and the next client has a new session', async (_how, disconnect) => {
    const client = await connect(engine)
    client.on('error', () => {})
    await client.query('begin')
    await client.query("insert into street values (20, 'Glück Auf')")
    await client.query("set search_path = 'elsewhere'; create temporary table mine (); select pg_advisory_lock(1)")
    await client.query({ name: 'mine', text: 'select $1::int', values: [1] })
    await disconnect(client)
    await withClient(engine, async (next) => {
      expect((await next.query('select count(*)::int as rows from street where id = 20')).rows).toEqual([{ rows: 0 }])
      expect((await next.query('show search_path')).rows).toEqual([{ search_path: 'public' }])
      expect((await next.query("select to_regclass('mine') as mine")).rows).toEqual([{ mine: null }])
      expect((await next.query("select 1 from pg_locks where locktype = 'advisory'")).rows).toEqual([])
      expect((await next.query({ name: 'mine', text: 'select $1::int as mine', values: [2] })).rows).toEqual([
        { mine: 2 },
      ])
    })
  })

  test('is possible for other clients after the connection of a client timed out', async () => {
    const first = await connect(engine)
    const second = new pg.Client({ stream: engine.stream, connectionTimeoutMillis: 50 })
    await expect(second.connect()).rejects.toThrow()
    expect((await first.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await first.end()
    await withClient(engine, async (third) => {
      expect((await third.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    })
  })
})

describe('a large query', () => {
  /** Returns the number of turns of the event loop during the work. */
  async function countTicksDuring(work: Promise<unknown>) {
    let ticks = 0
    let done = false
    const countTick = () => {
      ticks += 1
      if (!done) setImmediate(countTick)
    }
    setImmediate(countTick)
    await work
    done = true
    return ticks
  }

  test.each([
    ['a heavy query', 'select count(*) from generate_series(1, 2000000)', []],
    ['a result of 10 MB in one value', "select repeat('x', 10000000) as x", []],
    ['a result of 10 MB in 50,000 rows', "select g, repeat('x', 200) as x from generate_series(1, 50000) g", []],
    ['a parameter of 10 MB', 'select length($1)', ['x'.repeat(10_000_000)]],
  ])('does not block the event loop: %s', async (_what, text, values) => {
    const pool = poolOf(engine)
    await pool.query('select 1')
    expect(await countTicksDuring(pool.query(text, values))).toBeGreaterThan(20)
  })
})

describe('a dump', () => {
  test('opens as a copy, and a change of the copy does not change the original', async () => {
    const copy = await openEmbeddedEngine({ dump })
    onTestFinished(() => copy.close())
    await withClient(copy, async (client) => {
      expect((await client.query('select * from street')).rows).toEqual([{ id: 1, name: 'Akerstraat' }])
      await client.query('delete from street')
    })
    const { rows } = await withClient(engine, (client) => client.query('select id from street'))
    expect(rows).toEqual([{ id: 1 }])
  })

  test('is made after the end of the current transaction', async () => {
    const client = await connect(engine)
    await client.query("begin; insert into street values (30, 'Kloosterweg')")
    let isDone = false
    const waiting = engine.dump().then((bytes) => {
      isDone = true
      return bytes
    })
    await client.query('select 1')
    expect(isDone).toBe(false)
    await client.query('rollback')
    expect((await waiting).byteLength).toBeGreaterThan(1_000_000)
    await client.end()
  })

  test('can fill a new directory, and is rejected for a directory with a database', async () => {
    const directory = join(await emptyFolder(), 'postgres')
    const restored = await openEmbeddedEngine({ directory, dump })
    await withClient(restored, (client) => client.query("insert into street values (2, 'Wieënweg')"))
    await restored.close()
    await expect(openEmbeddedEngine({ directory, dump })).rejects.toThrow('bevat al een database')
    const reopened = await openEmbeddedEngine({ directory })
    const { rows } = await withClient(reopened, (client) => client.query('select id from street order by id'))
    await reopened.close()
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
  })
})

describe('a directory', () => {
  test('is created with its parents, accessible to the owner only, and contains the written rows when opened again', async () => {
    const directory = join(await emptyFolder(), 'gegevens', 'postgres')
    const first = await openEmbeddedEngine({ directory })
    await withClient(first, (client) => client.query('create table kept (n int); insert into kept values (1)'))
    await first.close()
    const again = await openEmbeddedEngine({ directory })
    const { rows } = await withClient(again, (client) => client.query('select n from kept'))
    await again.close()
    expect(rows).toEqual([{ n: 1 }])
    for (const folder of [directory, dirname(directory)]) expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect(await readdir(dirname(directory))).toEqual(['postgres'])
  })

  test('contains every committed row after the process is killed', async () => {
    const folder = await emptyFolder()
    copyDataDirectory('empty', folder)
    const directory = join(folder, 'postgres')
    const { child, exited, lines } = otherProcess(`
      const engine = await openEmbeddedEngine({ directory: ${JSON.stringify(directory)} })
      const pool = new pg.Pool({ stream: engine.stream, max: 1, user: 'iemand' })
      await pool.query('create table kept (n int)')
      for (let n = 1; ; n += 1) {
        await pool.query('insert into kept values ($1)', [n])
        console.log(n)
      }`)
    let acknowledged = 0
    while (acknowledged < 300) acknowledged = Number((await lines.next()).value)
    child.kill('SIGKILL')
    for (let line = await lines.next(); !line.done; line = await lines.next()) acknowledged = Number(line.value)
    await exited
    const reopened = await openEmbeddedEngine({ directory })
    const { rows } = await withClient(reopened, (client) => client.query('select count(*)::int, max(n) from kept'))
    await reopened.close()
    expect(rows[0].count).toBe(rows[0].max)
    expect(rows[0].count).toBeGreaterThanOrEqual(acknowledged)
  })

  test('cannot be opened by a second process, even by a symbolic link', async () => {
    const folder = await emptyFolder()
    const directory = join(folder, 'postgres')
    const opened = await openEmbeddedEngine({ directory, dump })
    await symlink(directory, join(folder, 'link'))
    const { lines } = otherProcess(`
      console.log(await openEmbeddedEngine({ directory: ${JSON.stringify(join(folder, 'link'))} }).catch((error) => error.message))`)
    const inUse = `De gegevensmap ${directory} is al in gebruik door een ander proces (pid ${process.pid}).`
    expect((await lines.next()).value).toBe(inUse)
    await expect(openEmbeddedEngine({ directory })).rejects.toThrow(inUse)
    await opened.close()
  })

  test('can be locked by only one of several processes after the process with the lock was killed', async () => {
    const directory = join(await emptyFolder(), 'postgres')
    const lock = `const lock = () => lockDirectory(${JSON.stringify(directory)}).then(() => 'won', (error) => error.message)`
    const dead = otherProcess(`${lock}; console.log(await lock()); process.kill(process.pid, 'SIGKILL')`)
    expect((await dead.lines.next()).value).toBe('won')
    await dead.exited
    const racers = Array.from({ length: 4 }, () =>
      otherProcess(`${lock}; console.log(await lock()); console.log(await lock()); setInterval(() => {}, 1000)`),
    )
    const results = await Promise.all(racers.map(async ({ lines }) => [await lines.next(), await lines.next()]))
    const messages = results.flat().map(({ value }) => value)
    expect(messages.filter((message) => message === 'won')).toHaveLength(1)
    expect(messages.filter((message) => message?.includes('is al in gebruik'))).toHaveLength(7)
  })

  test('can be locked when a new process has the pid of the process that held the lock', async () => {
    const directory = join(await emptyFolder(), 'postgres')
    const unlock = await lockDirectory(directory)
    const [holder = ''] = await readdir(`${directory}.lock`)
    await unlock()
    expect(existsSync(`${directory}.lock`)).toBe(false)
    const [pid, start, claim] = holder.split('_')
    await mkdir(`${directory}.lock`)
    await writeFile(join(`${directory}.lock`, [pid, `${start}0`, claim].join('_')), '')
    await (await lockDirectory(directory))()
  })

  test('of another PostgreSQL version is rejected with a Dutch message, and remains unchanged', async () => {
    const directory = await emptyFolder()
    await writeFile(join(directory, 'PG_VERSION'), '17\n')
    await expect(openEmbeddedEngine({ directory })).rejects.toThrow(
      `De gegevensmap ${directory} hoort bij versie 17 van de database; dit programma werkt met versie ${engineMajor}.`,
    )
    expect(await readdir(directory)).toEqual(['PG_VERSION'])
    const { rows } = await withClient(engine, (client) => client.query('show server_version_num'))
    expect(rows[0].server_version_num.slice(0, 2)).toBe(engineMajor)
  })

  test('with files that are no database is rejected with a Dutch message, and remains unchanged', async () => {
    const directory = await emptyFolder()
    await writeFile(join(directory, 'brief.txt'), 'Geachte mevrouw')
    await expect(openEmbeddedEngine({ directory })).rejects.toThrow(
      `De gegevensmap ${directory} is niet leeg en bevat geen database. Kies een andere of een lege map.`,
    )
    expect(await readFile(join(directory, 'brief.txt'), 'utf8')).toBe('Geachte mevrouw')
    expect(existsSync(`${directory}.lock`)).toBe(false)
  })

  test('is rejected with a Dutch message when the path is a file', async () => {
    const file = join(await emptyFolder(), 'postgres')
    await writeFile(file, '')
    await expect(openEmbeddedEngine({ directory: file })).rejects.toThrow(
      `De gegevensmap ${file} kan niet worden gemaakt (EEXIST).`,
    )
  })

  test('with an incomplete database is rejected, and is not locked afterwards', async () => {
    const directory = await emptyFolder()
    await writeFile(join(directory, 'PG_VERSION'), `${engineMajor}\n`)
    await expect(openEmbeddedEngine({ directory })).rejects.toThrow(directory)
    await rm(join(directory, 'PG_VERSION'))
    const opened = await openEmbeddedEngine({ directory, dump })
    await opened.close()
  })
})

describe('the engine', () => {
  test('returns an error to all clients after it crashes', async () => {
    const crashing = await openEmbeddedEngine({ dump })
    const pool = poolOf(crashing)
    const failed = { code: '08006', message: expect.stringContaining('De ingebouwde database is gestopt') }
    await expect(pool.query("copy (select 1) to program 'true'")).rejects.toMatchObject(failed)
    await expect(pool.query('select 1')).rejects.toMatchObject(failed)
    await expect(crashing.dump()).rejects.toMatchObject(failed)
    await crashing.close()
  })

  test('opens its directory again for the next client after a crash, with all committed rows', async () => {
    const crashing = await openEmbeddedEngine({ directory: join(await emptyFolder(), 'postgres'), dump })
    const pool = poolOf(crashing)
    for (const id of [40, 41]) {
      await pool.query("insert into street values ($1, 'Stationsplein')", [id])
      await expect(pool.query("copy (select 1) to program 'true'")).rejects.toMatchObject({ code: '08006' })
    }
    const { rows } = await pool.query('select id from street order by id')
    expect(rows).toEqual([{ id: 1 }, { id: 40 }, { id: 41 }])
    await crashing.close()
    await expect(pool.query('select 1')).rejects.toMatchObject({ code: '08006' })
  })

  test('returns an error to connected and new clients when it is closed', async () => {
    const closing = await openEmbeddedEngine({ dump })
    const client = await connect(closing)
    const error = new Promise((resolve) => client.on('error', resolve))
    await closing.close()
    expect(await error).toMatchObject({ code: '08006', message: 'De ingebouwde database is gesloten.' })
    await expect(connect(closing)).rejects.toMatchObject({ code: '08006' })
    await closing.close()
  })

  test('has fewer than 14 write-ahead log files after 200 MB of rows were inserted', async () => {
    const directory = join(await emptyFolder(), 'postgres')
    const writing = await openEmbeddedEngine({ directory, dump })
    await withClient(writing, async (client) => {
      await client.query('create table much (text text)')
      for (let batch = 0; batch < 8; batch += 1) {
        await client.query("insert into much select repeat('x', 500) from generate_series(1, 50000)")
      }
    })
    const log = (await readdir(join(directory, 'pg_wal'))).filter((file) => /^[0-9A-F]{24}$/.test(file))
    await writing.close()
    expect(log.length).toBeLessThan(14)
  })
})

function streamOf(client: pg.Client) {
  return (client as unknown as { connection: { stream: import('node:stream').Duplex } }).connection.stream
}
