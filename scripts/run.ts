import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'

/** The folder of the whole project. */
export const root = dirname(import.meta.dirname)

let running = 0
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // The programs we run share our process group and hear the signal themselves: we wait for them and start no other.
  process.on(signal, () => {
    interrupted = true
    if (running === 0) process.exit(128 + constants.signals[signal])
  })
}

type Options = {
  env?: NodeJS.ProcessEnv
  /** Keep the output instead of showing it. */
  quiet?: boolean
  /** Ends the program when it is aborted. */
  signal?: AbortSignal
}

/** Runs a program of the project to its end and gives its exit code, and its output when that was kept. */
export function run(command: string, args: string[], { env, quiet, signal }: Options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    signal,
  })
  running++
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.on('error', (error) => error.name === 'AbortError' || reject(error))
    child.on('close', (exitCode, endedBy) => {
      running--
      const code = exitCode ?? 128 + constants.signals[endedBy ?? 'SIGTERM']
      if (!interrupted) resolve({ code, output })
      else if (running === 0) process.exit(code)
    })
  })
}

/** Runs a file of ours on this Node until it ends, and gives its exit code. */
export const runFile = async (file: string, args: string[], flags: string[] = []) =>
  (await run(process.execPath, [...flags, file, ...args])).code
