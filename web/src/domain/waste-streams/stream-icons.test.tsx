import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { Icon, PathIcon } from '../../kit/theme/Icon.tsx'
import { streamIcons } from './StreamMark.tsx'

const streams = ['paper', 'residual_waste', 'best_bag', 'christmas_trees', 'gft', 'pruning_waste', 'pmd'] as const
const others = ['user', 'info', 'clearances', 'marker', 'marker-home'] as const

/** The twelve icons that the specification requires. */
const icons: [string, ReactNode][] = [
  ...streams.map((name): [string, ReactNode] => [name, <PathIcon key={name} path={streamIcons[name]} />]),
  ...others.map((name): [string, ReactNode] => [name, <Icon key={name} name={name} />]),
]
const svgOf = (icon: ReactNode) => render(icon).container.querySelector('svg')

test.each(icons)('S1.8 draws %s in the common style of all icons: a grid of 24 and one stroke width', (_, icon) => {
  const svg = svgOf(icon)
  expect(svg).toHaveAttribute('viewBox', '0 0 24 24')
  expect(svg).toHaveAttribute('stroke-width', '1.75')
  expect(svg).toHaveAttribute('fill', 'none')
})

test('S1.8 draws twelve different icons', () => {
  expect(new Set(icons.map(([, icon]) => svgOf(icon)?.innerHTML)).size).toBe(12)
})
