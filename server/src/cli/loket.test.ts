import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openEmbeddedEngine } from '../platform/database/embedded/embedded.ts'
import { loadConfig } from '../platform/runtime/config.ts'
import { jwtSecrets } from '../platform/runtime/jwt-secrets.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { programEnvironment, programFlags } from '../test/program-environment.ts'
import { commands } from './command-table.ts'

const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-command-'))
afterAll(() => rm(folder, { recursive: true }))

/** Starts a command in its own process on an embedded database. */
const start = (line: string, settings = {}) =>
  spawn(process.execPath, [...programFlags, fileURLToPath(new URL('loket.ts', import.meta.url)), ...line.split(' ')], {
    env: { ...programEnvironment, DATA_DIR: folder, ...settings },
  })

/** Runs a command to its end. */
async function type(line: string, input = '', settings = {}) {
  const child = start(line, settings)
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, out, err }
}

/** Node options that make a process print the name of each package that it loads. */
const printPackages = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (/^[a-z@]/.test(name)) console.error(name)
      return next(name, context)
    },
  })`)}`

test('a command loads no modules for PDF and for passkeys, which use much memory and time', async () => {
  const { err } = await type('--help', '', { NODE_OPTIONS: printPackages })
  expect(err).toMatch(/^pg$/m)
  expect(err).not.toMatch(/pdfkit|simplewebauthn/)
})

test('the help of an installed release names the program of the release, and not npm', async () => {
  const installed = (line: string) => type(line, '', { LOKET_PROGRAM: 'rd4-loket' })
  for (const line of ['--help', 'backup --help']) {
    const { out } = await installed(line)
    expect(out).toMatch(/^rd4-loket /)
    expect(out).not.toContain('npm')
  }
  expect((await installed('import addresses -')).err).toContain("'rd4-loket start' of 'rd4-loket demo'")
})

const embeddedIn = (data_dir: string) => `Database: de ingebouwde database in ${data_dir}\n`
const startOf = (text: string) => new RegExp(`^${RegExp.escape(text)}`)

test("only 'demo' and 'restore' may create a database, and only three commands need no database", () => {
  const namesOf = (kind: string) => commands.filter(({ database }) => database === kind).map(({ name }) => name)
  expect(namesOf('new')).toEqual(['demo', 'restore'])
  expect(namesOf('none')).toEqual(['check theme', 'secret renew', 'openapi'])
})

test('every command that docs/exit.md names exists', () => {
  const page = readFileSync(new URL('../../../docs/exit.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/rd4-loket ([a-z]+(?: [a-z]+(?=[ `]))?)/g)].map(([, name = '']) => name)
  const isCommand = (name: string) => commands.some((it) => it.name === name || it.name === name.split(' ')[0])
  expect(named.length).toBeGreaterThan(7)
  expect(named.filter((name) => !isCommand(name))).toEqual([])
})

test.each(['import addresses -', 'user add --email kim@loket.example --name Kim --role administrator', 'backup -'])(
  "'%s' fails without a database and does not create one",
  async (line) => {
    const data_dir = join(folder, 'nowhere')
    expect(await type(line, '', { DATA_DIR: data_dir })).toEqual({
      code: 1,
      out: '',
      err:
        `Er is geen ingebouwde database in ${data_dir}, en DATABASE_URL is niet ingesteld. ` +
        "Stel DATABASE_URL in, of maak eerst een ingebouwde database met 'npm start' of 'npm run loket -- demo'.\n",
    })
    expect(await readdir(folder)).not.toContain('nowhere')
  },
)

test("'demo' first writes the name of the embedded database that it creates to standard error", async () => {
  const data_dir = join(folder, 'demo')
  const child = start('demo --addresses 1000', { DATA_DIR: data_dir })
  const [first] = await once(child.stderr.setEncoding('utf8'), 'data')
  child.kill()
  await once(child, 'close')
  expect(first).toMatch(startOf(embeddedIn(data_dir)))
})

test.each(['demo', 'retention'])(
  "'%s' first writes the address of the PostgreSQL database, without its password",
  async (line) => {
    const settings = {
      DATABASE_URL: 'postgres://kim:geheim@127.0.0.1:1/loket',
      JWT_SECRET: 'a secret of the tests that is long enough',
    }
    expect(await type(line, '', settings)).toEqual({
      code: 1,
      out: '',
      err: 'Database: PostgreSQL loket op 127.0.0.1:1\nDe database van DATABASE_URL is niet bereikbaar.\n',
    })
  },
)

test('imports addresses from standard input, and fails while another process has the embedded database open', async () => {
  copyDataDirectory('empty', folder)
  const lines = 'straat,huisnummer,postcode,woonplaats,gemeente\nAkerstraat,118,6417AT,Heerlen,Heerlen\n'
  const imported = await type('import addresses -', lines)
  expect(imported).toMatchObject({
    code: 0,
    err: expect.stringMatching(startOf(embeddedIn(folder))),
    out: expect.stringMatching(/standaardinvoer: 1 regels .*\n +toegevoegd +1\n/),
  })

  const engine = await openEmbeddedEngine({ directory: join(folder, 'postgres') })
  const refused = await type('import addresses -', lines)
  await engine.close()
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('in gebruik') })
})

test("'openapi' prints the OpenAPI document when there is no database", async () => {
  const { code, out, err } = await type('openapi')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' })
})

test("'secret renew' replaces the key in the data directory, or prints a new key when JWT_SECRET is set", async () => {
  const config = loadConfig({ DATA_DIR: folder })
  const [before] = jwtSecrets(config)()
  expect(await type('secret renew')).toMatchObject({ code: 0, out: expect.stringContaining('iedereen ingelogd') })
  expect(jwtSecrets(config)()).toEqual([expect.not.stringContaining(before), before])
  const shown = await type('secret renew', '', { JWT_SECRET: 'a secret of the tests that is long enough' })
  expect(shown).toMatchObject({ code: 0, out: expect.stringMatching(/\n[\w-]{64}\n$/) })
  expect(jwtSecrets(config)()).toHaveLength(2)
})
