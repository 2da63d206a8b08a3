import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.ts'

const lock = (version: string, tool = {}) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/node': { version }, ...tool } })
const withTool = lock('24.0.0', { 'node_modules/vitest': { version: '5.0.0', dev: true } })

/** Creates a project with the real bootstrap, and with fake packages, npm and commands. */
function project({ installed, npm, command }: { installed: string; npm: string; command: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-bootstrap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': withTool,
    'node_modules/.package-lock.json': installed,
    'scripts/verbs.ts': command,
    'machine/npm': `#!/bin/sh\n${npm}\n`,
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  chmodSync(join(folder, 'machine/npm'), 0o755)
  mkdirSync(join(folder, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, join(folder, 'node_modules/node/bin/node'))
  cpSync(join(root, 'scripts/bootstrap.mjs'), join(folder, 'scripts/bootstrap.mjs'))
  return folder
}

/** Starts the bootstrap as npm does. */
function start(folder: string, ...args: string[]) {
  // The settings file can name another port.
  const PORT = existsSync(join(folder, '.env')) ? '' : '0'
  const env = { ...process.env, PORT, PATH: `${join(folder, 'machine')}:/usr/bin:/bin` }
  const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), ...args], { cwd: folder, env })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return {
    child,
    output: () => output,
    printed: async (word: string) => {
      while (!output.includes(word)) await once(child.stdout, 'data')
    },
    ended: async () => {
      const [code] = await once(child, 'close')
      return { code, output }
    },
  }
}

const noNpm = 'echo "npm was called"; exit 1'
/** A command that prints every signal that it receives, and exits 200 ms after the first. */
const listener = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log('received ' + signal)
    setTimeout(() => process.exit(7), 200)
  })
  process.on('disconnect', () => process.kill(0, 'SIGTERM'))
  setInterval(() => {}, 1000)
  console.log('ready')`

test('a command runs without npm, with its arguments and PATH, when all packages are installed', async () => {
  const command = 'console.log(process.argv.slice(2), process.env.PATH.split(":")[0]); process.exit(3)'
  const folder = project({ installed: lock('24.0.0'), npm: noNpm, command })
  const { code, output } = await start(folder, 'loket', 'demo', '--addresses', '10').ended()
  expect(output).toContain("[ 'loket', 'demo', '--addresses', '10' ]")
  expect(output).toContain(join(folder, 'node_modules/.bin'))
  expect(output).not.toContain('npm was called')
  expect(code).toBe(3)
})

test.each([
  ['start', lock('23.0.0'), 'ci --omit=dev'],
  ['check', lock('23.0.0'), 'ci --include=dev'],
  // A portal that runs keeps its packages.
  ['check', lock('24.0.0'), 'install --no-save --include=dev'],
  ['start', lock('24.0.0'), undefined],
  ['check', withTool, undefined],
])('%s installs only what it needs and lacks, before it runs', async (verb, installed, expected) => {
  const npm = 'echo "npm $@"; cp package-lock.json node_modules/.package-lock.json; echo "$@" > npm-arguments'
  const folder = project({ installed, npm, command: 'console.log("ran")' })
  const { code, output } = await start(folder, verb).ended()
  expect([code, output.endsWith('ran\n')]).toEqual([0, true])
  const file = join(folder, 'npm-arguments')
  expect(existsSync(file) ? readFileSync(file, 'utf8').replace(/ --loglevel.*/s, '') : undefined).toBe(expected)
})

test('a taken port ends the start before anything is installed, also when .env names it', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const folder = project({ installed: lock('23.0.0'), npm: noNpm, command: '' })
  writeFileSync(join(folder, '.env'), `PORT=${port}\n`)
  const { code, output } = await start(folder, 'start').ended()
  expect([code, output]).toEqual([1, `Poort ${port} is al in gebruik. Kies een andere met PORT.\n`])
})

test('a failed install prints the output of npm and its exit code, and the command does not run', async () => {
  const npm = 'echo "npm error network down" >&2; exit 9'
  const folder = project({ installed: lock('23.0.0'), npm, command: 'console.log("ran")' })
  const { code, output } = await start(folder, 'start').ended()
  expect(output).toContain('npm error network down\nThe install failed (npm ci, exit code 9)')
  expect(output).not.toContain('ran')
  expect(code).toBe(9)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a command receives %s once when the bootstrap receives it twice',
  async (signal) => {
    const { child, printed, ended } = start(
      project({ installed: lock('24.0.0'), npm: noNpm, command: listener }),
      'start',
    )
    await printed('ready')
    // Ctrl-C in a terminal reaches the bootstrap directly and through npm.
    child.kill(signal)
    child.kill(signal)
    const { code, output } = await ended()
    expect(output).toBe(`ready\nreceived ${signal}\n`)
    expect(code).toBe(7)
  },
)

test('the server ends when the command that started it is killed', async () => {
  const command = `
    import { spawn } from 'node:child_process'
    const server = spawn('sleep', ['600'], { stdio: 'inherit' })
    server.on('spawn', () => console.log('ready', process.pid))`
  const { printed, ended, output } = start(project({ installed: lock('24.0.0'), npm: noNpm, command }), 'start')
  await printed('ready')
  process.kill(Number(/ready (\d+)/.exec(output())?.[1]), 'SIGKILL')
  // The output closes when the server has ended.
  expect((await ended()).code).toBe(137)
})

test('a command ends when its bootstrap is killed', async () => {
  const { child, printed, ended } = start(
    project({ installed: lock('24.0.0'), npm: noNpm, command: listener }),
    'start',
  )
  await printed('ready')
  child.kill('SIGKILL')
  // The output closes when the command has ended.
  expect((await ended()).output).toContain('received SIGTERM')
})
