import { once } from 'node:events'
import { expect, test } from 'vitest'
import { startProgram } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

test('a server that a test started ends when the test file is gone, however that went', async () => {
  const settings = { DATA_DIR: temporaryFolder(), PORT: '0', DEMO: 'off' }
  const { child } = startProgram('server/src/main.ts', [], settings)
  const exit = once(child, 'exit')
  child.disconnect()
  expect(await exit).toEqual([1, null])
})
