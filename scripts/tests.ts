import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runChecks } from './checks.ts'
import {
  type Counts,
  honestCounts,
  type PlaywrightReport,
  playwrightCounts,
  summary,
  total,
  type VitestReport,
  vitestCounts,
} from './counts.ts'
import { buildPortal } from './portal.ts'
import { run } from './run.ts'

const projects = ['contract', 'server', 'web', 'scripts']

/** Runs everything, or `--only` one part of it; further arguments go to the test runners. Gives the exit code. */
export async function runTests(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: { only: { type: 'string' } }, allowPositionals: true })
  const { only } = values
  const asked = (...parts: string[]) => only === undefined || parts.includes(only)
  const database = process.env.TEST_DATABASE_URL

  const counts: Counts[] = []
  if (asked('check')) counts.push(await runChecks())
  if (asked(...projects)) {
    console.log('\nTests, on the embedded engine')
    counts.push(await vitest([`--project=${only ?? '!faults'}`, ...positionals], undefined))
  }
  if (asked('faults')) {
    console.log('\nFaults, done to the server as it runs')
    counts.push(await vitest(['--project=faults', ...positionals], undefined))
  }
  if (asked('server') && database) {
    console.log('\nThe tests of the server, on a real PostgreSQL')
    counts.push(await vitest(['--project=server', ...positionals], database))
  }
  const inBrowser = [asked('e2e') && journeys(positionals), asked('screens') && screens('check', positionals)]
  counts.push(...(await playwright(inBrowser.filter((part) => part !== false))))
  if (counts.length === 0) {
    console.error(`There is no part '${only}'; there are: check, ${projects.join(', ')}, faults, e2e, screens.`)
    return 2
  }
  const outcome = total(counts)
  console.log(`\n${summary(outcome)}`)
  return outcome.failed === 0 ? 0 : 1
}

/** Runs the journeys alone, in a real browser; gives the exit code. */
export const runJourneys = async (args: string[]) => (total(await playwright([journeys(args)])).failed === 0 ? 0 : 1)

/**
 * Looks at every screen in every state, in a real browser, and keeps pictures in `screenshots/`; with `--readme` it makes those
 * of the README anew instead. Gives the exit code.
 */
export async function takeScreenshots(args: string[]) {
  const forReadme = args.includes('--readme')
  const others = args.filter((arg) => arg !== '--readme')
  return total(await playwright([screens(forReadme ? 'readme' : 'look', others)])).failed === 0 ? 0 : 1
}

async function vitest(args: string[], database: string | undefined) {
  const file = join(scratchFolder(), 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code } = await run('vitest', ['run', ...reporters, ...args], { env: { TEST_DATABASE_URL: database } })
  const report = readReport<VitestReport>(file)
  return honestCounts(report && vitestCounts(report), code)
}

/** A part that needs a browser. */
type BrowserPart = { title: string; config: string; args: string[] }

const journeys = (args: string[]): BrowserPart => ({ title: 'Journeys, in a real browser', config: 'e2e', args })
const screens = (project: 'check' | 'look' | 'readme', args: string[]): BrowserPart => ({
  title: 'Every screen in every state, by the rules of accessibility',
  config: 'e2e/screens.config.ts',
  args: [`--project=${project}`, ...args],
})

/** Runs these parts at once: each has a product of its own, and often waits. The first is seen as it goes, the others when they are over. */
async function playwright(parts: BrowserPart[]): Promise<Counts[]> {
  if (parts.length === 0) return []
  const built = await buildPortal()
  if (built !== 0) return [honestCounts(undefined, built)]
  // Where the browser is the one among the packages, it is unpacked before two ask for it at the same moment.
  await (await import('../e2e/browser.ts')).browser()
  const runs = parts.map(async ({ title, config, args }, at) => {
    const scratch = scratchFolder()
    const file = join(scratch, 'report.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, JOURNEYS_DATA_DIR: join(scratch, 'data') }
    const isSeen = at === 0
    if (isSeen) console.log(`\n${title}`)
    const options = { env, quiet: !isSeen }
    const { code, output } = await run('playwright', ['test', '-c', config, '--reporter=list,json', ...args], options)
    const report = readReport<PlaywrightReport>(file)
    return {
      counts: honestCounts(report && playwrightCounts(report), code),
      told: isSeen ? '' : `\n${title}\n${output}`,
    }
  })
  const ended = await Promise.all(runs)
  for (const { told } of ended) if (told) console.log(told)
  return ended.map(({ counts }) => counts)
}

/** A new temporary folder, gone when we are. */
function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-test-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // A runner that crashed leaves no report, or half of one.
    return undefined
  }
}
