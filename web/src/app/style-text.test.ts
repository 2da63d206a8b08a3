import { expect, test } from 'vitest'
import { styleText } from './style-text.ts'

const inPage = (text: string) => styleText.createHTML(text, 'TrustedHTML', 'Element innerHTML')

test('lets a style sheet into the page as it is', () => {
  const css = '@media (min-width: 36em) { .a > .b { color: var(--x, "red") } }'
  expect(inPage(css)).toBe(css)
})

test.each(['<img src=x onerror=alert(1)>', 'a { } </style><script>', '<'])(
  'lets no element come into being: %s',
  (text) => {
    expect(() => inPage(text)).toThrow(TypeError)
  },
)

test('refuses whoever would pass its answer on', () => {
  expect(() => styleText.createHTML('plain')).toThrow(TypeError)
})
