import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTestFile } from './after-test-file.ts'

/**
 * Creates a folder that is removed after the tests of the file. The folder is in /dev/shm if possible, because fsync is
 * fast there. The tests kill processes but never the machine, so data in /dev/shm is not lost.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rd4-loket-faults-'))
  afterTestFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
