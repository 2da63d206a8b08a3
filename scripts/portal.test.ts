import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { showBill } from '@rd4-loket/contract'
import { exampleKeys, exampleReply } from '@rd4-loket/contract/examples'
import { expect, test } from 'vitest'
import { buildPortal } from './portal.ts'
import { root } from './run.ts'

const built = join(root, 'web/dist')

test('the built portal does not contain the development version of React', async () => {
  expect(await buildPortal()).toBe(0)
  const files = globSync('**/*.{html,js,css,json}', { cwd: built })
  const texts = files.map((file) => readFileSync(join(built, file), 'utf8'))
  expect(texts.some((text) => text.includes('Pagina niet gevonden!'))).toBe(true)
  expect(files.filter((_, index) => texts[index]?.includes('React DevTools'))).toEqual([])
})

test('the built portal contains no example, and no failure that the data can ask for', async () => {
  expect(await buildPortal()).toBe(0)
  const texts = globSync('**/*.js', { cwd: built }).map((file) => readFileSync(join(built, file), 'utf8'))
  for (const part of [exampleKeys.alias, exampleReply(showBill).spoken, 'names no endpoint of the contract'])
    expect(texts.filter((text) => text.includes(part))).toEqual([])
})
