import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

/** Runs a bare `vitest` that believes to run on another version of Node. */
function bareVitest(version: string, folder: string) {
  const preload = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const args = ['--import', preload, join(root, 'node_modules/vitest/vitest.mjs'), 'list', 'run.test.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: join(root, folder), encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test.each([
  ['.', 'vitest.config.ts'],
  ['web', 'vite.config.ts'],
])('a bare vitest in the folder %s says on Node 20 what to run instead', (folder, config) => {
  const { status, output } = bareVitest('20.20.2', folder)
  expect(output).toContain(`failed to load config from ${join(root, folder, config)}`)
  expect(output).toContain('The tests need Node 24, and this is Node 20.20.2.')
  expect(output).toContain('npm test -- --only server -- <path>')
  expect(status).toBe(1)
})

test('a bare vitest on Node 24 lists the tests', () => {
  expect(bareVitest('24.21.0', '.')).toMatchObject({ status: 0, output: expect.stringContaining('run.test.ts') })
})
