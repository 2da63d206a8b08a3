import { existsSync, globSync } from 'node:fs'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { root } from './run.ts'

const test = String.raw`(\.test\.tsx?|/src/test/.*)$`
const examples = String.raw`^contract/src/(example|examples|fake-backend|.*\.examples)\.ts$`
const source = '^(contract|server|web|e2e|bench)/'

/** The layers of each workspace, lowest first. A module may import its own layer and the layers below it. */
const layers = {
  server: ['platform', 'domain', 'features', 'app|imports|backup', 'cli'],
  web: ['kit', 'session', 'domain', 'features', 'app'],
}

/** The forbidden imports. The name of a rule is its message. */
const rules: IForbiddenRuleType[] = [
  {
    name: 'the contract imports only zod',
    from: { path: '^contract/', pathNot: test },
    to: { pathNot: ['^contract/', '^node_modules/zod/'] },
  },
  {
    name: 'the contract is imported through its index',
    from: { path: source, pathNot: '^contract/' },
    to: { path: '^contract/', pathNot: '^contract/src/(index|general|endpoints|examples|fake-backend).ts$' },
  },
  {
    name: 'only tests, the development server and the OpenAPI document read examples',
    from: { path: source, pathNot: [test, examples, '^server/src/app/openapi.ts$', '^web/failing-calls.ts$', '^e2e/'] },
    to: { path: examples },
  },
  {
    name: 'the product does not import the fake backend',
    from: { path: '^(server|web/src)/', pathNot: test },
    to: { path: '^contract/src/fake-backend.ts$' },
  },
  {
    name: 'a page contains no list of all endpoints',
    from: { path: '^web/', pathNot: test },
    to: { path: '^contract/src/endpoints.ts$' },
  },
  {
    name: 'platform and kit know nothing about waste',
    from: { path: '^(server/src/platform|web/src/kit)/', pathNot: test },
    to: { path: '^contract/', pathNot: '^contract/src/general.ts$' },
  },
  { name: 'web does not import server', from: { path: '^web/' }, to: { path: '^server/' } },
  { name: 'server does not import web', from: { path: '^server/' }, to: { path: '^web/' } },
  {
    name: 'the browser has no Node modules',
    from: { path: '^web/src/', pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'e2e and bench do not import server and web',
    from: { path: '^(e2e|bench)/' },
    to: { path: '^(server|web)/' },
  },
  {
    name: 'the product does not import e2e and bench',
    from: { path: '^(contract|server|web)/' },
    to: { path: '^(e2e|bench)/' },
  },
  { name: 'e2e does not import bench', from: { path: '^e2e/' }, to: { path: '^bench/' } },
  { name: 'only scripts import scripts', from: { pathNot: '^scripts/' }, to: { path: '^scripts/' } },
  {
    name: 'the demo data imports features, imports and the layers below them',
    from: { path: '^server/demo/', pathNot: test },
    to: { path: '^server/src/', pathNot: '^server/src/(platform|domain|features|imports)/' },
  },
  ...Object.entries(layers).flatMap(([workspace, order]) =>
    order.slice(0, -1).map(
      (layer, at): IForbiddenRuleType => ({
        name: `${workspace}: ${layer} imports no layer above it`,
        from: { path: `^${workspace}/src/(${layer})/`, pathNot: test },
        to: { path: `^${workspace}/src/`, pathNot: `^${workspace}/src/(${order.slice(0, at + 1).join('|')})/` },
      }),
    ),
  ),
  {
    name: 'a feature imports no other feature',
    from: { path: '^(web|server)/src/features/([^/]+)/', pathNot: test },
    to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
  },
  {
    name: 'a query file imports no rule',
    from: { path: String.raw`\.queries\.ts$` },
    to: {
      path: source,
      // Constants, such as the timeout of a query, are not rules.
      pathNot: [
        String.raw`\.queries\.ts$`,
        '^server/src/platform/database/',
        String.raw`^server/src/platform/runtime/limits\.ts$`,
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  { name: 'the product does not import tests', from: { path: source, pathNot: test }, to: { path: test } },
  {
    name: 'the product does not import development packages',
    from: { path: '^(contract|server)/', pathNot: test },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
  { name: 'no cycles', from: {}, to: { circular: true } },
  {
    name: 'no barrel except the contract',
    from: {},
    to: { path: ['^(e2e|bench|scripts)/index.ts$', String.raw`^(server|web|e2e|bench|scripts)/.*/index\.tsx?$`] },
  },
  { name: 'every import can be resolved', from: {}, to: { couldNotResolve: true } },
]

/** Reads the imports of all modules in a folder. */
async function readModules(folder: string): Promise<ICruiseResult> {
  const parts = ['contract', 'server', 'web', 'e2e', 'bench', 'scripts'].filter((part) =>
    existsSync(`${folder}/${part}`),
  )
  const { output } = await cruise(
    [...parts, ...globSync('*.ts', { cwd: folder })],
    {
      baseDir: folder,
      ruleSet: { forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })) },
      validate: true,
      // Many packages have their code in a folder dist, which must not be excluded.
      exclude: { path: '^(dist|[^/]+/dist|.*test-results|[^/]+/.cache)/' },
      doNotFollow: { path: '(^|/)node_modules/' },
      // Without this option the tool does not report imports of types.
      tsPreCompilationDeps: true,
      combinedDependencies: true,
    },
    {
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.d.ts', '.css'],
    },
  )
  return output as ICruiseResult
}

/** Returns the forbidden imports in a folder, and the source files that the tool did not read. */
export async function findFaults(folder: string, read = readModules) {
  const { modules, summary } = await read(folder)
  const seen = new Set(modules.map((module) => module.source))
  const files = globSync('{{contract,server,web}/src,e2e,bench,scripts}/**/*.{ts,tsx}', {
    cwd: folder,
    exclude: ['**/{node_modules,test-results,.cache}/**'],
  })
  const unread = files.filter((file) => !seen.has(file))
  return {
    modules: files.length - unread.length,
    faults: [
      ...summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`),
      // With TypeScript 7 the tool has read 0 modules and reported success.
      ...unread.map((file) => `${file} was not read`),
      ...(files.length === 0 ? ['there are no source files'] : []),
    ],
  }
}

if (import.meta.main) {
  const { modules, faults } = await findFaults(root)
  for (const fault of faults) console.log(fault)
  console.log(`${modules} modules read, ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
