// Reasons: docs/tests.md

import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.ts'
import { makeCompiler } from './compiler.ts'
import { equivalentMutants } from './equivalent-mutants.ts'
import { instrument, type Mutant } from './instrument.ts'
import { type Coverage, type Job, notLoaded, type Report } from './plan.ts'
import { runPlan, startVitest, type Workspace } from './run-plan.ts'

const mutantsPerProcess = 100
/**
 * Number of tests after which no further test file runs for one mutant. It is no time, because a time depends on the
 * load of the machine.
 */
const testsPerMutant = 400

/** The workspaces in the order in which their tests run. The tests of a later workspace also execute the contract. */
const workspaces: Workspace[] = ['contract', 'server', 'web']

/**
 * Derives faults from the code of each workspace. Plants one fault at a time, and runs the tests that execute the
 * changed code. Arguments select files by the start of their path, and one line by `file.ts:20`; `--tests` selects test
 * files by a regular expression. With `--sample 500`, only 500 of the faults are planted, spread evenly over the files;
 * `--round 2` selects others. Faults that do not compile are left out. Prints the faults that survive, and the number
 * of faults per folder. Returns 1 when a fault survives that is not in equivalent-mutants.ts, and 2 when the arguments
 * select nothing.
 */
async function mutate(args: string[]): Promise<number> {
  const options = {
    tests: { type: 'string', default: '' },
    sample: { type: 'string', default: 'Infinity' },
    round: { type: 'string', default: '1' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const places = positionals.map((place) => place.split(':')).map(([path = '', line]) => ({ path, line }))
  const sources = new Map<string, string>()
  const all: Mutant[] = []
  for (const file of mutatedFiles(places.map(({ path }) => path))) {
    const { code, mutants: found } = instrument(file, readFileSync(join(root, file), 'utf8'), all.length)
    sources.set(join(root, file), code)
    all.push(...found)
  }
  const isSelected = (mutant: Mutant) =>
    places.some(({ path, line }) => mutant.file.startsWith(path) && (!line || mutant.line === Number(line)))
  const ofPlaces = places.length === 0 ? all : all.filter(isSelected)
  const selected = spreadSample(ofPlaces, Number(values.sample), Number(values.round))
  const compilers = new Map(workspaces.map((workspace) => [workspace, makeCompiler(workspace)]))
  const mutants = selected.filter((mutant) => compilers.get(workspaceOf(mutant))?.(mutant))
  console.log(`${selected.length - mutants.length} of ${selected.length} mutants do not compile`)
  const tests = new Map(workspaces.map((workspace) => [workspace, testFiles(workspace, new RegExp(values.tests))]))
  if (selected.length === 0 || [...tests.values()].every(({ length }) => length === 0)) {
    console.error('The arguments select no file of the product, or no test file.')
    return 2
  }
  const killed = new Set<number>()
  for (const workspace of workspaces) {
    const left = mutants.filter((it) => !killed.has(it.id) && ['contract', workspace].includes(workspaceOf(it)))
    const found = await runTestsOf(workspace, tests.get(workspace) ?? [], left, sources)
    for (const id of found) killed.add(id)
  }
  for (const mutant of mutants) if (!killed.has(mutant.id)) printSurvivor(mutant)
  return summarise(mutants, killed)
}

const workspaceOf = ({ file }: Mutant) => file.split('/')[0] as Workspace

/** Plants each fault, and runs the tests of a workspace. Returns the ids of the faults that they find. */
async function runTestsOf(workspace: Workspace, tests: string[], mutants: Mutant[], sources: Map<string, string>) {
  if (mutants.length === 0 || tests.length === 0) return new Set<number>()
  const files = [...sources.keys()].map((path) => relative(root, path))
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-mutation-'))
  const vitest = await startVitest(workspace, sources)
  const runJobs = (jobs: Job[]) => runPlan(vitest, { jobs, files, reports: join(folder, 'reports.jsonl') })
  try {
    console.log(`${mutants.length} mutants; ${tests.length} test files of ${workspace} run without a fault …`)
    const reports = await runJobs(tests.map((test) => ({ kind: 'coverage', test })))
    const coverage = reports.filter((it) => it.at === 'coverage')
    if (coverage.length < tests.length) throw new Error(`Only ${coverage.length} of ${tests.length} test files ran`)
    const unloaded = coverage.filter((it) => it.tests.some(({ name }) => name === notLoaded)).map(({ test }) => test)
    if (unloaded.length > 0)
      throw new Error(`These test files cannot be loaded with the faults: ${unloaded.join(', ')}`)
    for (const { test, tests } of coverage)
      for (const { name, passed } of tests) if (!passed) console.log(`! Fails without a fault: ${test}: ${name}`)
    return await killMutants(mutants, mostSpecificFirst(coverage), runJobs)
  } finally {
    await vitest.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns a sample of `size` items, or all items when there are at most `size`. The sample is spread evenly over all
 * items, and so is its first part, which a stopped run has tested. Each round has a different sample.
 */
function spreadSample<T>(items: T[], size: number, round: number): T[] {
  if (items.length <= size) return items
  const goldenRatio = (Math.sqrt(5) - 1) / 2
  const first = (round - 1) * size
  const positions = Array.from({ length: size }, (_, i) => Math.floor((((first + i) * goldenRatio) % 1) * items.length))
  return [...new Set(positions)].map((position) => items[position] as T)
}

/** Returns the test files that execute the least code first. They are about that code, so they find its faults. */
function mostSpecificFirst(coverage: Coverage[]): Coverage[] {
  const sizeOf = new Map(coverage.map((it) => [it, new Set(it.tests.flatMap(({ executed }) => executed)).size]))
  return coverage.toSorted((one, other) => (sizeOf.get(one) ?? 0) - (sizeOf.get(other) ?? 0))
}

/** Runs the tests of each mutant. Returns the ids of the mutants that a test found. */
async function killMutants(mutants: Mutant[], coverage: Coverage[], runJobs: (jobs: Job[]) => Promise<Report[]>) {
  const killed = new Set<number>()
  const outside = new Set(coverage.flatMap((it) => it.outside))
  const repeated = new Set<number>()
  let queue = mutants
  while (queue.length > 0) {
    const batch = queue.slice(0, mutantsPerProcess)
    const jobs = batch.flatMap((mutant) => jobsOf(mutant, coverage, mutant.imported || outside.has(mutant.id)))
    const reports = jobs.length > 0 ? await runJobs(jobs) : []
    for (const it of reports) if (it.at === 'kill' && it.failed !== undefined) killed.add(it.mutant)
    const positionOf = (id: number) => batch.findIndex((mutant) => mutant.id === id)
    const damaged = reports.find((it) => it.at === 'control' && it.failed !== undefined)
    const lastStart = reports.findLast((it) => it.at === 'start')
    const lastJob = lastStart && jobs[lastStart.job]
    let done = batch.length
    if (damaged?.at === 'control') {
      // An earlier fault can be the cause, unless this fault was the first of its process. So a later fault is planted
      // again, as the first fault of a new process.
      done = positionOf(damaged.mutant)
      if (done > 0) killed.delete(damaged.mutant)
      else if (repeated.has(damaged.mutant)) done = 1
      else {
        // The cause can also be that the test needs an earlier test of its file. So other tests must find the fault.
        console.log(`! Fails when it runs alone: ${damaged.test}: ${damaged.failed}`)
        dropTest(coverage, damaged.test, damaged.failed)
        repeated.add(damaged.mutant)
        killed.delete(damaged.mutant)
      }
    } else if (lastJob && lastJob.kind !== 'coverage' && reports.at(-1)?.at !== lastJob.kind) {
      // The fault ended the process, or was an endless loop.
      killed.add(lastJob.mutant)
      done = 1 + positionOf(lastJob.mutant)
    }
    queue = queue.slice(done)
    console.log(`${mutants.length - queue.length} of ${mutants.length} mutants, ${killed.size} killed`)
  }
  return killed
}

function dropTest(coverage: Coverage[], test: string, name: string | undefined) {
  for (const it of coverage) if (it.test === test) it.tests = it.tests.filter((one) => one.name !== name)
}

/**
 * Returns the jobs that run the tests that execute a mutant: first the test files of the same folder, and then the
 * others in the order of `coverage`. A control follows each job. Code that was executed outside a test can be static,
 * so all tests run that import its file.
 */
function jobsOf(mutant: Mutant, coverage: Coverage[], isOutside: boolean): Job[] {
  const folder = dirname(mutant.file)
  const found = coverage.flatMap(({ test, imported, tests }) => {
    const isStatic = isOutside && imported.includes(mutant.file)
    const covering = tests.filter(({ executed, passed }) => passed && (isStatic || executed.includes(mutant.id)))
    if (covering.length === 0) return []
    const milliseconds = covering.reduce((sum, it) => sum + it.milliseconds, 0)
    return [{ test, tests: covering.map(({ id }) => id), milliseconds, isStatic, isFar: dirname(test) !== folder }]
  })
  found.sort((one, other) => Number(one.isFar) - Number(other.isFar))
  let count = 0
  return found.flatMap(({ test, tests, milliseconds, isStatic }): Job[] => {
    if (count >= testsPerMutant) return []
    count += tests.length
    const job = { test, tests, milliseconds, mutant: mutant.id, file: mutant.file, isStatic }
    return [
      { kind: 'kill', ...job },
      { kind: 'control', ...job },
    ]
  })
}

const isEquivalent = ({ file, code, change }: Mutant) =>
  equivalentMutants.some((it) => it.file === file && it.code === code && it.change === change)

function printSurvivor(mutant: Mutant) {
  const { file, line, change, code } = mutant
  if (!isEquivalent(mutant)) console.log(`✗ ${file}:${line}\n    ${change}\n    in: ${code}`)
}

/** Prints the numbers of faults per folder and per workspace. Returns 1 when a fault survives, and otherwise 0. */
function summarise(mutants: Mutant[], killed: Set<number>): number {
  const rowOf = (name: string, of: Mutant[]) => {
    const survivors = of.filter(({ id }) => !killed.has(id))
    const equivalent = survivors.filter(isEquivalent).length
    const found = of.length - survivors.length
    const share = ((100 * found) / Math.max(1, of.length - equivalent)).toFixed(1)
    console.log(
      `${name}: ${of.length} mutants, ${found} killed (${share} % without the equivalent ones), ` +
        `${equivalent} equivalent, ${survivors.length - equivalent} survived`,
    )
    return survivors.length - equivalent
  }
  for (const [folder, of] of Map.groupBy(mutants, ({ file }) => dirname(file))) rowOf(folder, of)
  for (const [workspace, of] of Map.groupBy(mutants, workspaceOf)) rowOf(`All of ${workspace}`, of)
  return rowOf('All', mutants) === 0 ? 0 : 1
}

/** Returns the files with code that runs in the process of the tests, without the code of tests. */
function mutatedFiles(paths: string[]): string[] {
  // The drawings of icons, and the values of colours and sizes.
  const theme = '{contract/src/brand.ts,web/src/kit/theme/Icon.tsx}'
  const exclude = ['*/src/{test,faults}/**', theme]
  const files = globSync(`{${workspaces.join(',')}}/src/**/*.{ts,tsx}`, { cwd: root, exclude })
  return files
    .filter((file) => !/\.(?:test|worker|examples|d)\.tsx?$/.test(file))
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
    .sort()
}

function testFiles(workspace: Workspace, pattern: RegExp): string[] {
  const files = globSync(`${workspace}/{src,demo}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ['server/src/faults/**'] })
  return files.filter((file) => pattern.test(file)).sort()
}

process.exit(await mutate(process.argv.slice(2)))
