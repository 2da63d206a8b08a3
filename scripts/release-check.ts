import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { run } from './run.ts'

/**
 * Unpacks a release in an empty folder and starts it with an empty embedded database. The process finds no npm, no
 * other Node and no packages of this project. Throws when the portal does not respond within a minute.
 */
export async function verifyRelease(archive: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-release-'))
  await run('tar', ['-C', folder, '-xzf', archive])
  const program = join(folder, 'rd4-loket/bin/rd4-loket')
  const env = { PATH: '/usr/bin:/bin', LOKET_SETTINGS: '/dev/null', NODE_ENV: 'production' }
  const { code, output: help } = await run(program, ['--help'], { env, quiet: true })
  if (code !== 0 || !help.startsWith('rd4-loket <opdracht>'))
    throw new Error(`The release cannot run a command (exit code ${code}):\n${help}`)
  const started = spawn(program, ['start'], {
    env: { ...env, PORT: '0', DEMO: 'off', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The process can end by itself, before the end of the check.
  const ended = new Promise((resolve) => started.on('close', resolve))
  try {
    const url = await printedUrl(started.stdout)
    for (const [path, expected] of [
      ['/readyz', ''],
      ['/login', 'Rd4 Loket'],
    ] as const) {
      const reply = await fetch(`${url}${path}`)
      if (reply.status !== 200 || !(await reply.text()).includes(expected))
        throw new Error(`The release returns status ${reply.status} or another page for ${path}`)
    }
  } finally {
    started.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
}

/** Returns the URL that the portal prints when it is ready. Throws after a minute, or when the portal ends first. */
async function printedUrl(output: Readable) {
  let text = ''
  for await (const [part] of on(output, 'data', { signal: AbortSignal.timeout(60_000), close: ['end'] })) {
    text += part
    const [, url] = /staat klaar op (http\S+)/.exec(text) ?? []
    if (url) return url
  }
  throw new Error(`The release did not start:\n${text}`)
}
