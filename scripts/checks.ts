import { run } from './run.ts'

/** What `npm run check` asks of the code, the slowest first. */
const checks: Record<string, string> = {
  'types of web': 'tsc -p web',
  'types of server': 'tsc -p server',
  'boundaries between parts': 'node scripts/boundaries.ts',
  'unused code': 'knip',
  'types of e2e': 'tsc -p e2e',
  'types of bench': 'tsc -p bench',
  'types of contract': 'tsc -p contract',
  'types of scripts': 'tsc -p .',
  'format and lint': 'biome check --error-on-warnings',
}

/** Runs every check, two at a time; says which failed and why, and gives the counts. */
export async function runChecks() {
  const waiting = Object.entries(checks)
  const failures: string[] = []
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
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
  if (failures.length > 0) console.log(`Checks that failed: ${failures.join(', ')}`)
  return { passed: Object.keys(checks).length - failures.length, failed: failures.length, skipped: 0 }
}
