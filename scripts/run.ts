import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'

/** The root folder of the project. */
export const root = dirname(import.meta.dirname)

const running = new Set<ChildProcess>()
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Waits until the programs that we started end, and starts no further program.
  process.on(signal, () => {
    isInterrupted = true
    // `connected` is false when the bootstrap was killed. verbs.ts has then signalled the whole process group.
    if (process.connected !== false) for (const child of running) child.kill(signal)
    if (running.size === 0) process.exit(128 + constants.signals[signal])
  })
}

type Options = {
  env?: NodeJS.ProcessEnv
  /** Returns the output instead of showing it. */
  quiet?: boolean
  /** Ends the program when it is aborted. */
  signal?: AbortSignal
}

/** Runs a program in the root folder. Returns its exit code, and its output when `quiet` is set. */
export function run(command: string, args: string[], { env, quiet, signal }: Options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    signal,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.on('error', (error) => error.name === 'AbortError' || reject(error))
    child.on('close', (exitCode, endedBy) => {
      running.delete(child)
      const code = exitCode ?? 128 + constants.signals[endedBy ?? 'SIGTERM']
      if (!isInterrupted) resolve({ code, output })
      else if (running.size === 0) process.exit(code)
    })
  })
}

/** Runs a file of the project with Node. Returns its exit code. */
export const runFile = async (file: string, args: string[], flags: string[] = []) =>
  (await run(process.execPath, [...flags, file, ...args])).code
