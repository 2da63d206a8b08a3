import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { run } from './run.ts'

/** The error for a release that does not start. The message is one Dutch sentence, and then the output. */
export class ReleaseError extends Error {}

/**
 * Unpacks a release in an empty folder and starts it with an empty embedded database. The process finds no npm, no
 * other Node and no packages of this project. Throws a ReleaseError when the portal does not respond within `limit_s`
 * seconds.
 */
export async function verifyRelease(archive: string, limit_s = 60) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-release-'))
  try {
    await run('tar', ['-C', folder, '-xzf', archive])
    const program = join(folder, 'rd4-loket/bin/rd4-loket')
    const env = { PATH: '/usr/bin:/bin', LOKET_SETTINGS: '/dev/null', NODE_ENV: 'production' }
    const { code, output: help } = await run(program, ['--help'], { env, quiet: true })
    if (code !== 0 || !help.startsWith('rd4-loket <opdracht>'))
      throw new ReleaseError(`De release kan geen opdracht uitvoeren (exitcode ${code}).\n${help}`)
    const started = spawn(program, ['start'], {
      env: { ...env, PORT: '0', DEMO: 'off', DATA_DIR: join(folder, 'data') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // The process can end by itself, before the end of the check.
    const ended = new Promise((resolve) => started.on('close', resolve))
    try {
      await verifyPages(await printedUrl(started.stdout, limit_s))
    } finally {
      started.kill('SIGTERM')
      await ended
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function verifyPages(url: string) {
  for (const [path, expected] of [
    ['/readyz', ''],
    ['/login', 'Rd4 Loket'],
  ] as const) {
    const reply = await fetch(`${url}${path}`)
    if (reply.status !== 200 || !(await reply.text()).includes(expected))
      throw new ReleaseError(`De release geeft voor ${path} een andere pagina, met status ${reply.status}.`)
  }
}

/** Returns the URL that the portal prints when it is ready. Throws after the limit, or when the portal ends first. */
async function printedUrl(output: Readable, limit_s: number) {
  let text = ''
  const limit = AbortSignal.timeout(limit_s * 1000)
  try {
    for await (const [part] of on(output, 'data', { signal: limit, close: ['end'] })) {
      text += part
      const [, url] = /staat klaar op (http\S+)/.exec(text) ?? []
      if (url) return url
    }
  } catch (error) {
    if (!limit.aborted) throw error
    throw new ReleaseError(`De release is na ${limit_s} seconden nog niet gestart.\n${text}`)
  }
  throw new ReleaseError(`De release is bij het starten gestopt.\n${text}`)
}
