import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type InlineConfig, type Vitest } from 'vitest/node'
import config, { faults } from '../../vitest.config.ts'
import { root } from '../run.ts'
import type { Job, Plan, Report } from './plan.ts'

/** Returns the maximum time between two reports of a process. After a longer time, the fault waits or loops forever. */
const maxSilence_ms = (job: Job | undefined) =>
  job?.kind === 'kill' || job?.kind === 'control' ? 30_000 + 10 * job.milliseconds : 300_000

class OrderOfThePlan {
  sort<Specification>(specifications: Specification[]) {
    return specifications
  }
  shard<Specification>(specifications: Specification[]) {
    return specifications
  }
}

// The global setup of the tests runs in this process, with the code that has the faults.
Object.assign(globalThis, { isPlanted: () => false })

/** A part of the product whose faults its own tests must find. Its name is that of its folder and of its project. */
export type Workspace = 'contract' | 'server' | 'web'

function optionsOf(workspace: Workspace): InlineConfig {
  const project = config.test?.projects?.find(
    (it) => typeof it === 'object' && 'test' in it && it.test?.name === workspace,
  )
  if (typeof project !== 'object' || !('test' in project)) throw new Error(`vitest.config.ts has no ${workspace}`)
  // PostgreSQL creates a database in less time than the embedded engine. It then runs all tests of the server.
  const exclude = workspace === 'server' ? [faults] : []
  return { ...project.test, exclude, env: { TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'] ?? '' }, root }
}

/**
 * Starts Vitest with the options of a workspace. `sources` maps the path of a file to the code that runs in its place.
 */
export function startVitest(workspace: Workspace, sources: Map<string, string>): Promise<Vitest> {
  const ofWeb = { root: join(root, 'web'), config: join(root, 'web/vite.config.ts') }
  return createVitest(
    'test',
    {
      ...(workspace === 'web' ? ofWeb : { ...optionsOf(workspace), config: false }),
      watch: false,
      // The cache on disk is not used, because it has the code without faults.
      fsModuleCache: false,
      reporters: [{}],
      pool: 'forks',
      // The runner counts the jobs of its process.
      isolate: false,
      maxWorkers: 1,
      runner: join(import.meta.dirname, 'mutant-runner.ts'),
      sequence: { sequencer: OrderOfThePlan },
    },
    { plugins: [{ name: 'mutants', enforce: 'pre', transform: (_code, id) => sources.get(id) }] },
  )
}

function endProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/** Runs a plan in a new process, and returns what the process reported before it ended. */
export async function runPlan(vitest: Vitest, plan: Plan): Promise<Report[]> {
  const file = `${plan.reports}.plan`
  writeFileSync(plan.reports, '')
  writeFileSync(file, JSON.stringify(plan))
  process.env['MUTATION_PLAN'] = file
  const readReports = (): Report[] => {
    const lines = readFileSync(plan.reports, 'utf8').split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line))
  }
  let count = 0
  let changedAt = Date.now()
  const watchdog = setInterval(() => {
    const reports = readReports()
    if (reports.length !== count) changedAt = Date.now()
    count = reports.length
    const start = reports.findLast((it) => it.at === 'start')
    if (start && Date.now() - changedAt > maxSilence_ms(plan.jobs[start.job])) endProcess(start.pid)
  }, 5000)
  try {
    const project = vitest.getRootProject()
    await vitest.runTestSpecifications(plan.jobs.map(({ test }) => project.createSpecification(join(root, test))))
  } catch (error) {
    // A fault can end the process.
    console.log(error instanceof AggregateError ? error.errors : error)
  } finally {
    clearInterval(watchdog)
  }
  return readReports()
}
