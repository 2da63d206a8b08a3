import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesRequirement, type TestOutcome } from './counts.ts'
import { plantedFaults } from './planted-faults.ts'
import { root } from './run.ts'

// The outcomes of all other tests. The script that runs the tests writes them to this file before it runs this test.
const outcomes: TestOutcome[] = JSON.parse(readFileSync(process.env.TEST_OUTCOMES ?? '', 'utf8'))

const table = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
const rows = [...table.matchAll(/^\| (S\d+\.\d+) \| [^|]+ \| ([^|]*) \| ([^|]*) \|$/gm)].map(
  ([, id = '', files = '', faults = '']) => ({
    id,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    faults,
  }),
)

test('the table has all 78 requirements', () => {
  expect(rows).toHaveLength(78)
})

test.each(rows)('each test file in the row of $id has a passed test with that id in its title', ({ id, files }) => {
  expect(files).not.toEqual([])
  const proving = new Set(
    outcomes.filter(({ title, passed }) => passed && namesRequirement(title, id)).map(({ file }) => file),
  )
  expect(files.filter((file) => !proving.has(file))).toEqual([])
})

test.each(rows)('the row of $id describes its planted faults, and lists their test files', ({ id, files, faults }) => {
  const planted = plantedFaults.filter((fault) => fault.id === id)
  expect(planted).not.toEqual([])
  for (const { fault, test } of planted) {
    expect(faults).toContain(fault)
    expect(files).toContain(test)
  }
})

/** Returns the link of a section, from its first line: `web.md#the-font`. */
function linkTo(page: string, section: string) {
  const [title = ''] = section.toLowerCase().split('\n')
  return `${page}#${title.replace(/[^a-z0-9 -]/g, '').replaceAll(' ', '-')}`
}

test('the table links every section of a page that departs from the specification, and no other section', () => {
  const departures = globSync('*.md', { cwd: join(root, 'docs'), exclude: ['requirements.md'] }).flatMap((page) =>
    readFileSync(join(root, 'docs', page), 'utf8')
      .split('\n## ')
      .filter((section) => /departs\s+from\s+the\s+specification/.test(section))
      .map((section) => linkTo(page, section)),
  )
  const linked = [...table.matchAll(/\(([a-z-]+\.md#[^)]+)\)/g)].map(([, link = '']) => link)
  expect([...new Set(linked)].sort()).toEqual(departures.sort())
})
