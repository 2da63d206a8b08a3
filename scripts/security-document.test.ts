import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const files = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| (.*) \|$/gm)].map(
  ([, items = '', state = '', shown = '']) => ({ items, state, shown }),
)

test.each([...new Set(files)])('the test file that docs/security.md names exists: %s', (file) => {
  expect(existsSync(join(root, file))).toBe(true)
})

test.each(rows)(
  'docs/security.md has a valid state for $items, and a reason when it is partly met',
  ({ state, shown }) => {
    expect(['met', 'partly', 'not met', 'operator']).toContain(state)
    if (state === 'partly') expect(shown).not.toBe('')
  },
)

test('the table of docs/security.md has no item twice', () => {
  const items = rows.flatMap((row) => row.items.split(', '))
  expect(items.length).toBeGreaterThan(150)
  expect(items.filter((item, at) => items.indexOf(item) < at)).toEqual([])
})
