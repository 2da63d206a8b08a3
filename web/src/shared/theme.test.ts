import { expect, test } from 'vitest'
import { brandVariables, theme } from './theme.ts'

test('S9.7 wears the colours and the font of the brand, with a free look-alike behind it', () => {
  const { variables } = brandVariables({} as never)
  expect(variables).toMatchObject({ '--rd4-navy': '#0a366a', '--rd4-accent': '#236bff' })
  expect(theme.fontFamily?.split(', ')[0]).toBe('soleil')
  expect(theme.fontFamily).toContain('Figtree')
})
