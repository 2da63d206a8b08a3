import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast } from '../../test/contrast.ts'
import { brand, brandTokens } from './brand.ts'

const colour = (name: string) => (name === 'white' ? '#ffffff' : (brandTokens[`--rd4-${name}`] ?? ''))
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

test.each([
  ['text', 'white'],
  ['text', 'ground'],
  ['text', 'tint-strong'],
  ['dimmed', 'white'],
  ['dimmed', 'ground'],
  ['dimmed', 'tint'],
  ['link', 'white'],
  ['link', 'ground'],
  ['link', 'tint'],
  ['navy', 'tint-strong'],
  ['error', 'white'],
  ['error', 'error-tint'],
  ['warning', 'warning-tint'],
  ['success', 'success-tint'],
  ['white', 'navy'],
  ['white', 'navy-soft'],
  ['on-navy', 'navy'],
  ['on-navy-dimmed', 'navy'],
  ['on-navy-success', 'navy'],
])('text in the colour %s on %s has a contrast of at least 4.5', (text, ground) => {
  expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['accent', 'white'],
  ['line-strong', 'white'],
  ['navy-soft', 'white'],
  ['on-navy-accent', 'navy-soft'],
])('shapes in the colour %s on %s have a contrast of at least 3', (shape, ground) => {
  expect(contrast(colour(shape), colour(ground))).toBeGreaterThanOrEqual(3)
})
