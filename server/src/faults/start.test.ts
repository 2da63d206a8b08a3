import { expect, test } from 'vitest'
import { freePort } from '../test/ports.ts'
import { startProgram } from '../test/server-process.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'

test('a HOST that is no address of this machine stops the start with a sentence that names it', async () => {
  const settings = { DATA_DIR: temporaryFolder(), DEMO: 'off', PORT: String(await freePort()), LOG_LEVEL: 'fatal' }
  const { exited, output } = startProgram('server/src/main.ts', [], { ...settings, HOST: 'nergens.invalid' })
  expect(await exited).toBe(1)
  expect(output()).toBe('De instelling HOST klopt niet: nergens.invalid is geen adres van deze machine.\n')
}, 120_000)
