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
  /** Shows the error output, and also returns its end. The program then writes no errors to a terminal. */
  keepErrors?: boolean
  /** Ends the program when it is aborted. */
  signal?: AbortSignal
}

/** The number of characters of the error output that are returned. */
const keptErrors = 4000

/**
 * Runs a program in the root folder. Returns its exit code, its output when `quiet` is set, and the end of its error
 * output when `keepErrors` is set.
 */
export function run(command: string, args: string[], { env, quiet, keepErrors, signal }: Options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', keepErrors ? 'pipe' : 'inherit'],
    signal,
  })
  running.add(child)
  let output = ''
  let errorOutput = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    if (quiet) output += text
    else process.stderr.write(text)
    errorOutput = (errorOutput + text).slice(-keptErrors)
  })
  return new Promise<{ code: number; output: string; errorOutput: string }>((resolve, reject) => {
    child.on('error', (error) => error.name === 'AbortError' || reject(error))
    child.on('close', (exitCode, endedBy) => {
      running.delete(child)
      const code = exitCode ?? 128 + constants.signals[endedBy ?? 'SIGTERM']
      if (!isInterrupted) resolve({ code, output, errorOutput })
      else if (running.size === 0) process.exit(code)
    })
  })
}

/** Runs a file of the project with Node. Returns its exit code. */
export const runFile = async (file: string, args: string[], flags: string[] = []) =>
  (await run(process.execPath, [...flags, file, ...args])).code
