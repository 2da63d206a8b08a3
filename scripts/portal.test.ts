import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { showBill } from '@rd4-loket/contract'
import { exampleKeys, exampleReply } from '@rd4-loket/contract/examples'
import { expect, test } from 'vitest'
import { buildPortal } from './portal.ts'
import { root } from './run.ts'

const built = join(root, 'web/dist')

test('the built portal has no development version of React, no example, and no failure that data can ask for', async () => {
  expect(await buildPortal()).toBe(0)
  const texts = globSync('**/*.{html,js,css,json}', { cwd: built }).map((file) =>
    readFileSync(join(built, file), 'utf8'),
  )
  expect(texts.some((text) => text.includes('Pagina niet gevonden!'))).toBe(true)
  const absent = [
    'React DevTools',
    exampleKeys.alias,
    exampleReply(showBill).spoken.full,
    'names no endpoint of the contract',
  ]
  expect(absent.filter((part) => texts.some((text) => text.includes(part)))).toEqual([])
})
