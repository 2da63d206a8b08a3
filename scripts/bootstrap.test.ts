import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './run.ts'

const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/node': { version } } })

/** A project in which nothing but the bootstrap is real: its packages, its npm and its verb are stand-ins. */
function project({ installed, npm, verb }: { installed: string; npm: string; verb: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-bootstrap-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = {
    'package.json': '{ "type": "module" }',
    'package-lock.json': lock('24.0.0'),
    'node_modules/.package-lock.json': installed,
    'scripts/verbs.ts': verb,
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

/** Starts the bootstrap as npm would. */
function start(folder: string, ...args: string[]) {
  const env = { ...process.env, PATH: `${join(folder, 'machine')}:/usr/bin:/bin` }
  const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), ...args], { cwd: folder, env })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return {
    child,
    said: async (word: string) => {
      while (!output.includes(word)) await once(child.stdout, 'data')
    },
    ended: async () => {
      const [code] = await once(child, 'close')
      return { code, output }
    },
  }
}

const noNpm = 'echo "npm was called"; exit 1'
/** A verb that tells of every signal it hears, and ends some time after the first. */
const listener = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log('heard ' + signal)
    setTimeout(() => process.exit(7), 200)
  })
  process.on('disconnect', () => process.kill(0, 'SIGTERM'))
  setInterval(() => {}, 1000)
  console.log('ready')`

test('a verb runs at once when everything is installed, with its arguments, its exit code and the packages in PATH', async () => {
  const verb = 'console.log(process.argv.slice(2), process.env.PATH.split(":")[0]); process.exit(3)'
  const folder = project({ installed: lock('24.0.0'), npm: noNpm, verb })
  const { code, output } = await start(folder, 'loket', 'demo', '--addresses', '10').ended()
  expect(output).toContain("[ 'loket', 'demo', '--addresses', '10' ]")
  expect(output).toContain(join(folder, 'node_modules/.bin'))
  expect(output).not.toContain('npm was called')
  expect(code).toBe(3)
})

test('packages that are older than the lock file are installed first, without a question', async () => {
  const npm = 'echo "$@" > asked; cp package-lock.json node_modules/.package-lock.json'
  const folder = project({ installed: lock('23.0.0'), npm, verb: 'console.log("ran")' })
  const { code, output } = await start(folder, 'start').ended()
  expect(output).toMatch(/^Installing .*\nran\n$/)
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^ci --loglevel=error/)
  expect(code).toBe(0)
})

test('an install that fails says so in a sentence below the words of npm', async () => {
  const npm = 'echo "npm error network down" >&2; exit 9'
  const folder = project({ installed: lock('23.0.0'), npm, verb: 'console.log("ran")' })
  const { code, output } = await start(folder, 'start').ended()
  expect(output).toContain('npm error network down\nThe install failed (npm ci, exit code 9)')
  expect(output).not.toContain('ran')
  expect(code).toBe(9)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a verb hears %s once, even when it comes twice',
  async (signal) => {
    const { child, said, ended } = start(project({ installed: lock('24.0.0'), npm: noNpm, verb: listener }), 'start')
    await said('ready')
    // A terminal's Ctrl-C comes to the bootstrap directly and through npm.
    child.kill(signal)
    child.kill(signal)
    const { code, output } = await ended()
    expect(output).toBe(`ready\nheard ${signal}\n`)
    expect(code).toBe(7)
  },
)

test('a verb does not outlive a bootstrap that was killed', async () => {
  const { child, said, ended } = start(project({ installed: lock('24.0.0'), npm: noNpm, verb: listener }), 'start')
  await said('ready')
  child.kill('SIGKILL')
  // The output ends when the verb has let go of it.
  expect((await ended()).output).toContain('heard SIGTERM')
})
