import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { freePort } from '../../e2e/free-port.ts'
import { call, stop, untilAlive } from '../portal.ts'
import type { ApiRequest } from '../shapes.ts'

/** A load balancer: its Debian package, its file in `deploy/`, and its arguments for a configuration in a folder. */
export type LoadBalancer = {
  name: string
  package: string
  file: string
  args: (folder: string, file: string) => string[]
}

/** The load balancers of `deploy/`. */
export const proxies: LoadBalancer[] = [
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

/**
 * Writes a self-signed certificate and its key in separate files for nginx, and in one file for HAProxy. The
 * configurations in deploy contain these file names.
 */
export function writeCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = ['-subj', '/CN=loket.example', '-days', '2']
  const out = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...out], { stdio: 'ignore' })
  writeFileSync(join(folder, 'loket.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
}

const requests: ApiRequest[] = [
  { method: 'GET', path: '/api/v1/user/auth/user' },
  { method: 'POST', path: '/api/v1/counter/addresses/search', body: { street: 'Akerstraat' } },
  { method: 'POST', path: '/api/v1/counter/addresses/search', body: { postal_code: '6411 CD' } },
]
const connections = 16

/** Returns the path of a proxy. Throws with the name of its package when it is not installed. */
function programOf(proxy: LoadBalancer) {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  const found = folders.map((folder) => join(folder, proxy.name)).find((path) => existsSync(path))
  if (!found) throw new Error(`${proxy.name} is missing. Install it: apt-get install ${proxy.package}`)
  return found
}

/**
 * Starts a proxy in front of two nodes with its file of `deploy/`. Only the ports and the certificate are replaced.
 * `hosts`: the host and port of each node. Throws when the proxy is not installed.
 */
export async function startProxy(proxy: LoadBalancer, hosts: string[]) {
  const program = programOf(proxy)
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-two-nodes-'))
  chmodSync(folder, 0o755)
  writeCertificate(folder)
  const port = await freePort()
  const text = readFileSync(join(import.meta.dirname, '../../deploy', proxy.file), 'utf8')
    .replaceAll('/etc/ssl/loket', folder)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replaceAll('10.0.0.11:3000', hosts[0] ?? '')
    .replaceAll('10.0.0.12:3000', hosts[1] ?? '')
  const file = join(folder, proxy.file)
  writeFileSync(file, text)
  const server = spawn(program, proxy.args(folder, file), { stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `https://127.0.0.1:${port}`
  const pool = new Pool(url, { connections, connect: { rejectUnauthorized: false } })
  await untilAlive(pool, server)
  return {
    url,
    pool,
    stop: async () => {
      await pool.close()
      await stop(server)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Sends calls over all connections, at least `minimum` and until `work` is done. Returns the number of each status. */
export async function sendCalls(
  pool: Pool,
  token: string,
  minimum: number,
  work: (sent: () => number) => Promise<void>,
) {
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
