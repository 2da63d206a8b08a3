import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.ts'

/** Returns the linter's output for one file at a path of the project; some rules depend on the path. */
function lint(file: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['biome.json', ...globSync('scripts/*.grit', { cwd: root })])
    cpSync(join(root, file), join(folder, file))
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
  const biome = join(root, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', '--error-on-warnings'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

const raw = "export const rows = (client: Client) => client.query<Row>('select 1')"
const executed = "export const rows = (db: Db) => db.execute<Row>({ text: 'select 1', values: [] })"
const tagged = "import { sql } from '../../platform/database/sql.ts'\nexport const now = sql`now()`"
const viewed = 'export const rows = ({ sees }: Viewer) => sees'
const compared = 'export const rows = (employee: Named) => employee.municipality'
const employed = "import type { Caller } from '../../platform/http/api.ts'\nexport const rows: Caller[] = []"
const run = "import { allRows } from '../../platform/database/statements.queries.ts'\nexport const all = allRows"

test.each([
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
  ['server/src/app/app.ts', 'Pass a value as an argument', "declare module 'fastify' { interface FastifyRequest {} }"],
  ['server/src/platform/http/answer.ts', 'Do not replace the type', 'export const reply = 1 as unknown as Reply'],
  ['server/src/app/mail.ts', 'only in limits.ts', 'setInterval(send, 2000)'],
  ['server/src/app/mail.ts', 'only in limits.ts', 'export const wait = () => setTimeout(5 * 1000)'],
  ['server/src/app/mail.ts', 'only in limits.ts', 'export const signal = AbortSignal.timeout(5_000)'],
  ['server/src/domain/sessions/tokens.ts', 'noProcessEnv', 'export const secret = process.env.JWT_SECRET'],
  ['web/src/features/account/LoginPage.tsx', 'noRestrictedGlobals', "export const login = () => fetch('/login')"],
  ['web/src/features/account/LoginPage.tsx', 'noDefaultExport', 'export default function LoginPage() {}'],
  ['web/src/kit/all.ts', 'noBarrelFile', "export { call } from './api.ts'"],
  ['server/src/platform/all.ts', 'noReExportAll', "export * from './errors.ts'"],
])('the linter rejects a line in %s with the message %j', (file, message, text) => {
  expect(lint(file, text)).toContain(message)
})

test.each([
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
])('the linter allows the file %s to %s', (file, _what, text) => {
  const output = lint(file, text)
  expect(output).toContain('Checked')
  expect(output).not.toContain('Found')
})
