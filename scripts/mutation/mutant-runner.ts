import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunnerTask, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { root } from '../run.ts'
import { type CoveredTest, type Job, notLoaded, type Plan, type Report } from './plan.ts'

const { jobs, files, reports }: Plan = JSON.parse(readFileSync(process.env['MUTATION_PLAN'] ?? '', 'utf8'))

let planted: number | undefined
let isRecording = false
const executed = new Set<number>()
Object.assign(globalThis, {
  isPlanted(id: number) {
    if (isRecording) executed.add(id)
    return id === planted
  },
})

const report = (it: Report) => appendFileSync(reports, `${JSON.stringify(it)}\n`)

/** Returns the faults whose code was executed since the last call. */
function takeExecuted() {
  const taken = [...executed]
  executed.clear()
  return taken
}

type Test = Parameters<TestRunner['onAfterRunTask']>[0]

/** Runs the jobs of a plan one after another in one process. Vitest sends the test file of each job, in their order. */
export default class MutantRunner extends TestRunner {
  private next = 0
  /** Undefined while a job is skipped. */
  private job: Job | undefined
  private failed: Pick<Test, 'id' | 'name'> | undefined
  private killers = new Map<number, { test: string; id: string }>()
  private isDamaged = false
  private tests: CoveredTest[] = []
  private outside: number[] = []

  async onBeforeCollect() {
    const job = jobs[this.next++]
    this.job = job && this.isNeeded(job) ? job : undefined
    this.failed = undefined
    this.tests = []
    this.outside = []
    executed.clear()
    isRecording = this.job?.kind === 'coverage'
    if (!this.job) return
    report({ at: 'start', job: this.next - 1, pid: process.pid })
    if (this.job.kind !== 'coverage' && this.job.isStatic) this.forget(this.job.file)
    planted = this.job.kind === 'kill' ? this.job.mutant : undefined
  }

  private isNeeded(job: Job) {
    if (this.isDamaged) return false
    if (job.kind === 'coverage') return true
    const killer = this.killers.get(job.mutant)
    return job.kind === 'kill' ? !killer : killer?.test === job.test
  }

  override importFile(path: string, source: 'collect' | 'setup') {
    return this.job ? super.importFile(path, source) : undefined
  }

  async onCollected(found: RunnerTestFile[]) {
    this.outside.push(...takeExecuted())
    const { job } = this
    if (!job) return
    if (found.some(({ result }) => result?.state === 'fail')) this.failed = { id: '', name: notLoaded }
    if (job.kind === 'coverage') {
      if (this.failed) this.tests.push({ ...this.failed, milliseconds: 0, passed: false, executed: [] })
      return
    }
    const killer = job.kind === 'control' ? this.killers.get(job.mutant)?.id : undefined
    const chosen = new Set(killer ? [killer] : job.tests)
    const choose = (task: RunnerTask) => {
      if (task.type === 'suite') task.tasks.forEach(choose)
      else if (!chosen.has(task.id)) task.mode = 'skip'
    }
    for (const file of found) file.tasks.forEach(choose)
  }

  override async onBeforeRunTask(test: Test) {
    if (this.failed && this.job?.kind !== 'coverage') test.mode = 'skip'
    await super.onBeforeRunTask(test)
    this.outside.push(...takeExecuted())
  }

  override onAfterRunTask(test: Test) {
    super.onAfterRunTask(test)
    const { result, id, name } = test
    if (!this.job || !result || test.mode === 'skip') return
    report({ at: 'test' })
    if (result.state === 'fail') this.failed ??= { id, name }
    const milliseconds = Math.round(result.duration ?? 0)
    this.tests.push({ id, name, milliseconds, passed: result.state === 'pass', executed: takeExecuted() })
  }

  override onAfterRunFiles(found: RunnerTestFile[]) {
    super.onAfterRunFiles(found)
    const { job } = this
    if (!job) return
    planted = undefined
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    const { test } = job
    if (job.kind === 'coverage') {
      const imported = this.importsOf(test)
      report({ at: 'coverage', test, imported, outside: [...new Set(this.outside)], tests: this.tests })
      return
    }
    if (found.some(({ result }) => result?.state === 'fail')) this.failed ??= { id: '', name: 'a hook' }
    if (job.isStatic) this.forget(job.file)
    if (this.failed && job.kind === 'kill') this.killers.set(job.mutant, { test, id: this.failed.id })
    if (this.failed && job.kind === 'control') this.isDamaged = true
    report({ at: job.kind, mutant: job.mutant, test, failed: this.failed?.name })
  }

  /** Returns the files with faults that a test file imports, also through other files. */
  private importsOf(test: string) {
    const seen = new Set<string>()
    const visit = (id: string) => {
      if (seen.has(id)) return
      seen.add(id)
      this.modules.getModuleById(id)?.imports.forEach(visit)
    }
    visit(join(root, test))
    return files.filter((file) => seen.has(join(root, file)))
  }

  /** Forgets a module, and the modules that import it, so that the next import executes them again. */
  private forget(path: string) {
    const seen = new Set<string>()
    const forgetModule = (id: string) => {
      // This module owns the engine that the test files of a process share.
      if (seen.has(id) || id.endsWith('/server/src/test/test-database.ts')) return
      seen.add(id)
      const found = this.modules.getModuleById(id)
      if (!found) return
      const importers = [...found.importers]
      this.modules.invalidateModule(found)
      importers.forEach(forgetModule)
    }
    forgetModule(join(root, path))
  }

  private get modules() {
    // Vitest declares this field as private.
    return this['workerState'].evaluatedModules
  }
}
