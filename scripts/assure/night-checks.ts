import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vitestOutcomes } from '../counts.ts'
import { root } from '../run.ts'
import { runVitest } from '../tests.ts'
import { type Check, expectNone, Fault } from './report.ts'

const effort = '40'

/** The random and chaotic tests, with forty times as many cases, drawn with another seed every night. */
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
      if (!report) throw new Fault('the tests could not run')
      const outcomes = vitestOutcomes(report, root)
      expectNone(outcomes.filter(({ passed }) => !passed).map(({ title }) => `${title} (TEST_SEED=${seed})`))
      return `${outcomes.length} tests in ${files.length} files`
    },
  },
]
