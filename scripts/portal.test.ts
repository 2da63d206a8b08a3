import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildPortal } from './portal.ts'
import { root } from './run.ts'

const built = join(root, 'web/dist')
const gallery = join(root, 'web/gallery')

// Words that stay what they are when code is made small.
const ownWords = ['Gallery of parts', 'Open a dialog', 'It turns bottom right', 'specimen', 'gallery/']

test('what is built for employees holds nothing of the gallery of parts, and nothing for developers', async () => {
  expect(await buildPortal()).toBe(0)
  const files = globSync('**/*.{html,js,css,json}', { cwd: built })
  const texts = files.map((file) => readFileSync(join(built, file), 'utf8'))
  expect(files.filter((_, at) => texts[at]?.includes('React DevTools'))).toEqual([])
  expect(texts.some((text) => text.includes('Pagina niet gevonden!'))).toBe(true)
  expect(files.filter((file, at) => ownWords.some((word) => `${file}\n${texts[at]}`.includes(word)))).toEqual([])
}, 300_000)

test('the words that are looked for are those of the gallery', () => {
  const sources = globSync('*.{html,tsx}', { cwd: gallery }).map(
    (file) => `gallery/${file}\n${readFileSync(join(gallery, file), 'utf8')}`,
  )
  for (const word of ownWords) expect(sources.some((text) => text.includes(word))).toBe(true)
})
