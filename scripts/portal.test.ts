import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
