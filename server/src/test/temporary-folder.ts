import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTestFile } from './after-test-file.ts'

/**
 * Creates a folder that is removed after the tests of the file. It is in memory (/dev/shm) if possible: these tests kill
 * processes, never the machine, and would wait for the disk most of the time.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rd4-loket-faults-'))
  afterTestFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
