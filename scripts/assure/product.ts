import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addTotp, fullPath, startTotp } from '@rd4-loket/contract'
import { codeMaker } from '../../e2e/totp-codes.ts'
import { freePort } from '../../server/src/test/ports.ts'
import { startPostgres } from '../../server/src/test/postgres/postgres-server.ts'
import { root } from '../run.ts'
import { dataOf, makeClient } from './client.ts'

/** The accounts of the demo data, by the roles that they show. */
export const accounts = {
  provider: 'medewerker@bsgw.example',
  heerlen: 'balie@heerlen.example',
  kerkrade: 'balie@kerkrade.example',
  both: 'beide@rd4.example',
  administrator: 'beheer@rd4.example',
}
export type Account = keyof typeof accounts
export const password = 'Loket-demo-2026!'

/** The running product. */
export type RunningProduct = Awaited<ReturnType<typeof startProduct>>

const nginxProgram = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync)

/** The proxy in front of the portal, as in docs/operations.md. It terminates TLS and replaces the forwarded headers. */
const nginxSettings = (folder: string, tlsPort: number, portalPort: number) => `
daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off; server_tokens off; client_max_body_size 1m;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${tlsPort} ssl;
    ssl_certificate ${folder}/certificate.pem; ssl_certificate_key ${folder}/key.pem; ssl_protocols TLSv1.2 TLSv1.3;
    location / {
      proxy_pass http://127.0.0.1:${portalPort}; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
    }
  }
}`

/**
 * Starts the product as in production: a temporary PostgreSQL server, a portal with its own role and secrets in files,
 * and nginx with TLS in front. Returns the clients, and a function that stops and removes everything.
 */
export async function startProduct() {
  if (!nginxProgram) throw new Error('nginx is missing. Install the package nginx and try again.')
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-assure-'))
  const postgresFolder = join(folder, 'postgres')
  mkdirSync(postgresFolder)
  // PostgreSQL runs as another user when this process is root.
  execFileSync('chmod', ['755', folder])
  const [tlsPort, portalPort] = [await freePort(), await freePort()]
  const rolePassword = randomBytes(24).toString('hex')
  const jwtSecret = randomBytes(48).toString('base64url')
  writeFileSync(join(folder, 'database-password'), rolePassword, { mode: 0o600 })
  writeFileSync(join(folder, 'jwt-secret'), jwtSecret, { mode: 0o600 })

  const postgres = await startPostgres(postgresFolder)
  const loket = (...args: string[]) =>
    execFileSync(process.execPath, ['server/src/cli/loket.ts', ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], DATABASE_URL: postgres.url, JWT_SECRET: jwtSecret },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  loket('demo', '--addresses', '5000')
  const { query } = postgres
  await query(`create role portal login password '${rolePassword}'`)
  loket('migrate', '--app-role', 'portal')
  await postgres.requirePassword('portal')

  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', join(folder, 'key.pem')],
      ...['-out', join(folder, 'certificate.pem')],
    ],
    { stdio: 'ignore' },
  )
  writeFileSync(join(folder, 'nginx.conf'), nginxSettings(folder, tlsPort, portalPort))

  const origin = `https://127.0.0.1:${tlsPort}`
  const portal = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(portalPort),
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: origin,
      DATABASE_URL: postgres.url.replace('//loket@', '//portal@'),
      DATABASE_PASSWORD_FILE: join(folder, 'database-password'),
      JWT_SECRET_FILE: join(folder, 'jwt-secret'),
      TRUST_PROXY: '127.0.0.1',
      // The checks send thousands of calls from one address. Every other limit has its default.
      RATE_LIMIT: '1000000',
      // The default of a database without demo data.
      SECOND_FACTOR: 'administrator:0,bsgw_employee:14,municipal_employee:14',
      DEMO: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [portal.stdout, portal.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const nginx = spawn(nginxProgram, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })

  const client = makeClient({ tlsPort, portalPort, ca: readFileSync(join(folder, 'certificate.pem'), 'utf8') })
  async function stop() {
    for (const program of [nginx, portal]) {
      if (program.exitCode !== null) continue
      program.kill('SIGTERM')
      await once(program, 'exit')
    }
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + 120_000
  while ((await client.send('/readyz').catch(() => undefined))?.status !== 200) {
    if (portal.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The portal did not start:\n${output}`)
    }
    await setTimeout(200)
  }

  // The administrator must have a second factor. It is an app, which the first use of the account adds.
  let nextCode: (() => Promise<string>) | undefined
  async function logInAs(account: Account) {
    if (account !== 'administrator') return client.logIn(accounts[account], password)
    if (nextCode) return client.logIn(accounts[account], password, { factor: { code: await nextCode() } })
    const first = await client.logIn(accounts[account], password)
    const { token } = first
    const { secret, enrolment } = dataOf(
      await client.send(fullPath(startTotp), { token, body: { current_password: password } }),
    )
    nextCode = codeMaker(secret)
    const body = { enrolment, name: 'App', code: await nextCode() }
    await client.send(fullPath(addTotp), { token, body })
    return first
  }

  // One session per account. Other sessions come from other addresses, so that no throttle stops a login.
  const tokens = new Map<Account, string>()
  async function tokenOf(account: Account, isNew = false): Promise<string> {
    const known = tokens.get(account)
    if (known && !isNew) return known
    const { token, response } = await logInAs(account)
    if (!token) throw new Error(`The login of ${accounts[account]} returned ${response.status}: ${response.text}`)
    tokens.set(account, token)
    return token
  }
  return { ...client, origin, jwtSecret, query, output: () => output, tokenOf, stop }
}
