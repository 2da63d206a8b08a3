import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwrightOutcomes, vitestOutcomes } from '../counts.ts'
import { root } from '../run.ts'
import { browserParts, runPlaywright, runVitest } from '../tests.ts'
import { type Check, expectNone, Fault } from './report.ts'

const effort = '40'

/** Returns the number of tests that passed. Throws a Fault with the titles of failed tests. */
function expectPassed(outcomes: { passed: boolean; title: string }[] | undefined, note = '') {
  if (!outcomes) throw new Fault('the tests could not run')
  expectNone(outcomes.filter(({ passed }) => !passed).map(({ title }) => title + note))
  return `${outcomes.length} tests`
}

/**
 * The random and chaotic tests, with forty times as many cases, drawn with another seed every night. And every state of
 * every screen, with every rule.
 */
export const nightChecks: Check[] = [
  {
    name: `tests: random cases and faults, ${effort} × as many`,
    run: async () => {
      const files = globSync('server/**/*.test.ts', { cwd: root }).filter((file) =>
        readFileSync(join(root, file), 'utf8').includes('test/effort.ts'),
      )
      const seed = String(Math.floor(Date.now() / 86_400_000))
      const env = { TEST_EFFORT: effort, TEST_SEED: seed }
      const { report } = await runVitest([...files, '--testTimeout', '3600000'], env)
      return expectPassed(report && vitestOutcomes(report, root), ` (TEST_SEED=${seed})`)
    },
  },
  {
    name: 'screens: every state, every rule',
    run: async () => {
      const { report } = await runPlaywright(browserParts.screens, [], { TEST_EFFORT: effort })
      return expectPassed(report && playwrightOutcomes(report))
    },
  },
]
