import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').trim().split('\n')
const decisions = globSync('docs/decisions/*.md', { cwd: root })

test.each(decisions)('%s has its number, date, status, context, decision and consequences, on one page', (file) => {
  const lines = linesOf(file)
  const [, number = ''] = /\/(\d{4})-[a-z0-9-]+\.md$/.exec(file) ?? []
  expect(lines[0]).toMatch(new RegExp(`^# ${Number(number)}\\. \\S`))
  expect(lines[2]).toMatch(/^Date: \d{4}-\d\d-\d\d · Status: (accepted|superseded by \[\d+\]\(.+\))$/)
  expect(lines.filter((line) => line.startsWith('## '))).toEqual(['## Context', '## Decision', '## Consequences'])
  expect(lines.length).toBeLessThanOrEqual(50)
})

test('each decision has a number of its own', () => {
  expect(decisions.length).toBeGreaterThan(60)
  expect(new Set(decisions.map((file) => file.slice(0, 'docs/decisions/0001'.length))).size).toBe(decisions.length)
})

test('docs/performance.md has at most 120 lines', () => {
  expect(linesOf('docs/performance.md').length).toBeLessThanOrEqual(120)
})
