import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../e2e/free-port.ts'

/** Starts the product as `npm start` does, with demo data in a new folder. `stop` removes the folder. */
export async function startProduct() {
  const [port, folder] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'rd4-loket-bench-web-'))])
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: folder,
      RATE_LIMIT: '999999999',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  for (;;) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) break
    if (server.exitCode !== null) throw new Error('The product did not start; see its output above.')
    await pause(100)
  }
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
