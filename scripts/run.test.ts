import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const runModule = new URL('run.ts', import.meta.url).href

/** A program that prints every signal that it receives, and exits 200 ms after the first. */
const listener = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {
    console.log('received ' + signal)
    setTimeout(() => process.exit(7), 200)
  })
  setInterval(() => {}, 1000)
  console.log('ready')`

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a program receives %s once when only the process that started it is signalled',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-run-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const program = join(folder, 'program.mjs')
    writeFileSync(program, listener)
    const starter = `import { runFile } from '${runModule}'\nprocess.exit(await runFile('${program}', []))`
    // Its own group, so that the test can also end the program when it did not receive the signal.
    const args = ['--input-type=module', '-e', starter]
    const child = spawn(process.execPath, args, { detached: true })
    onTestFinished(() => {
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL')
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    while (!output.includes('ready')) await once(child.stdout, 'data')
    child.kill(signal)
    const [code] = await once(child, 'close')
    expect(output).toBe(`ready\nreceived ${signal}\n`)
    expect(code).toBe(7)
  },
)
