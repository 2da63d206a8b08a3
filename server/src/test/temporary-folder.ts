import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTestFile } from './after-test-file.ts'

/**
 * Creates a folder that is removed after the tests of the file. It uses /dev/shm if possible,
 * because fsync is fast there. Its data survives a killed process, which is all that these tests need.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rd4-loket-faults-'))
  afterTestFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
