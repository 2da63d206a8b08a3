import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const maxFiles = 25

const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,sql}', {
  cwd: root,
  exclude: ['**/{node_modules,dist,test-results}/**', '**/*.{test,spec}.{ts,tsx}'],
})

const filesByFolder = Map.groupBy(files, dirname)
// The contract has one file per subject.
filesByFolder.delete('contract/src')

test('every workspace and scripts are searched for large folders', () => {
  expect([...filesByFolder.keys()]).toEqual(
    expect.arrayContaining(['bench', 'e2e', 'scripts', 'server/demo', 'server/demo/region', 'server/src', 'web/src']),
  )
})

test.each([...filesByFolder])(`%s has at most ${maxFiles} files, without tests and style sheets`, (_folder, inside) => {
  expect(inside.length).toBeLessThanOrEqual(maxFiles)
})

const routeFiles = globSync('server/src/**/*.routes.ts', { cwd: root })

test('route files are found', () => expect(routeFiles.length).toBeGreaterThan(15))

test.each(routeFiles)('%s is a table of contents of less than 60 lines', (file) => {
  expect(readFileSync(join(root, file), 'utf8').trim().split('\n').length).toBeLessThan(60)
})
