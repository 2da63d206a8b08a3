import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

const { db, tokens } = await testServer()
const read = (file: string) => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

const rules = read('alerts.yml')
const { panels } = JSON.parse(read('dashboard.json')) as { panels: { title: string; targets: { expr: string }[] }[] }
const expressions = {
  'alerts.yml': [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression),
  'dashboard.json': panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
}

/** Returns the names of the metrics in an expression: the words that are no function, label, keyword or number. */
const metricsIn = (expression: string) =>
  expression.replace(/\{[^}]*\}|\[[^\]]*\]| by \([^)]*\) /g, '').match(/(?<![\w.])[a-z_][a-z0-9_]*(?![\w(])/g) ?? []

/** Returns the names of all metrics that a server with a replica publishes. */
async function publishedMetrics() {
  const app = await buildApp({ db, reads: db, replica: () => ({ isUp: true, lag_s: 0 }) }, tokens, settings)
  await app.inject('/healthz')
  const { body } = await app.inject({ url: '/metrics', headers: { host: '127.0.0.1' } })
  await app.close()
  const names = [...body.matchAll(/^(?:# TYPE )?([a-z][a-z0-9_]*)/gm)].map(([, name = '']) => name)
  return new Set(names)
}

test('every alert and every panel has an expression with a metric', () => {
  expect(expressions['alerts.yml']).toHaveLength(rules.match(/- alert: /g)?.length ?? 0)
  expect(expressions['alerts.yml'].length).toBeGreaterThan(10)
  expect(panels.filter(({ targets }) => targets.length === 0)).toEqual([])
  for (const expression of Object.values(expressions).flat())
    expect(metricsIn(expression), expression).not.toHaveLength(0)
})

test.each(Object.entries(expressions))('every metric in %s is published at /metrics', async (_file, all) => {
  const published = await publishedMetrics()
  // Prometheus itself records whether it could read the metrics of a node.
  const unknown = all.flatMap(metricsIn).filter((name) => name !== 'up' && !published.has(name))
  expect(unknown).toEqual([])
})

test('every published metric of the product is in an alert or on the dashboard', async () => {
  const used = new Set(Object.values(expressions).flat().flatMap(metricsIn))
  const own = [...(await publishedMetrics())].filter((name) => /^(loket|database|http)_/.test(name))
  const families = [...used].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
  expect(own.filter((name) => !families.includes(name.replace(/_(bucket|sum|count)$/, '')))).toEqual([])
})
