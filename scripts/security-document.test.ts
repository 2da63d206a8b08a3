import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const files = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| (.*)\|$/gm)].map(
  ([, items = '', state = '', shown = '']) => ({ items, state, shown: shown.trim() }),
)

test.each([...new Set(files)])('the test file that docs/security.md names exists: %s', (file) => {
  expect(existsSync(join(root, file))).toBe(true)
})

test.each(rows)(
  'docs/security.md has a valid state for $items, and a reason when it is not met',
  ({ state, shown }) => {
    expect(['met', 'accepted', 'partly', 'not met', 'operator', 'none']).toContain(state)
    if (['accepted', 'partly', 'not met'].includes(state)) expect(shown).not.toBe('')
  },
)

/** The numbers of the items of levels 1 and 2, by section of ASVS 5.0.0. */
const sections: Record<string, number[]> = JSON.parse(readFileSync(join(root, 'scripts/asvs-items.json'), 'utf8'))

test('docs/security.md lists every item of ASVS 5.0.0, levels 1 and 2, once', () => {
  const items = Object.entries(sections).flatMap(([section, numbers]) => numbers.map((at) => `${section}.${at}`))
  expect(items).toHaveLength(253)
  expect(rows.flatMap((row) => row.items.split(', ')).sort()).toEqual(items.sort())
})
