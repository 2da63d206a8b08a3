import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ReleaseError, verifyRelease } from './release-check.ts'

/** Packs a release whose program prints its help, and runs these shell commands when it starts. */
function release(start: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-fake-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'rd4-loket/bin/rd4-loket')
  mkdirSync(join(folder, 'rd4-loket/bin'), { recursive: true })
  writeFileSync(program, `#!/bin/sh\n[ "$1" = start ] || exec echo 'rd4-loket <opdracht>'\n${start}\n`)
  chmodSync(program, 0o755)
  execFileSync('tar', ['-C', folder, '-czf', join(folder, 'release.tar.gz'), 'rd4-loket'])
  return join(folder, 'release.tar.gz')
}

test.each([
  ['does not start in time', 'echo busy\nexec sleep 60', 'De release is na 1 seconden nog niet gestart.\nbusy\n'],
  ['ends while it starts', 'echo no disk', 'De release is bij het starten gestopt.\nno disk\n'],
])('says in one Dutch sentence that a release %s, and removes its files', async (_, start, message) => {
  const archive = release(start)
  const temporary = mkdtempSync(join(tmpdir(), 'rd4-loket-verify-'))
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(temporary, { recursive: true })
  })
  await expect(verifyRelease(archive, 1)).rejects.toThrow(new ReleaseError(message))
  expect(readdirSync(temporary)).toEqual([])
})
