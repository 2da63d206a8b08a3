import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFaults } from './boundaries.ts'

/** A small project that keeps the rules, with the given files planted in it. */
function project(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-boundaries-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const whole: Record<string, string> = {
    'package.json': '{ "workspaces": ["contract", "server", "web"], "devDependencies": { "vitest": "*" } }',
    'node_modules/zod/package.json': '{ "name": "zod", "main": "index.js" }',
    'node_modules/zod/index.js': 'export const string = String',
    'node_modules/vitest/package.json': '{ "name": "vitest", "main": "index.js" }',
    'node_modules/vitest/index.js': 'export const test = 1',
    'contract/package.json':
      '{ "name": "@rd4-loket/contract", "exports": { ".": "./src/index.ts", "./general": "./src/general.ts" }, "dependencies": { "zod": "*" } }',
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
    ...files,
  }
  for (const [file, text] of Object.entries(whole)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  mkdirSync(join(folder, 'node_modules/@rd4-loket'), { recursive: true })
  symlinkSync(join(folder, 'contract'), join(folder, 'node_modules/@rd4-loket/contract'))
  return folder
}

test('the boundary check finds nothing wrong where the rules are kept, and reads every module', async () => {
  expect(await findFaults(project({}))).toEqual({ modules: 10, faults: [] })
})

test.each([
  ['web/src/kit/theme/theme.ts', '../../../../server/src/app/app.ts', 'web and server never meet: web'],
  ['server/src/platform/http/answer.ts', '../../../../web/src/session/api.ts', 'web and server never meet: server'],
  ['contract/src/fields.ts', '../../server/src/app/app.ts', 'the contract rests on zod alone'],
  ['contract/src/fields.ts', 'node:fs', 'the contract rests on zod alone'],
  ['web/src/kit/theme/theme.ts', '../../../../contract/src/roles.ts', 'the contract has one door, its index'],
  ['web/src/kit/theme/theme.ts', 'node:fs', 'the browser has no Node'],
  ['web/src/kit/theme/theme.ts', '../../features/account/LoginPage.tsx', 'web: kit imports no layer above it'],
  ['server/src/platform/http/answer.ts', '../../domain/session.ts', 'server: platform imports no layer above it'],
  ['server/src/platform/http/answer.ts', '@rd4-loket/contract', 'the platform knows nothing about waste'],
  ['server/src/domain/places/places.ts', '../../app/app.ts', 'server: domain imports no layer above it'],
  ['web/src/features/account/LogoutPage.tsx', '../../app/screens.tsx', 'web: features imports no layer above it'],
  [
    'server/src/features/addresses/addresses.routes.ts',
    '../account/account.routes.ts',
    'a feature imports no other feature',
  ],
  ['server/src/features/account/account.queries.ts', '../../test/call.ts', 'what ships needs no test'],
  ['server/src/features/account/account.queries.ts', 'vitest', 'what ships needs no development package'],
  ['server/src/domain/index.ts', './session.ts', 'no barrels but the contract'],
  ['e2e/login.spec.ts', '../server/src/app/app.ts', 'journeys and benches know the running product only'],
  ['server/src/platform/http/answer.ts', './no-such-file.ts', 'every import leads somewhere'],
])('the boundary check finds that %s imports %s', async (file, imported, rule) => {
  const folder = project({
    'server/src/test/call.ts': 'export const call = 1',
    [file]: `import type { it } from '${imported}'\nexport type It = typeof it`,
    // A barrel is wrong because of who reads it.
    ...(file.endsWith('index.ts') && {
      'server/src/app/app.ts': "import type { It } from '../domain/index.ts'\nexport type App = It",
    }),
  })
  const { faults } = await findFaults(folder)
  expect(faults.join('\n')).toContain(`: ${rule}`)
  expect(faults.join('\n')).toContain(file)
})

test('the boundary check finds a cycle of two modules', async () => {
  const folder = project({
    'server/src/domain/a.ts': "import { b } from './b.ts'\nexport const a = () => b",
    'server/src/domain/b.ts': "import { a } from './a.ts'\nexport const b = () => a",
  })
  const { faults } = await findFaults(folder)
  expect(faults).toContain('server/src/domain/a.ts → server/src/domain/b.ts: no cycles')
})

test('the boundary check fails when the tool read fewer modules than there are', async () => {
  const readsNothing = async () => ({ modules: [], summary: { violations: [] } }) as never
  const { modules, faults } = await findFaults(project({}), readsNothing)
  expect(modules).toBe(0)
  expect(faults).toHaveLength(10)
  expect(faults).toContain('server/src/app/app.ts was not read')
})
