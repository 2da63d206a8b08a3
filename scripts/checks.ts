import type { PartResult } from './counts.ts'
import { run } from './run.ts'

// TypeScript 7 checks types five to seven times as fast as TypeScript 6. TypeScript 6 is installed too, because
// dependency-cruiser and the tests of texts need its API.
const tsc = 'node node_modules/typescript-7/bin/tsc -p'

/** The checks of `npm run check`: name and command, the slowest first. */
const checks: Record<string, string> = {
  'imports between layers': 'node scripts/boundaries.ts',
  'unused code': 'knip',
  'released migrations are unchanged': 'sha256sum --check --quiet --strict server/migrations/released.sha256',
  'format and lint': 'biome check --error-on-warnings',
  'types of server': `${tsc} server`,
  'types of web': `${tsc} web`,
  'types of e2e': `${tsc} e2e`,
  'types of bench': `${tsc} bench`,
  'types of contract': `${tsc} contract`,
  'types of scripts': `${tsc} .`,
}

/** Runs every check, two at a time. Prints the output of each failed check. */
export async function runChecks(): Promise<PartResult> {
  const queue = Object.entries(checks)
  const failures: string[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, command] = next
      const begin = Date.now()
      const [program = '', ...args] = command.split(' ')
      const { code, output } = await run(program, args, { quiet: true })
      if (code !== 0) failures.push(name)
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
      if (code !== 0) console.log(`\n${output.trim()}\n\n  The check '${name}' failed: ${command}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  const counts = { passed: Object.keys(checks).length - failures.length, failed: failures.length, skipped: 0 }
  return { counts, outcomes: [], problems: failures.map((name) => `Failed: the check '${name}'`) }
}
