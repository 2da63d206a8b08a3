import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.ts'

/** Returns the messages of the linter about these files, with their paths. Some rules depend on the path. */
function lint(texts: string[][]) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = ['biome.json', ...globSync('scripts/*.grit', { cwd: root })]
  for (const file of own) cpSync(join(root, file), join(folder, file))
  for (const [file = '', text = ''] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const options = ['--vcs-enabled=false', '--error-on-warnings', '--reporter=github', '--max-diagnostics=none']
  const biome = join(root, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(biome, ['lint', ...options], { cwd: folder, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.startsWith('::'))
}

const raw = "export const rows = (client: Client) => client.query<Row>('select 1')"
const executed = "export const rows = (db: Db) => db.execute<Row>({ text: 'select 1', values: [] })"
const tagged = "import { sql } from '../../platform/database/sql.ts'\nexport const now = sql`now()`"
const viewed = 'export const rows = ({ sees }: Viewer) => sees'
const compared = 'export const rows = (employee: Named) => employee.municipality'
const employed = "import type { Caller } from '../../platform/http/api.ts'\nexport const rows: Caller[] = []"
const run = "import { allRows } from '../../platform/database/statements.queries.ts'\nexport const all = allRows"

test('the linter rejects SQL, limits, municipalities, decorators and casts outside their files', () => {
  const faults = [
    ['server/src/features/addresses/addresses.routes.ts', 'Write SQL only in', tagged],
    ['server/src/features/addresses/address-rules.ts', 'Write SQL only in', raw],
    ['server/src/features/addresses/address-rules.ts', 'Write SQL only in', executed],
    ['server/src/features/addresses/address-rules.ts', 'Write SQL only in', run],
    ['server/src/imports/areas/import-areas.ts', 'Write SQL only in', tagged],
    ['server/src/features/bill/bill.queries.ts', 'only by inMunicipality', viewed],
    ['server/src/features/bill/bill.ts', 'only by inMunicipality', viewed],
    ['server/src/features/bill/bill.queries.ts', 'only by inMunicipality', compared],
    ['server/src/features/bill/bill.queries.ts', 'A query takes a Viewer', employed],
    ['server/src/app/app.ts', 'Pass a value as an argument', "app.decorate('db', db)"],
    ['server/src/app/app.ts', 'Pass a value as an argument', "app.decorateRequest<Employee>('employee', null)"],
    [
      'server/src/app/app.ts',
      'Pass a value as an argument',
      "declare module 'fastify' { interface FastifyRequest {} }",
    ],
    ['server/src/platform/http/answer.ts', 'Do not replace the type', 'export const reply = 1 as unknown as Reply'],
    ['server/src/app/mail.ts', 'only in limits.ts', 'setInterval(send, 2000)'],
    ['server/src/app/mail.ts', 'only in limits.ts', 'export const wait = () => setTimeout(5 * 1000)'],
    ['server/src/app/mail.ts', 'only in limits.ts', 'export const signal = AbortSignal.timeout(5_000)'],
    ['server/src/domain/sessions/tokens.ts', 'noProcessEnv', 'export const secret = process.env.JWT_SECRET'],
    ['web/src/features/account/LoginPage.tsx', 'noRestrictedGlobals', "export const login = () => fetch('/login')"],
    ['web/src/features/account/LoginPage.tsx', 'noDefaultExport', 'export default function LoginPage() {}'],
    ['web/src/kit/all.ts', 'noBarrelFile', "export { call } from './api.ts'"],
    ['server/src/platform/all.ts', 'noReExportAll', "export * from './errors.ts'"],
  ]
  // The number makes each path unique.
  const numbered = faults.map(([file = '', ...rest], at) => [file.replace(/[^/]+$/, `${at}-$&`), ...rest])
  const found = lint(numbered.map(([file = '', , text = '']) => [file, text]))
  const missed = numbered.filter(
    ([file, message = '']) => !found.some((line) => line.includes(`/${file},`) && line.includes(message)),
  )
  expect(missed).toEqual([])
})

test('the linter allows the same code in the files where it belongs', () => {
  const right = [
    ['server/src/features/addresses/addresses.queries.ts', 'write SQL', tagged],
    ['server/src/features/addresses/addresses.queries.ts', 'write SQL', run],
    ['server/src/features/addresses/addresses.test.ts', 'write SQL', tagged],
    ['server/src/platform/database/pool.ts', 'send SQL', raw],
    ['server/src/domain/places/in-municipality.queries.ts', 'limit rows to a municipality', viewed],
    ['server/src/features/bill/bill.ts', 'name the caller', employed],
    ['server/src/test/server.ts', 'replace a type', 'export const reply = 1 as unknown as Reply'],
    ['server/src/app/mail.ts', 'name a limit', 'setInterval(send, intervals.mail_ms)'],
    ['server/src/platform/runtime/config.ts', 'read the environment', 'export const port = process.env.PORT'],
    ['web/src/session/api.ts', 'call the server', "export const call = () => fetch('/login')"],
    ['contract/src/index.ts', 'be a barrel', "export * from './errors.ts'"],
    ['web/vite.config.ts', 'export a default', 'export default {}'],
  ]
  expect(lint(right.map(([file = '', , text = '']) => [file, text]))).toEqual([])
})
