import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Runs this script again in a lab of Linux namespaces. Nothing in the lab reaches a process, port or file outside it,
 * and all processes of the lab end with the script. Returns whether this process is in the lab. Needs root.
 */
export async function enterLab(): Promise<boolean> {
  if (process.env['LOKET_LAB']) {
    const commands = ['link set lo up', 'link add lab type bridge', 'addr add 10.0.0.1/24 dev lab', 'link set lab up']
    for (const command of commands) ip(command)
    return true
  }
  if (process.getuid?.() !== 0) throw new Error('Run this script as root: it creates network namespaces.')
  // The first process of the lab is a shell, because it must reap the processes that lose their parents.
  const shell = ['sh', '-c', '"$0" "$@"; exit $?']
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
  const lab = spawn('unshare', [...namespaces, ...shell, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, LOKET_LAB: 'yes' },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => lab.kill('SIGKILL'))
  const [code] = await once(lab, 'exit')
  process.exitCode = code ?? 1
  return false
}

const ip = (command: string) => execFileSync('ip', command.split(' '))

type RunOptions = { user?: string; env?: Record<string, string>; input?: string }

/** A machine of the lab: it has its own address, ports, configuration in /etc, data and network cable. */
export type Machine = Awaited<ReturnType<typeof startMachine>>

// Data in memory, so that the disk of this machine does not slow down a member of etcd.
const prepareFolders = `
  for folder in /run /var/log /var/lib/postgresql /var/lib/etcd /var/lib/pgbackrest; do
    mount -t tmpfs -o mode=755 tmpfs $folder
  done
  mkdir /run/etc /run/work /run/postgresql /run/pgbackrest /var/log/postgresql /var/log/pgbackrest
  mount -t overlay overlay -o lowerdir=/etc,upperdir=/run/etc,workdir=/run/work /etc
  chown postgres: /run/postgresql /run/pgbackrest /var/log/* /var/lib/postgresql /var/lib/pgbackrest
  chown etcd: /var/lib/etcd
  echo ready
  exec sleep infinity`

/** Starts a machine with an address in 10.0.0.0/24. It uses the packages of this computer. */
export async function startMachine(name: string, address: string) {
  const holder = spawn('unshare', ['--net', '--mount', 'sh', '-ec', prepareFolders], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!(await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(() => undefined)])))
    throw new Error(`The machine ${name} did not start; see the output above.`)
  const pid = holder.pid ?? 0
  ip(`link add ${name} type veth peer name eth0 netns ${pid}`)
  ip(`link set ${name} master lab up`)

  const enter = (program: string, args: string[], user: string) => {
    const idOf = (flag: string) => execFileSync('id', [flag, user], { encoding: 'utf8' }).trim()
    const credentials = user === 'root' ? [] : [`--setuid=${idOf('-u')}`, `--setgid=${idOf('-g')}`]
    return [`--target=${pid}`, '--mount', '--net', ...credentials, program, ...args]
  }
  const environment = (env: Record<string, string> = {}) => ({ PATH: `${process.env['PATH']}:/usr/sbin`, ...env })

  /** Runs a program to its end, and returns its output. Throws with its error output when it fails. */
  const run = (program: string, args: string[], { user = 'root', env, input }: RunOptions = {}) =>
    execFileSync('nsenter', enter(program, args, user), {
      env: environment(env),
      input,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  /** Starts a program that runs until it is stopped. Its output is in a file in /var/log of the machine. */
  const start = (program: string, args: string[], { user = 'root', env }: RunOptions = {}): ChildProcess => {
    const text = `exec "$0" "$@" >> /var/log/output.log 2>&1`
    const shell = ['-c', text, program, ...args]
    return spawn('nsenter', enter('sh', shell, user), { env: environment(env), stdio: ['ignore', 'ignore', 'inherit'] })
  }
  /** Writes a file that only its owner can read. */
  const write = (path: string, text: string, user = 'root') => {
    const outside = `/proc/${pid}/root${path}`
    mkdirSync(dirname(outside), { recursive: true })
    writeFileSync(outside, text, { mode: 0o600 })
    run('chown', [`${user}:`, path])
  }
  run('sh', ['-c', `ip link set lo up; ip addr add ${address}/24 dev eth0; ip link set eth0 up`])
  run('sh', ['-c', 'touch /var/log/output.log; chmod 666 /var/log/output.log'])
  return {
    name,
    address,
    run,
    start,
    write,
    /** Removes the network cable: all packets are lost. Programs on the machine continue. */
    unplug: () => ip(`link set ${name} down`),
    plug: () => ip(`link set ${name} up`),
  }
}
