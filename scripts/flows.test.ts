import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const table = /\| flow \| web \| contract \| server \| files \|\n.*\n((?:\|.*\n)+)/.exec(document)?.[1] ?? ''
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const flows = table
  .trim()
  .split('\n')
  .map((line) => {
    const [flow = '', web, contract, server, files] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return { flow, workspaces: { web: namesIn(web), contract: namesIn(contract), server: namesIn(server) }, files }
  })

/** Returns the only file of a workspace with this name. */
function fileOf(workspace: string, name: string) {
  const found = globSync(`${workspace}/src/**/${name}.{ts,tsx}`, { cwd: root })
  expect(found, name).toHaveLength(1)
  return readFileSync(join(root, found[0] ?? ''), 'utf8')
}

test('docs/architecture.md has a table of flows', () => {
  expect(flows.length).toBeGreaterThanOrEqual(9)
})

test.each(flows)('the files of the flow "$flow" exist and import each other, and their number is stated', (row) => {
  for (const [workspace, names] of Object.entries(row.workspaces)) {
    const texts = names.map((name) => fileOf(workspace, name))
    for (const name of names.slice(1))
      expect(
        texts.some((text) => new RegExp(`/${name}\\.tsx?'`).test(text)),
        `${name} is imported`,
      ).toBe(true)
  }
  expect(String(Object.values(row.workspaces).flat().length)).toBe(row.files)
})
