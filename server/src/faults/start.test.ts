import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort } from '../test/ports.ts'
import { copyDataDirectory } from '../test/prepared.ts'
import { startProgram } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

test('names a misspelt setting, and exits with one sentence when HOST is not an address of this machine', async () => {
  const data_dir = temporaryFolder()
  copyDataDirectory('migrated', data_dir)
  const settings = { DATA_DIR: data_dir, DEMO: 'off', PORT: String(await freePort()), LOG_LEVEL: 'fatal' }
  const wrong = { HOST: 'nergens.invalid', TRUST_PROXI: '10.0.0.1' }
  const { exited, output } = startProgram('server/src/main.ts', [], { ...settings, ...wrong })
  expect(await exited).toBe(1)
  expect(output()).toBe(
    'Onbekende instelling TRUST_PROXI; bedoelt u TRUST_PROXY?\n' +
      'De instelling HOST klopt niet: nergens.invalid is geen adres van deze machine.\n',
  )
})

test('exits when the test process that started it has ended', async () => {
  const settings = { DATA_DIR: temporaryFolder(), PORT: '0', DEMO: 'off' }
  const { child } = startProgram('server/src/main.ts', [], settings)
  const exit = once(child, 'exit')
  child.disconnect()
  expect(await exit).toEqual([1, null])
})
