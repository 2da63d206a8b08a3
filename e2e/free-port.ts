import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer().on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Returns a free port below the range of outgoing connections. No outgoing connection can occupy that port first. */
export async function freePort() {
  let port = 0
  do port = randomInt(20_000, 32_000)
  while (!(await isFree(port)))
  return port
}
