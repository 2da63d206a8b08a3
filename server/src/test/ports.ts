import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Each worker of the test runner has its own ports. Otherwise another worker could choose a port before the program for
// which it was chosen listens. All ports are below 32768, because Linux gives higher ports to outgoing connections.
const portsPerWorker = 1000
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 12
let chosen = randomInt(portsPerWorker)

/** Returns a free port that this worker has not chosen lately. */
export async function freePort(): Promise<number> {
  chosen = (chosen + 1) % portsPerWorker
  const port = 20_000 + worker * portsPerWorker + chosen
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
