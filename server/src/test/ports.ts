import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Each worker of the test runner has its own range of ports, because a port stays free until the program that gets it
// listens. Twelve ranges fit below 32,000. Linux gives ports from 32768 to outgoing connections.
const portsPerWorker = 1000
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 12
let chosen = randomInt(portsPerWorker)

/** Returns a free port that is not one of the last 999 ports of this worker. */
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
