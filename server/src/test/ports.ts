import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a free port below 32768. Linux assigns higher ports to programs that request no specific port. It could
 * assign such a port before the caller uses it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
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
