/**
 * Measures `npm start` in new copies of the files of two commits by turns, with the embedded database and demo data.
 * The first start also installs the packages, from npm's cache: `node bench/start.ts <reference> <rounds>`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../e2e/free-port.ts'
import { table } from './figures.ts'
import { descendantsOf, memoryShareOf, treeProcessorTime } from './processes.ts'

/** The duration and the CPU time until the portal is ready, in s, and the highest memory of all processes, in MB. */
type StartFigures = { seconds: number; processor_s: number; memory_mb: number }

/** Runs `npm start` in a folder until the portal is ready, and stops it. */
async function measureStart(folder: string): Promise<StartFigures> {
  const port = await freePort()
  const { PATH, HOME, npm_config_cache } = process.env
  const env = { PATH, HOME, npm_config_cache, PORT: String(port) }
  const begin = performance.now()
  const npm = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  npm.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(npm, 'exit')
  const pid = npm.pid ?? 0
  let memory_mb = 0
  for (;;) {
    memory_mb = Math.max(memory_mb, sum(descendantsOf(pid).map((it) => memoryShareOf(it) || 0)))
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (reply?.ok) break
    if (npm.exitCode !== null) throw new Error(`The portal did not start: ${errors}`)
    await setTimeout(100)
  }
  const seconds = (performance.now() - begin) / 1000
  const processor_s = treeProcessorTime(pid) / 1e6
  npm.kill('SIGTERM')
  await ended
  return { seconds, processor_s, memory_mb }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** Returns the size of a folder on disk, in MB. */
const sizeOf = (folder: string) =>
  Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024

type CommitFigures = { first: StartFigures; second: StartFigures; data_mb: number; packages_mb: number }

/** Measures a first and a second start of a commit, and the folders that they fill. */
async function measureCommit(commit: string): Promise<CommitFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-start-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    const first = await measureStart(folder)
    const data_mb = sizeOf(join(folder, '.data'))
    const packages = readdirSync(folder).map((part) => join(folder, part, 'node_modules'))
    const packages_mb = sum([join(folder, 'node_modules'), ...packages].filter(existsSync).map(sizeOf))
    const second = await measureStart(folder)
    return { first, second, data_mb, packages_mb }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const [reference = 'HEAD', rounds = '1'] = process.argv.slice(2)
const measured = new Map<string, CommitFigures[]>()
for (let round = 0; round < Number(rounds); round += 1)
  for (const commit of new Set([reference, 'HEAD']))
    measured.set(commit, [...(measured.get(commit) ?? []), await measureCommit(commit)])

/** Returns the figures of both commits and their ratio. The lowest figure of the rounds is the least disturbed. */
function row(name: string, figure: (of: CommitFigures) => number) {
  const [before = 0, now = 0] = [reference, 'HEAD'].map((it) => Math.min(...(measured.get(it) ?? []).map(figure)))
  return [name, before.toFixed(1), now.toFixed(1), `×${(now / before).toFixed(2)}`]
}

console.log(
  table(
    ['', reference, 'HEAD', 'ratio'],
    [
      row('first start with install: processor time, s', ({ first }) => first.processor_s),
      row('first start with install: duration, s', ({ first }) => first.seconds),
      row('first start: highest memory, MB', ({ first }) => first.memory_mb),
      row('second start: processor time, s', ({ second }) => second.processor_s),
      row('second start: duration, s', ({ second }) => second.seconds),
      row('second start: highest memory, MB', ({ second }) => second.memory_mb),
      row('.data, MB', ({ data_mb }) => data_mb),
      row('node_modules, MB', ({ packages_mb }) => packages_mb),
    ],
  ),
)
