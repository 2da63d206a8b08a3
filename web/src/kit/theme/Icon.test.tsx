import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Icon, type IconName } from './Icon.tsx'

const specified = [
  'paper',
  'residual_waste',
  'best_bag',
  'christmas_trees',
  'gft',
  'pruning_waste',
  'pmd',
  'user',
  'info',
  'clearances',
  'marker',
  'marker-home',
] as const satisfies IconName[]

const drawn = (name: IconName) => render(<Icon name={name} />).container.querySelector('svg')

test.each(specified)('S1.8 draws %s as one of the family: a grid of 24 and one stroke', (name) => {
  const svg = drawn(name)
  expect(svg).toHaveAttribute('viewBox', '0 0 24 24')
  expect(svg).toHaveAttribute('stroke-width', '1.75')
  expect(svg).toHaveAttribute('fill', 'none')
})

test('S1.8 no two of the twelve look the same', () => {
  expect(new Set(specified.map((name) => drawn(name)?.innerHTML)).size).toBe(12)
})

test('grows with the text of the browser', () => {
  expect(drawn('info')).toHaveAttribute('width', '1.5rem')
})
