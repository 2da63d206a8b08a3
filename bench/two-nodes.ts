import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { freePort } from '../e2e/free-port.ts'
import { writeCertificate } from './certificate.ts'
import { call, type Portal, startPortal, stop, untilAlive } from './portal.ts'
import type { ApiRequest } from './shapes.ts'

/** A load balancer: its Debian package, its file in `deploy/`, and its arguments for a configuration in a folder. */
type Proxy = { name: string; package: string; file: string; args: (folder: string, file: string) => string[] }

const proxies: Proxy[] = [
  {
    name: 'nginx',
    package: 'nginx-light',
    file: 'nginx.conf',
    args: (folder, file) => {
      const main = join(folder, 'main.conf')
      writeFileSync(main, `events {}\nhttp { access_log off; include ${file}; }\n`)
      return ['-p', folder, '-e', 'stderr', '-c', main, '-g', `daemon off; pid ${join(folder, 'pid')};`]
    },
  },
  { name: 'haproxy', package: 'haproxy', file: 'haproxy.cfg', args: (_folder, file) => ['-f', file] },
]

const requests: ApiRequest[] = [
  { method: 'GET', path: '/api/v1/user/auth/user' },
  { method: 'POST', path: '/api/v1/counter/addresses/search', body: { street: 'Akerstraat' } },
  { method: 'POST', path: '/api/v1/counter/addresses/search', body: { postal_code: '6411 CD' } },
]
const connections = 16

/** Returns the path of an installed program. Throws with the name of its package when it is not installed. */
function programOf(proxy: Proxy) {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  const found = folders.map((folder) => join(folder, proxy.name)).find((path) => existsSync(path))
  if (!found) throw new Error(`${proxy.name} is missing. Install it: apt-get install ${proxy.package}`)
  return found
}

/** Starts a proxy in front of the nodes with its file of `deploy/`. Only the ports and the certificate are replaced. */
async function startProxy(proxy: Proxy, nodes: Portal[]) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-two-nodes-'))
  chmodSync(folder, 0o755)
  writeCertificate(folder)
  const port = await freePort()
  const addresses = nodes.map(({ url }) => new URL(url).host)
  const text = readFileSync(join(import.meta.dirname, '../deploy', proxy.file), 'utf8')
    .replaceAll('/etc/ssl/loket', folder)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:3000', addresses[0] ?? '')
    .replace('10.0.0.12:3000', addresses[1] ?? '')
  const file = join(folder, proxy.file)
  writeFileSync(file, text)
  const server = spawn(programOf(proxy), proxy.args(folder, file), { stdio: ['ignore', 'ignore', 'inherit'] })
  const pool = new Pool(`https://127.0.0.1:${port}`, { connections, connect: { rejectUnauthorized: false } })
  await untilAlive(pool, server)
  return {
    pool,
    stop: async () => {
      await pool.destroy()
      await stop(server)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Sends calls over all connections, at least `minimum` and until `work` is done. Returns the number of each status. */
async function sendCalls(pool: Pool, token: string, minimum: number, work: (sent: () => number) => Promise<void>) {
  const statuses: Record<string, number> = {}
  let sent = 0
  let isDone = false
  const send = async () => {
    while (sent < minimum || !isDone) {
      const request = requests[sent % requests.length] as ApiRequest
      sent += 1
      const status = await call(pool, request, token).then(
        (response) => String(response.status),
        (error: Error) => error.message,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const working = work(() => sent).finally(() => {
    isDone = true
  })
  await Promise.all([working, ...Array.from({ length: connections }, send)])
  return statuses
}

/** Stops and starts each of two nodes behind a proxy while calls are sent. */
async function measure(proxy: Proxy, databaseUrl: string, minimum: number) {
  programOf(proxy)
  const nodes = [await startPortal(databaseUrl), await startPortal(databaseUrl)]
  const [token = ''] = (await nodes[0]?.tokensOf(1)) ?? []
  const running = await startProxy(proxy, nodes)
  try {
    const sentWhileStopped: number[] = []
    const statuses = await sendCalls(running.pool, token, minimum, async (sent) => {
      for (const [at, node] of nodes.entries()) {
        const begin = sent()
        await node.stop()
        nodes[at] = await startPortal(databaseUrl, [], Number(new URL(node.url).port))
        sentWhileStopped.push(sent() - begin)
      }
    })
    const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const failed = total - (statuses['200'] ?? 0)
    return { proxy: proxy.name, calls: total, failed, 'while a node stopped and started': sentWhileStopped, statuses }
  } finally {
    await running.stop()
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

const [databaseUrl = 'postgres://loket:loket@127.0.0.1:5432/bench_100k', minimum = '5000'] = process.argv.slice(2)
const results: Awaited<ReturnType<typeof measure>>[] = []
for (const proxy of proxies) results.push(await measure(proxy, databaseUrl, Number(minimum)))
for (const result of results) console.log(JSON.stringify(result))
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1
