import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url))
// Debian: the package `prometheus`.
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

describe.skipIf(!hasPromtool)('the alert rules', () => {
  const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: deploy, encoding: 'utf8' })

  test('are valid', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toMatch(/SUCCESS: [0-9]+ rules found/)
  })

  test('fire, or do not fire, as each case of alerts.test.yml states', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS')
  })
})
