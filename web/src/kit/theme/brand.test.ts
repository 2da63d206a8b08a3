import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand, brandTokens, findWeakPairs } from '@rd4-loket/contract/general'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

test('S9.7 uses the colours and the font of the brand, with a similar free font as fallback', () => {
  expect(brand).toMatchObject({ navy: '#0a366a', accent: '#236bff' })
  expect(brand.sans).toMatch(/^soleil, 'Figtree/)
})

const styles = globSync('**/*.css', { cwd: source }).map((file) => ({
  file,
  text: readFileSync(join(source, file), 'utf8'),
}))

test('every colour in the styles is a token of the brand, white, or transparent white', () => {
  expect(styles.length).toBeGreaterThan(60)
  const untokened = styles.flatMap(({ file, text }) =>
    [...text.matchAll(/#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)/gi)]
      .map(([found]) => found)
      .filter((found) => found !== '#fff' && !found.startsWith('rgb(255 255 255 / '))
      .map((found) => `${file}: ${found}`),
  )
  expect(untokened).toEqual([])
})

test('every token in the styles exists in the brand', () => {
  const known = new Set(Object.keys(brandTokens))
  const used = styles.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--rd4-[\w-]+)/g)].map(([, token = '']) => ({ file, token })),
  )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ token }) => !known.has(token))).toEqual([])
})

test('texts have a contrast of at least 4.5 with their ground, and shapes of at least 3', () => {
  expect(findWeakPairs({})).toEqual([])
  expect(findWeakPairs({ dimmed: '#7a7a7a' })).toMatchObject([
    { front: 'dimmed', ground: 'white', ratio: expect.closeTo(4.29, 2), least: 4.5 },
    { front: 'dimmed', ground: 'ground' },
    { front: 'dimmed', ground: 'tint' },
  ])
})
