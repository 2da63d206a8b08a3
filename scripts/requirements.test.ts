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
  ([, id = '', files = '', fault = '']) => ({
    id,
    files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    fault,
  }),
)

test('each requirement has a row, and each test file in a row has a passed test with that id in its title', () => {
  const unproven = rows.flatMap(({ id, files }) => {
    const proving = new Set(
      outcomes.filter(({ title, passed }) => passed && namesRequirement(title, id)).map(({ file }) => file),
    )
    return files.filter((file) => !proving.has(file)).map((file) => `${id}: ${file}`)
  })
  expect(unproven).toEqual([])
  expect(rows).toHaveLength(78)
  expect(rows.filter(({ files }) => files.length === 0)).toEqual([])
})

test('each row describes the planted fault of its requirement, and has the test file of that fault', () => {
  expect(rows.map(({ id }) => id)).toEqual(plantedFaults.map(({ id }) => id))
  expect(rows.filter(({ fault }) => fault.trim() === '')).toEqual([])
  expect(plantedFaults.filter(({ test }, at) => !rows[at]?.files.includes(test))).toEqual([])
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
