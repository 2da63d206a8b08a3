import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './endings.ts'

/**
 * A folder that goes with the test file. It is in memory where the machine has room for that: processes are killed here,
 * never the machine, and a disk that others write to as well would be most of the waiting.
 */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rd4-loket-faults-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
