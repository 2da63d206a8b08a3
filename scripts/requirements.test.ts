import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const table = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
const rows = [...table.matchAll(/^\| (S\d+\.\d+) \| [^|]+ \| (.*) \|$/gm)].map(([, id = '', files = '']) => ({
  id,
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
}))

test('the table has all 78 requirements', () => {
  expect(rows).toHaveLength(78)
})

test.each(rows)('the test files in the row of $id name the requirement', ({ id, files }) => {
  expect(files).not.toEqual([])
  for (const file of files)
    expect(readFileSync(join(root, file), 'utf8'), file).toMatch(new RegExp(`${id.replace('.', '\\.')}(?!\\d)`))
})

test('a row links every decision that departs from the specification', () => {
  const departures = globSync('docs/decisions/*.md', { cwd: root }).filter((file) =>
    /departs\s+from\s+the\s+specification/.test(readFileSync(join(root, file), 'utf8')),
  )
  const linked = [...table.matchAll(/\((decisions\/[^)]+\.md)\)/g)].map(([, file]) => `docs/${file}`)
  expect([...new Set(linked)].sort()).toEqual(departures.sort())
})
