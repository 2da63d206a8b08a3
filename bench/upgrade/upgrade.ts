import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '../../e2e/browser.ts'
import { freePort } from '../../e2e/free-port.ts'
import { withClient } from '../loket-command.ts'
import { call, logIn } from '../portal.ts'
import { type LoadBalancer, proxies, sendCalls, startProxy } from '../proxy.ts'
import { clerk, findStored, issueRolls, openPasses } from '../roll-issues.ts'
import { openOldPage } from './open-page.ts'
import { assetPaths, install, makeLater, runCommand, startNode } from './releases.ts'

const [owner, portal, database, password] = ['upgrade_owner', 'upgrade_portal', 'loket_upgrade', 'of-the-measurements']

/** Removes the roles and the database of an earlier run, and creates them as docs/operations.md describes. */
const createDatabase = (adminUrl: string) =>
  withClient(adminUrl, async (client) => {
    const statements = [
      `drop database if exists ${database}`,
      ...[owner, portal].flatMap((role) => [
        `drop role if exists ${role}`,
        `create role ${role} login password '${password}'`,
      ]),
      `create database ${database} owner ${owner} encoding 'UTF8' template template0`,
    ]
    for (const statement of statements) await client.query(statement)
  })

const urlOf = (adminUrl: string, role: string) =>
  Object.assign(new URL(adminUrl), { username: role, password, pathname: database }).href

/** Upgrades two nodes behind a proxy under load, by the steps of docs/operations.md. Returns the counts. */
async function measureUpgrade(proxy: LoadBalancer, archive: string, adminUrl: string, folder: string) {
  const [previous = '', later = ''] = ['previous', 'later'].map((name) =>
    install(archive, mkdtempSync(join(folder, name))),
  )
  makeLater(later)
  await createDatabase(adminUrl)
  const [ownerUrl, portalUrl] = [urlOf(adminUrl, owner), urlOf(adminUrl, portal)]
  await runCommand(previous, ownerUrl, ['demo', '--addresses', '1000'])
  await runCommand(previous, ownerUrl, ['migrate', '--app-role', portal])
  const passes = await openPasses(ownerUrl)
  const ports = [await freePort(), await freePort()]
  const nodes = await Promise.all(ports.map((port) => startNode(previous, portalUrl, port)))
  const running = await startProxy(
    proxy,
    ports.map((port) => `127.0.0.1:${port}`),
  )
  const browser = await launchBrowser()
  try {
    const token = await logIn(running.pool, clerk)
    const page = await openOldPage(browser, running.url)
    const missing: string[] = []
    const since_ms = Date.now()
    let isDone = false
    let failedIssues = 0
    const issuing = issueRolls(
      running.pool,
      () => token,
      passes,
      () => isDone,
      (isAcknowledged) => (failedIssues += isAcknowledged ? 0 : 1),
    )
    const statuses = await sendCalls(running.pool, token, 0, async () => {
      await runCommand(previous, portalUrl, ['backup', join(folder, `${proxy.name}.zst`)])
      await runCommand(later, ownerUrl, ['migrate', '--app-role', portal])
      for (const [at, port] of ports.entries()) {
        await nodes[at]?.()
        nodes[at] = await startNode(later, portalUrl, port)
        if (at > 0) continue
        for (const path of [...assetPaths(previous), ...assetPaths(later)]) {
          const { status } = await call(running.pool, { method: 'GET', path }, '')
          if (status !== 200) missing.push(path)
        }
        await page.openScreenWhileMixed()
      }
    }).finally(() => {
      isDone = true
    })
    const issues = await issuing
    await page.finish()
    const keys = issues.map(({ key }) => key)
    const stored = await findStored(ownerUrl, keys, since_ms)
    const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    return {
      proxy: proxy.name,
      calls,
      'failed calls': calls - (statuses['200'] ?? 0),
      'roll issues': keys.length,
      'failed roll issues': failedIssues,
      'lost roll issues': keys.filter((key) => !stored.keys.has(key)).length,
      'duplicated roll issues': stored.rows - stored.keys.size,
      'missing files of the portal': missing.length,
    }
  } finally {
    await browser.close()
    await running.stop()
    await Promise.all(nodes.map((stopNode) => stopNode()))
  }
}

const [archive = '', adminUrl = 'postgres://postgres@127.0.0.1:5432/postgres'] = process.argv.slice(2)
if (!existsSync(archive)) throw new Error('Name the archive of a release: node bench/upgrade/upgrade.ts ARCHIVE [URL]')
const folder = mkdtempSync(join(tmpdir(), 'rd4-loket-upgrade-'))
const results: Awaited<ReturnType<typeof measureUpgrade>>[] = []
try {
  for (const proxy of proxies) results.push(await measureUpgrade(proxy, archive, adminUrl, folder))
} finally {
  rmSync(folder, { recursive: true })
}
console.table(results)
// Each count is 0 in a good run, except the totals.
const failures = results.flatMap(({ proxy: _, calls: _calls, 'roll issues': _issues, ...counts }) =>
  Object.values(counts),
)
process.exitCode = failures.every((count) => count === 0) ? 0 : 1
