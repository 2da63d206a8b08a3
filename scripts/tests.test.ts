import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectNone, Fault, runChecks as runAssurance, Skipped } from './assure/report.ts'
import { namesRequirement } from './counts.ts'
import { root } from './run.ts'

const passing = "test('1 + 1 is 2', () => expect(1 + 1).toBe(2))"

const noTests = { numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

/** The report of Playwright about one test. */
const journey = (status: 'expected' | 'flaky', errors: string[] = []) =>
  JSON.stringify({
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, [status]: 1 },
    errors: errors.map((message) => ({ message })),
    suites: [
      {
        file: 'a.spec.ts',
        specs: [{ title: 'one', ok: true, file: 'a.spec.ts', line: 3, column: 1, tests: [{ status, results: [] }] }],
      },
    ],
  })

type SmallProject = {
  args?: string[]
  /** The tests that Vitest runs, and the test that proves the requirements. */
  tests?: string
  proof?: string
  /** Shell commands that stand for a check and for Playwright. */
  biome?: string
  playwright?: string
  /** Files of the project, also in place of a script or a program. */
  files?: Record<string, string>
}

/** Creates a small project with the real scripts and Vitest. Returns a function that runs one of its commands. */
function smallProject({
  tests = passing,
  proof = passing,
  biome = '',
  playwright = `echo '${journey('expected')}' > $PLAYWRIGHT_JSON_OUTPUT_FILE`,
  files: otherFiles = {},
}: Omit<SmallProject, 'args'>) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-runner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  for (const name of ['node_modules', 'contract', 'package.json', 'package-lock.json'])
    symlinkSync(join(root, name), join(folder, name))
  const project = (name: string, file: string) => ({ test: { name, include: [file], globals: true } })
  const projects = [project('contract', 'a.test.js'), project('requirements', 'proof.test.js')]
  const onlyProven = '.filter(({ test }) => (test.name === "requirements") === ("TEST_OUTCOMES" in process.env))'
  const files = {
    'a.test.js': tests,
    'proof.test.js': proof,
    'vitest.config.js': `export default { test: { projects: ${JSON.stringify(projects)}${onlyProven} } }`,
    'web/dist/index.html': '',
    'machine/biome': biome,
    'machine/knip': '',
    'machine/sha256sum': '',
    'machine/vite': '',
    'machine/playwright': playwright,
    // The other checks are programs that Node runs.
    'machine/node': `case $1 in *tsc|*boundaries.ts) ;; *) exec ${process.execPath} "$@" ;; esac`,
    ...otherFiles,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file.startsWith('machine') ? `#!/bin/sh\n${text}\n` : text)
    if (file.startsWith('machine')) chmodSync(join(folder, file), 0o755)
  }
  const env = { PATH: `${join(folder, 'machine')}:${join(root, 'node_modules/.bin')}:/usr/bin:/bin` }
  const runVerb = (...args: string[]) => {
    const command = [join(folder, 'scripts/verbs.ts'), ...args]
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    return { status, lines: stdout.trim().split('\n'), stdout, stderr }
  }
  return { folder, runVerb }
}

/** Runs the tests of a small project. Returns the exit code and the output. */
const runTests = ({ args = ['--only', 'contract'], ...project }: SmallProject) =>
  smallProject(project).runVerb('test', ...args)

test('a run in which everything passes succeeds, and states the tests, their cases and the engines', () => {
  const table = "test.each([1, 2, 3])('%i is a number', (it) => expect(it).toBeTypeOf('number'))"
  const { status, lines } = runTests({ args: [], tests: `${passing}\n${table}` })
  expect(lines.slice(-2)).toEqual([
    'Tests: 4 definitions, 6 cases (5 in Node, 0 again on PostgreSQL, 1 in a browser)',
    '16 passed, 0 failed',
  ])
  expect(status).toBe(0)
})

test('a run fails and names the test when a test fails', () => {
  const { status, lines } = runTests({ tests: "test('1 is 2', () => expect(1).toBe(2))" })
  expect(lines.slice(-3)).toEqual([
    'Failed: a.test.js › 1 is 2: AssertionError: expected 1 to be 2 // Object.is equality',
    'Tests: 1 definitions, 1 cases (1 in Node, 0 again on PostgreSQL, 0 in a browser)',
    '0 passed, 1 failed',
  ])
  expect(status).toBe(1)
})

test('a run fails and names the file when it cannot clean up after its tests, or cannot be loaded', () => {
  const dirty = runTests({ tests: `${passing}\nafterAll(() => { throw new Error('the database is busy') })` })
  expect(dirty.stdout).toContain('\nFailed: a.test.js: the database is busy\n')
  expect(dirty.lines.at(-1)).toBe('1 passed, 1 failed')
  const broken = runTests({ tests: "import './absent.js'" })
  expect(broken.stdout).toMatch(/\nFailed: a.test.js: .*absent.js/)
  expect([dirty.status, broken.status]).toEqual([1, 1])
})

test('a run fails and shows the error when a promise is rejected that no test awaits', () => {
  const late = "test('starts', () => { Promise.reject(new Error('nobody waits for this')) })"
  const { status, lines, stdout } = runTests({ tests: late })
  const end = stdout.slice(stdout.indexOf('\nFailed: '))
  expect(end).toContain('Failed: Vitest ended with exit code 1, although no test failed. Its errors:')
  expect(end).toContain('nobody waits for this')
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(status).toBe(1)
})

test('a run fails and states the exit code when Vitest crashes twice', () => {
  const { status, lines, stdout } = runTests({ tests: "process.kill(process.ppid, 'SIGKILL')" })
  expect(stdout).toContain('Failed: Vitest ended with exit code 137, without a report')
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(status).toBe(1)
})

test('a run fails and names the check when a check fails', () => {
  const { status, lines } = runTests({ args: ['--only', 'check'], biome: 'exit 1' })
  expect(lines.slice(-2)).toEqual(["Failed: the check 'format and lint'", '9 passed, 1 failed'])
  expect(status).toBe(1)
})

test('a run fails when the proof of the requirements fails', () => {
  const { status, stdout } = runTests({
    args: [],
    proof: "test('each requirement is proven', () => expect(1).toBe(2))",
  })
  expect(stdout).toContain('Failed: proof.test.js › each requirement is proven')
  expect(status).toBe(1)
})

test('a run succeeds when a journey passes at its second attempt, and counts that journey apart', () => {
  const report = journey('flaky')
  const playwright = `echo '${report}' > $PLAYWRIGHT_JSON_OUTPUT_FILE`
  const { status, lines } = runTests({ args: ['--only', 'e2e'], playwright })
  expect(lines.slice(-4)).toEqual([
    'Passed at the second attempt only: e2e/a.spec.ts › one',
    'Tests: 1 definitions, 1 cases (0 in Node, 0 again on PostgreSQL, 1 in a browser)',
    '1 passed at the second attempt only',
    '1 passed, 0 failed',
  ])
  expect(status).toBe(0)
})

test('a run fails and shows the error when a worker process of Playwright cannot stop', () => {
  const report = journey('expected', ['the server did not stop'])
  const playwright = `echo '${report}' > $PLAYWRIGHT_JSON_OUTPUT_FILE; exit 1`
  const { status, lines, stdout } = runTests({ args: ['--only', 'e2e'], playwright })
  expect(stdout).toContain(
    'Failed: Playwright ended with exit code 1, although no test failed. Its errors:\nthe server did not stop',
  )
  expect(lines.at(-1)).toBe('1 passed, 1 failed')
  expect(status).toBe(1)
})

test('a run of which no test ran fails', () => {
  const playwright = `echo '{ "stats": {}, "errors": [], "suites": [] }' > $PLAYWRIGHT_JSON_OUTPUT_FILE`
  const { status, stdout } = runTests({ args: ['--only', 'e2e'], playwright })
  expect(stdout).toContain('Failed: Playwright ran no test')
  expect(status).toBe(1)
})

test('an unknown command and an unknown part are refused with the names that exist', () => {
  const { runVerb } = smallProject({})
  const verb = runVerb('tset')
  expect(verb).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/'tset'\. Choose one of: start, dev, .*access/),
  })
  const part = runVerb('test', '--only', 'all')
  const parts = 'check, contract, server, web, scripts, faults, postgres, screens, e2e'
  expect(part).toMatchObject({ status: 2, stderr: `There is no part 'all'. Choose one of: ${parts}.\n`, stdout: '' })
})

test('a run for changed files skips the slow folders in which nothing changed, and may find no test', () => {
  const report = JSON.stringify({ ...noTests, numPassedTests: 0 })
  const vitest = `echo "$@" "skips $SKIPPED_TESTS"\nfor it; do case $it in --outputFile*) echo '${report}' > \${it#*=};; esac; done`
  const files = { 'machine/vitest': vitest, 'machine/git': 'echo " M server/src/backup/backup.ts"' }
  const { status, lines, stdout } = runTests({ args: ['--changed', '--', '-t', 'bill'], files })
  expect(stdout).toMatch(
    /--project=contract --project=server --project=web --project=scripts --changed --passWithNoTests/,
  )
  expect(stdout).toContain('bill skips server/src/platform/database/embedded/** server/demo/**\n')
  expect(lines.at(-1)).toBe('10 passed, 0 failed')
  expect(status).toBe(0)
})

test('the portal is built once for the same sources, and a failed build stops the command', () => {
  const { folder, runVerb } = smallProject({ files: { 'machine/vite': 'echo "vite $NODE_ENV $@"', 'web/a.ts': '' } })
  const build = () => runVerb('e2e').stdout.includes('vite production build web')
  expect(build()).toBe(true)
  writeFileSync(join(folder, 'web/a.test.ts'), 'a test is not built')
  expect(build()).toBe(false)
  writeFileSync(join(folder, 'web/a.ts'), 'changed')
  expect(build()).toBe(true)
  writeFileSync(join(folder, 'web/a.ts'), 'broken')
  writeFileSync(join(folder, 'machine/vite'), '#!/bin/sh\nexit 3\n')
  for (const verb of ['start', 'e2e'])
    expect(runVerb(verb)).toMatchObject({ status: 3, stderr: expect.stringContaining('(vite build, exit code 3)') })
  expect(runVerb('test', '--only', 'e2e')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('cannot be built'),
  })
})

test('planted faults that no test finds are named, and every file is restored', () => {
  const fault = (id: string, right: string) => ({
    id,
    file: 'a.js',
    right,
    wrong: 'broken',
    test: 'a.test.js',
  })
  const faults = [fault('S1.1', 'one'), fault('S1.2', 'two'), fault('S1.3', 'twice'), fault('S1.4', 'one')]
  const text = "export const text = 'one two twice twice'\n"
  const { folder, runVerb } = smallProject({
    tests: `import { text } from './a.js'
      test('S1.1 has one', () => expect(text).toContain('one'))
      test('S1.2 is a text', () => expect(text).toBeTypeOf('string'))`,
    files: {
      'a.js': text,
      'scripts/planted-faults.ts': `export const plantedFaults = ${JSON.stringify(faults)}`,
      'machine/git': '[ ! -e dirty ] || echo " M a.js"',
    },
  })
  const { status, stdout } = runVerb('plant')
  expect(stdout.split('\n').filter((line) => /^[✓✗\d]/.test(line))).toEqual([
    '✓ S1.1: a.js',
    '✗ S1.2: a.js (it survived)',
    '✗ S1.3: a.js (a.js does not contain the text exactly once)',
    '✗ S1.4: a.js (no test in a.test.js names it)',
    '1 faults found by a test, 3 survived',
  ])
  expect(status).toBe(1)
  expect(readFileSync(join(folder, 'a.js'), 'utf8')).toBe(text)
  expect(runVerb('plant', 'S1.1').status).toBe(0)
  expect(runVerb('plant', 'S1.9')).toMatchObject({ status: 2, stderr: expect.stringContaining('no such fault') })
  writeFileSync(join(folder, 'dirty'), '')
  expect(runVerb('plant', 'S1.1')).toMatchObject({ status: 2, stderr: expect.stringContaining('uncommitted changes') })
})

test('the assurance run counts failed and skipped checks, and shows where an unexpected error occurred', async () => {
  const lines = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => lines.mockRestore())
  const failing = (name: string, error: Error) => ({ name, run: () => Promise.reject(error) })
  const failed = await runAssurance([
    { name: 'one', run: async () => 'seen' },
    failing('two', new Skipped('no browser')),
    failing('three', new Fault('wrong page')),
    failing('four', new TypeError('odd')),
  ])
  expect(failed).toBe(2)
  const printed = lines.mock.calls.map(([line]) => line)
  expect(printed.slice(1, 4)).toEqual([
    'one    passed   seen',
    'two    skipped  no browser',
    'three  failed   wrong page',
  ])
  expect(printed[4]).toMatch(/^four {3}failed {3}TypeError: odd at .*tests\.test\.ts/)
  expect(printed.at(-1)).toBe('\n1 passed, 2 failed, 1 skipped')
  expect(() => expectNone([])).not.toThrow()
  expect(() => expectNone(['a', 'a', 'b', 'c', 'd', 'e', 'f'])).toThrow(new Fault('a; b; c; d; e'))
})

test('a title that names requirement S2.10 does not name requirement S2.1', () => {
  expect(namesRequirement('S1.1 S2.10 has fields', 'S2.10')).toBe(true)
  expect(namesRequirement('S1.1 S2.10 has fields', 'S2.1')).toBe(false)
})
