import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { atEnd } from './endings.ts'
import { freePort } from './ports.ts'
import { scratchFolder } from './scratch-folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const endWithTests = new URL('end-with-tests.ts', import.meta.url).href

/**
 * Starts a program of the product as whoever runs it does, with these settings and no others, and keeps what it says. It ends
 * with the test file, however that ends.
 */
export function startProgram(file: string, args: string[], settings: Record<string, string>, flags: string[] = []) {
  const child = spawn(process.execPath, ['--import', endWithTests, ...flags, file, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // One that stands still hears nothing but this.
  atEnd(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const exited = once(child, 'close').then(([code, signal]): number | string => code ?? signal)
  return { child, exited, output: () => output, running: () => isRunning(child) }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** The real server in a process of its own. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>

/** Starts the real server and waits until it is ready; a test file's servers end with it. */
export async function startServer(settings: Record<string, string> = {}, flags: string[] = []) {
  const data_dir = scratchFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const all = {
    PORT: String(port),
    DATA_DIR: data_dir,
    JWT_SECRET: 'a secret of the fault tests that is long enough',
    RATE_LIMIT: '1000000',
    PASS_LIMIT: '1000000',
    DEMO: 'off',
    ...settings,
  }
  let said = ''
  let program = startProgram('server/src/main.ts', [], all, flags)

  async function ready() {
    while (program.running()) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok) return
      await setTimeout(50)
    }
    throw new Error(`The server did not start:\n${program.output()}`)
  }
  /** Ends it and gives its exit code, or the signal that ended it. */
  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    program.child.kill(signal)
    return program.exited
  }
  async function restart() {
    said += program.output()
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
    signal: (signal: NodeJS.Signals) => program.child.kill(signal),
    running: () => program.running(),
    output: () => said + program.output(),
  }
}
