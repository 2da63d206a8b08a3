import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesRequirement, playwrightOutcomes, type TestOutcome, vitestOutcomes } from './counts.ts'
import { type PlantedFault, plantedFaults } from './planted-faults.ts'
import { root, run } from './run.ts'
import { runPlaywright, runVitest } from './tests.ts'

/**
 * Plants each fault in the working tree, runs its test file, and restores the file. A fault survives when every test
 * with the fault's id in its title passes. Arguments select faults by id, by the path of the test file, or by a part
 * of the path of the changed file. Returns 1 when a fault survives. Returns 2 when there are uncommitted changes, or
 * when no fault matches the arguments.
 */
export async function plantFaults(args: string[]): Promise<number> {
  const { output } = await run('git', ['status', '--porcelain'], { quiet: true })
  if (output !== '') {
    console.error('There are uncommitted changes. Commit them first: this command changes files and restores them.')
    return 2
  }
  const chosen = plantedFaults.filter(
    ({ id, file, test }) => args.length === 0 || args.some((arg) => id === arg || file.includes(arg) || test === arg),
  )
  if (chosen.length === 0) {
    console.error('There is no such fault in scripts/planted-faults.ts.')
    return 2
  }
  const survivors: string[] = []
  for (const fault of chosen) {
    const problem = await plant(fault)
    console.log(`${problem ? '✗' : '✓'} ${fault.id}: ${fault.file}${problem ? ` (${problem})` : ''}`)
    if (problem) survivors.push(fault.id)
  }
  console.log(`\n${chosen.length - survivors.length} faults found by a test, ${survivors.length} survived`)
  return survivors.length === 0 ? 0 : 1
}

/** Returns the reason why no test found the fault, or undefined when a test failed because of the fault. */
async function plant({ id, file, right, wrong, test }: PlantedFault): Promise<string | undefined> {
  const path = join(root, file)
  const content = readFileSync(path, 'utf8')
  if (content.split(right).length !== 2) return `${file} does not contain the text exactly once`
  const restore = () => writeFileSync(path, content)
  process.once('exit', restore)
  try {
    writeFileSync(
      path,
      content.replace(right, () => wrong),
    )
    const outcomes = await outcomesOf(test)
    if (!outcomes) return 'the tests could not run'
    const named = outcomes.filter(({ title }) => namesRequirement(title, id))
    if (named.length === 0) return `no test in ${test} names it`
    return named.every(({ passed }) => passed) ? 'it survived' : undefined
  } finally {
    restore()
    process.off('exit', restore)
  }
}

async function outcomesOf(test: string): Promise<TestOutcome[] | undefined> {
  if (!test.startsWith('e2e/')) {
    const { report } = await runVitest([test])
    return report && vitestOutcomes(report, root)
  }
  const { report } = await runPlaywright(test.endsWith('.spec.ts') ? 'journeys' : 'screens', [
    test.slice('e2e/'.length),
  ])
  return report && playwrightOutcomes(report)
}
