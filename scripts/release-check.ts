import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { slowness } from '../slowness.ts'
import { run } from './run.ts'

/** The error for a release that does not start. The message is one Dutch sentence, and then the output. */
export class ReleaseError extends Error {}

/**
 * Unpacks a release in an empty folder and starts it with an empty embedded database. The process finds no npm, no
 * other Node and no packages of this project. Throws a ReleaseError when the portal does not start, respond or stop
 * within `limit_s` seconds each. A busy machine gets more time.
 */
export async function verifyRelease(archive: string, limit_s = Math.round(60 * slowness())) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-release-'))
  try {
    const unpacked = await run('tar', ['-C', folder, '-xzf', archive], { quiet: true })
    if (unpacked.code !== 0)
      throw new ReleaseError(`De release kan niet worden uitgepakt (exitcode ${unpacked.code}).\n${unpacked.output}`)
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
      await verifyPages(await printedUrl(started.stdout, limit_s), limit_s)
    } finally {
      started.kill('SIGTERM')
      // A release that does not stop must not keep this check waiting.
      const limit = setTimeout(() => started.kill('SIGKILL'), limit_s * 1000)
      await ended
      clearTimeout(limit)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function verifyPages(url: string, limit_s: number) {
  for (const [path, expected] of [
    ['/readyz', ''],
    ['/login', 'Rd4 Loket'],
  ] as const) {
    const signal = AbortSignal.timeout(limit_s * 1000)
    const read = async () => {
      const reply = await fetch(`${url}${path}`, { signal })
      return { status: reply.status, isRight: reply.status === 200 && (await reply.text()).includes(expected) }
    }
    const { status, isRight } = await read().catch((cause) => {
      throw new ReleaseError(
        signal.aborted
          ? `De release geeft voor ${path} na ${limit_s} seconden nog geen antwoord.`
          : `De release geeft voor ${path} geen antwoord.\n${cause}`,
        { cause },
      )
    })
    if (!isRight) throw new ReleaseError(`De release geeft voor ${path} een andere pagina, met status ${status}.`)
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
    throw new ReleaseError(
      `De release is na ${limit_s} seconden nog niet gestart. Deze machine is ${slowness().toFixed(1)} keer zo traag als ` +
        `een rustige.\n${text}`,
    )
  }
  throw new ReleaseError(`De release is bij het starten gestopt.\n${text}`)
}
