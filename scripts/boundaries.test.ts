import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFaults } from './boundaries.ts'

/** Creates a small project that follows the rules, plus the given files. */
function project(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-boundaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const all: Record<string, string> = {
    'package.json': '{ "workspaces": ["contract", "server", "web"], "devDependencies": { "vitest": "*" } }',
    'node_modules/zod/package.json': '{ "name": "zod", "main": "index.js" }',
    'node_modules/zod/index.js': 'export const string = String',
    'node_modules/vitest/package.json': '{ "name": "vitest", "main": "dist/index.js" }',
    'node_modules/vitest/dist/index.js': 'export const test = 1',
    'contract/package.json':
      '{ "name": "@rd4-loket/contract", "exports": { ".": "./src/index.ts", "./*": "./src/*.ts" }, "dependencies": { "zod": "*" } }',
    'contract/src/index.ts': "export * from './roles.ts'",
    'contract/src/general.ts': "export * from './roles.ts'",
    'contract/src/roles.ts': "import * as z from 'zod'\nexport const Role = z.string()",
    'server/package.json': '{ "dependencies": { "@rd4-loket/contract": "*", "zod": "*" } }',
    'server/src/platform/answer.ts': "export type { Role } from '@rd4-loket/contract/general'",
    'server/src/domain/session.ts': "import { Role } from '@rd4-loket/contract'\nexport const session = Role",
    'server/src/features/account/account.routes.ts':
      "import { session } from '../../domain/session.ts'\nexport const account = session",
    'server/src/app/app.ts':
      "import { account } from '../features/account/account.routes.ts'\nexport const app = account",
    'web/package.json': '{ "dependencies": { "@rd4-loket/contract": "*" } }',
    'web/src/session/api.ts': "import type { Role } from '@rd4-loket/contract'\nexport type Api = typeof Role",
    'web/src/features/account/LoginPage.tsx':
      "import type { Api } from '../../session/api.ts'\nexport const LoginPage = (api: Api) => <p>{String(api)}</p>",
    'web/src/app/screens.tsx':
      "import { LoginPage } from '../features/account/LoginPage.tsx'\nexport const screens = [LoginPage]",
    'server/src/cli/user.ts': 'export const user = 1',
    'e2e/journey.ts': 'export const journey = 1',
    'bench/portal.ts': 'export const portal = 1',
    'scripts/run.ts': "import { journey } from '../e2e/journey.ts'\nexport const run = journey",
    ...files,
  }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  mkdirSync(join(folder, 'node_modules/@rd4-loket'), { recursive: true })
  symlinkSync(join(folder, 'contract'), join(folder, 'node_modules/@rd4-loket/contract'))
  return folder
}

test('the boundary check reads every module, and reports no fault when all follow the rules', async () => {
  expect(await findFaults(project({}))).toEqual({ modules: 14, faults: [] })
})

test('the boundary check reports each forbidden import', async () => {
  const forbidden = [
    ['web/src/kit/theme/theme.ts', '../../../../server/src/app/app.ts', 'web does not import server'],
    ['server/src/platform/http/answer.ts', '../../../../web/src/session/api.ts', 'server does not import web'],
    ['contract/src/fields.ts', '../../server/src/app/app.ts', 'the contract imports only zod'],
    ['contract/src/fields.ts', 'node:fs', 'the contract imports only zod'],
    ['web/src/kit/theme/theme.ts', '../../../../contract/src/roles.ts', 'the contract is imported through its index'],
    [
      'web/src/session/me.ts',
      '@rd4-loket/contract/examples',
      'only tests, the development server and the OpenAPI document read examples',
    ],
    [
      'contract/src/fields.ts',
      './bill.examples.ts',
      'only tests, the development server and the OpenAPI document read examples',
    ],
    ['server/src/app/openapi.ts', '@rd4-loket/contract/fake-backend', 'the product does not import the fake backend'],
    ['web/src/session/me.ts', '@rd4-loket/contract/endpoints', 'a page contains no list of all endpoints'],
    ['web/src/kit/theme/theme.ts', 'node:fs', 'the browser has no Node modules'],
    ['web/src/kit/theme/theme.ts', '../../features/account/LoginPage.tsx', 'web: kit imports no layer above it'],
    ['server/src/platform/http/answer.ts', '../../domain/session.ts', 'server: platform imports no layer above it'],
    ['server/src/platform/http/answer.ts', '@rd4-loket/contract', 'platform and kit know nothing about waste'],
    ['web/src/kit/theme/theme.ts', '@rd4-loket/contract', 'platform and kit know nothing about waste'],
    ['server/src/domain/places/places.ts', '../../app/app.ts', 'server: domain imports no layer above it'],
    ['web/src/features/account/LogoutPage.tsx', '../../app/screens.tsx', 'web: features imports no layer above it'],
    [
      'server/src/features/addresses/addresses.routes.ts',
      '../account/account.routes.ts',
      'a feature imports no other feature',
    ],
    ['server/src/features/account/account.queries.ts', '../../test/call.ts', 'the product does not import tests'],
    ['server/src/features/account/account.queries.ts', 'vitest', 'the product does not import development packages'],
    ['server/src/domain/index.ts', './session.ts', 'no barrel except the contract'],
    ['e2e/login.spec.ts', '../server/src/app/app.ts', 'e2e and bench do not import server and web'],
    ['bench/load.ts', '../web/src/session/api.ts', 'e2e and bench do not import server and web'],
    ['web/vite.config.ts', '../e2e/journey.ts', 'the product does not import e2e and bench'],
    ['e2e/login.spec.ts', '../bench/portal.ts', 'e2e does not import bench'],
    ['e2e/login.spec.ts', '../scripts/run.ts', 'only scripts import scripts'],
    ['vitest.config.ts', './scripts/run.ts', 'only scripts import scripts'],
    ['scripts/plan.ts', './no-such-file.ts', 'every import can be resolved'],
    ['server/demo/demo.ts', '../src/app/app.ts', 'the demo data imports features, imports and the layers below them'],
    ['server/src/backup/check.ts', '../cli/user.ts', 'server: app|imports|backup imports no layer above it'],
    ['server/src/platform/http/answer.ts', './no-such-file.ts', 'every import can be resolved'],
  ] as const
  const importsOf = (wanted: string) =>
    forbidden.flatMap(([file, imported], at) =>
      file === wanted ? `import type { it as it${at} } from '${imported}'` : [],
    )
  const folder = project({
    'server/src/test/call.ts': 'export const call = 1',
    'contract/src/bill.examples.ts': 'export const bill = 1',
    'contract/src/examples.ts': "export { bill } from './bill.examples.ts'",
    'contract/src/endpoints.ts': 'export const endpoints = {}',
    'contract/src/fake-backend.ts': 'export const fakeReply = 1',
    // The check reports a barrel at the module that imports it.
    'server/src/domain/reader.ts': "import type { It } from './index.ts'\nexport type Reader = It",
    ...Object.fromEntries(forbidden.map(([file]) => [file, [...importsOf(file), 'export type It = 1'].join('\n')])),
  })
  const { faults } = await findFaults(folder)
  const missed = forbidden.filter(
    ([file, , rule]) => !faults.some((fault) => fault.includes(file) && fault.includes(`: ${rule}`)),
  )
  expect(missed).toEqual([])
})

test('the boundary check reports the imports of rules in a query file, and no other imports', async () => {
  const lines = {
    rule: "import { allowance } from './rolls.ts'",
    contract: "import { allowance } from '@rd4-loket/contract'",
    page: "import { readCursor } from '../../platform/http/page.ts'",
    type: "import type { Pass } from './rolls.ts'",
    database: "import { dutchYear } from '../../platform/database/dutch-time.ts'",
    query: "import { findPass } from '../../domain/pass.queries.ts'",
    package: "import { sql } from 'zod'",
  }
  const queries = Object.entries(lines).map(([name, line]) => [
    `server/src/features/passes/${name}.queries.ts`,
    `${line}\nexport const query = 1`,
  ])
  const { faults } = await findFaults(
    project({
      'contract/src/roles.ts': 'export const allowance = 6',
      'server/src/platform/database/dutch-time.ts': 'export const dutchYear = 2026',
      'server/src/platform/http/page.ts': 'export const readCursor = 1',
      'server/src/domain/pass.queries.ts': 'export const findPass = 1',
      'server/src/features/passes/rolls.ts': 'export type Pass = 1\nexport const allowance = 6',
      ...Object.fromEntries(queries),
    }),
  )
  const reported = faults.filter((fault) => fault.endsWith('a query file imports no rule'))
  expect(reported.map((fault) => /(\w+)\.queries/.exec(fault)?.[1]).sort()).toEqual(['contract', 'page', 'rule'])
})

test('the boundary check reports two modules that import each other', async () => {
  const folder = project({
    'server/src/domain/a.ts': "import { b } from './b.ts'\nexport const a = () => b",
    'server/src/domain/b.ts': "import { a } from './a.ts'\nexport const b = () => a",
  })
  const { faults } = await findFaults(folder)
  expect(faults).toContain('server/src/domain/a.ts → server/src/domain/b.ts: no cycles')
})

test('the boundary check fails when the tool did not read all modules', async () => {
  const readsNothing = async () => ({ modules: [], summary: { violations: [] } }) as never
  const { modules, faults } = await findFaults(project({}), readsNothing)
  expect(modules).toBe(0)
  expect(faults).toHaveLength(14)
  expect(faults).toContain('server/src/app/app.ts was not read')
})
