import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTestFile } from './after-test-file.ts'

/** Creates a folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-faults-'))
  afterTestFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
