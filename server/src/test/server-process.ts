import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterTestFile } from './after-test-file.ts'
import { freePort } from './ports.ts'
import { programEnvironment, programFlags } from './program-environment.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const exitWithParent = new URL('exit-with-parent.ts', import.meta.url).href

/**
 * Starts a program of the product with these settings only, and collects its output. The program ends when the test
 * process ends.
 */
export function startProgram(file: string, args: string[], settings: Record<string, string>, flags: string[] = []) {
  const child = spawn(process.execPath, [...programFlags, '--import', exitWithParent, ...flags, file, ...args], {
    cwd: root,
    env: { ...programEnvironment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  afterTestFile(() => {
    // SIGKILL also ends a program that a test has paused by SIGSTOP.
    child.kill('SIGKILL')
    return ended
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const exited = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  return { child, exited, output: () => output, running: () => isRunning(child) }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** The server in its own process. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/** Starts the server in its own process and waits until it is ready. The server stops after the tests of the file. */
export async function startServer(settings: Record<string, string> = {}, flags: string[] = []) {
  const data_dir = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const all = {
    PORT: String(port),
    DATA_DIR: data_dir,
    JWT_SECRET: 'a secret of the fault tests that is long enough',
    RATE_LIMIT: '1000000',
    PASS_LIMIT: '1000000',
    DEMO: 'off',
    DRAIN_SECONDS: '0',
    ...settings,
  }
  let earlierOutput = ''
  let program = startProgram('server/src/main.ts', [], all, flags)

  async function ready() {
    while (program.running()) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined)
      await response?.body?.cancel()
      if (response?.ok) return
      await setTimeout(50)
    }
    throw new Error(`The server did not start:\n${program.output()}`)
  }
  /** Sends a signal, waits for the exit, and returns the exit code or the signal that caused it. */
  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    program.child.kill(signal)
    return program.exited
  }
  async function restart() {
    earlierOutput += program.output()
    program = startProgram('server/src/main.ts', [], all, flags)
    await ready()
  }
  await ready()
  return {
    url,
    data_dir,
    ready,
    stop,
    restart,
    /** Stops reading the output of the server, as a log service that hangs does. Returns a function that reads on. */
    stopReading: () => {
      const output = program.child.stdout?.pause()
      return () => void output?.resume()
    },
    /** Closes the output of the server, as a log service that has exited does. */
    closeOutput: () => void program.child.stdout?.destroy(),
    signal: (signal: NodeJS.Signals) => program.child.kill(signal),
    running: () => program.running(),
    output: () => earlierOutput + program.output(),
  }
}
