import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runLoket, withClient } from '../loket-command.ts'
import { jwtSecret } from '../portal.ts'
import { type Machine, startMachine } from './machines.ts'
import { writeCertificate } from './proxy.ts'

const passwords = {
  SUPERUSER_PASSWORD: 'superuser-of-the-measurements',
  REPLICATION_PASSWORD: 'replicator-of-the-measurements',
  INTERFACE_PASSWORD: 'patroni-of-the-measurements',
}
const ownerPassword = 'owner-of-the-measurements'
const portalPassword = 'portal-of-the-measurements'
const dataFolder = '/var/lib/postgresql/15/loket'

/** Returns a file of `deploy/`, as an administrator fills it in for a machine. */
function configuration(file: string, machine: Machine) {
  const values = { ...passwords, THIS_NAME: machine.name, THIS_ADDRESS: machine.address }
  return Object.entries(values).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8'),
  )
}

/** A database machine: it runs a member of etcd, and a PostgreSQL server that Patroni starts and stops. */
type DatabaseMachine = Machine & ReturnType<typeof startDatabase>

function startDatabase(machine: Machine) {
  const settings = configuration('cluster/etcd', machine)
  machine.write('/etc/default/etcd', settings)
  const env = Object.fromEntries([...settings.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  machine.start('etcd', [], { user: 'etcd', env })
  machine.write('/etc/patroni/config.yml', configuration('cluster/patroni.yml', machine), 'postgres')
  const startPatroni = () =>
    machine.start('patroni', ['/etc/patroni/config.yml'], { user: 'postgres', env: { LANG: 'C.UTF-8' } })
  let patroni = startPatroni()
  return {
    /** Kills PostgreSQL without a chance to write or reply. */
    killPostgres: () => machine.run('sh', ['-c', `kill -9 $(head -1 ${dataFolder}/postmaster.pid)`]),
    /** Stops Patroni, which stops PostgreSQL. */
    stopPatroni: () => patroni.kill('SIGTERM'),
    startPatroni: () => {
      patroni = startPatroni()
    },
  }
}

/** A member of the cluster, as Patroni reports it. */
type Member = { name: string; role: 'leader' | 'sync_standby' | 'replica'; state: string }

/** Returns the members according to the first of these machines that responds. */
async function findMembers(machines: Machine[]): Promise<Member[]> {
  for (const { address } of machines) {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
      () => undefined,
    )
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members
  }
  return []
}

/** Throws when a caller without the password can restart PostgreSQL by the interface of Patroni. */
async function rejectStrangers({ address }: Machine) {
  const { status } = await fetch(`http://${address}:8008/restart`, { method: 'POST' })
  if (status !== 401) throw new Error(`Patroni returns status ${status} to a caller without the password`)
}

/** A machine of the portal: it runs a node, PgBouncer, and HAProxy in front of the database machines. */
type PortalMachine = Machine & ReturnType<typeof startNode>

function startNode(machine: Machine) {
  machine.write('/etc/haproxy/haproxy.cfg', configuration('cluster/haproxy.cfg', machine))
  machine.start('haproxy', ['-f', '/etc/haproxy/haproxy.cfg'])
  machine.write('/etc/pgbouncer/pgbouncer.ini', configuration('cluster/pgbouncer.ini', machine), 'postgres')
  machine.write('/etc/pgbouncer/userlist.txt', `"portaal" "${portalPassword}"\n`, 'postgres')
  const startPgbouncer = () => machine.start('pgbouncer', ['/etc/pgbouncer/pgbouncer.ini'], { user: 'postgres' })
  let pgbouncer = startPgbouncer()
  const database = `postgres://portaal:${portalPassword}@127.0.0.1:6432`
  machine.start(process.execPath, [join(import.meta.dirname, '../../server/src/main.ts')], {
    env: {
      HOST: machine.address,
      PORT: '3000',
      DATABASE_URL: `${database}/loket`,
      DATABASE_REPLICA_URL: `${database}/loket_replica`,
      DATABASE_PREPARE: 'off',
      TRUST_PROXY: '10.0.0.10',
      JWT_SECRET: jwtSecret,
      JWT_TTL: '1440',
      RATE_LIMIT: '999999999',
    },
  })
  return {
    restartPgbouncer: async () => {
      pgbouncer.kill('SIGTERM')
      while (pgbouncer.exitCode === null) await setTimeout(50)
      pgbouncer = startPgbouncer()
    },
  }
}

/** Starts HAProxy in front of the nodes of the portal. */
function startProxy(machine: Machine) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-cluster-'))
  writeCertificate(folder)
  machine.write('/etc/ssl/loket/loket.pem', readFileSync(join(folder, 'loket.pem'), 'utf8'))
  rmSync(folder, { recursive: true })
  machine.write('/etc/haproxy/haproxy.cfg', configuration('haproxy.cfg', machine))
  machine.start('haproxy', ['-f', '/etc/haproxy/haproxy.cfg'])
}

/** Creates the roles and the database, with demo data, as docs/operations.md describes. */
async function createDatabase(leader: Machine) {
  const host = `${leader.address}:5432`
  await withClient(`postgres://postgres:${passwords.SUPERUSER_PASSWORD}@${host}/postgres`, async (client) => {
    const statements = [
      `create role loket_owner login password '${ownerPassword}'`,
      `create role portaal login password '${portalPassword}'`,
      "alter role portaal set statement_timeout = '5s'",
      "alter role portaal set idle_in_transaction_session_timeout = '10s'",
      'alter role portaal set jit = off',
      'alter role portaal set max_parallel_workers_per_gather = 0',
      'alter role portaal set random_page_cost = 1.1',
      "create database loket owner loket_owner encoding 'UTF8' template template0",
    ]
    for (const statement of statements) await client.query(statement)
  })
  const url = ownerUrl(leader)
  await runLoket(url, ['demo', '--addresses', '1000'])
  await runLoket(url, ['migrate', '--app-role', 'portaal'])
}

/** Returns the URL of the database on one machine, for the owner of the tables. */
export const ownerUrl = ({ address }: Machine) => `postgres://loket_owner:${ownerPassword}@${address}:5432/loket`

/** Starts three database machines, two machines of the portal and a load balancer, with the files of `deploy/`. */
export async function startCluster() {
  const databases: DatabaseMachine[] = []
  for (const number of [1, 2, 3]) {
    const machine = await startMachine(`db${number}`, `10.0.0.2${number}`)
    databases.push({ ...machine, ...startDatabase(machine) })
  }
  /** Returns the machine of the member with a role. Throws when there is none. */
  const machineOf = async (role: Member['role']) => {
    const member = (await findMembers(databases)).find((it) => it.role === role)
    const machine = databases.find(({ name }) => name === member?.name)
    if (!machine) throw new Error(`The cluster has no ${role}`)
    return machine
  }
  /** Waits until there are a leader, a synchronous replica and another replica. */
  const untilHealthy = async () => {
    for (const until = performance.now() + 120_000; performance.now() < until; await setTimeout(500)) {
      const members = (await findMembers(databases)).filter(({ state }) => ['running', 'streaming'].includes(state))
      if (
        ['leader', 'replica', 'sync_standby'].join() ===
        members
          .map(({ role }) => role)
          .sort()
          .join()
      )
        return
    }
    throw new Error(`The cluster is not complete: ${JSON.stringify(await findMembers(databases))}`)
  }
  await untilHealthy()
  await rejectStrangers(await machineOf('leader'))
  await createDatabase(await machineOf('leader'))
  const portals: PortalMachine[] = []
  for (const number of [1, 2]) {
    const machine = await startMachine(`app${number}`, `10.0.0.1${number}`)
    portals.push({ ...machine, ...startNode(machine) })
  }
  startProxy(await startMachine('proxy', '10.0.0.10'))
  return { databases, portals, machineOf, untilHealthy }
}
