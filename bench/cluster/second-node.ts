import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median, table, times, written } from '../figures.ts'
import { watchSessions, withClient } from '../loket-command.ts'
import { type Portal, startPortal } from '../portal.ts'
import { processorTime } from '../processes.ts'
import { drawSamples } from '../samples.ts'
import { connections, sendLoad, warming_s } from '../send-load.ts'
import { search } from '../shapes.ts'

const rounds = 3
const nodeCount = 2
/** The share of a core that each node may use. PostgreSQL and the load generator then have cores to spare. */
const coresPerNode = 0.25

/** A control group (Linux, version 1) that limits the CPU time of processes. Needs root. */
function limitedGroup(name: string) {
  const folder = join('/sys/fs/cgroup/cpu', name)
  mkdirSync(folder)
  const period_us = 10_000
  writeFileSync(join(folder, 'cpu.cfs_period_us'), `${period_us}`)
  writeFileSync(join(folder, 'cpu.cfs_quota_us'), `${coresPerNode * period_us}`)
  return {
    add: (pid: number) => writeFileSync(join(folder, 'cgroup.procs'), `${pid}`),
    remove: () => rmdirSync(folder),
  }
}

/** Measures the searches by postal code per second of one node, and of two nodes with the same database. */
async function measure(databaseUrl: string, seconds: number) {
  const samples = await withClient(databaseUrl, (client) => drawSamples(client, 60))
  const calls = samples.map(({ postal_code }) => search({ postal_code }))
  const nodes: Portal[] = []
  const groups: ReturnType<typeof limitedGroup>[] = []
  try {
    while (nodes.length < nodeCount) nodes.push(await startPortal(databaseUrl))
    const tokens = (await nodes[0]?.tokensOf(connections)) ?? []
    const send = (node: Portal, duration: number) => sendLoad(node.url, tokens, calls, { duration })
    for (const node of nodes) await send(node, warming_s)
    for (const [index, node] of nodes.entries()) {
      const group = limitedGroup(`rd4-loket-node-${index}`)
      group.add(node.pid)
      groups.push(group)
    }
    const rateOf = async (loaded: Portal[]) => {
      const before = loaded.map(({ pid }) => processorTime(pid))
      const stopWatching = watchSessions(databaseUrl)
      const reports = await Promise.all(loaded.map((node) => send(node, seconds)))
      const isComplete = reports.every((it) => it.errors === 0 && Object.keys(it.statusCodeStats).join() === '200')
      if (!isComplete) throw new Error('A search failed.')
      const used = loaded.reduce((sum, { pid }, index) => sum + processorTime(pid) - (before[index] ?? 0), 0)
      const inPostgres = (await stopWatching()) * 1e6
      const answered = reports.reduce((sum, it) => sum + it['2xx'], 0)
      return { rate: answered / seconds, processor: used / answered, postgres: inPostgres / answered }
    }
    const measured: { one: Awaited<ReturnType<typeof rateOf>>; two: Awaited<ReturnType<typeof rateOf>> }[] = []
    for (let round = 0; round < rounds; round += 1)
      measured.push({ one: await rateOf(nodes.slice(0, 1)), two: await rateOf(nodes) })
    return measured
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    for (const group of groups) group.remove()
  }
}

const [databaseUrl = 'postgres://loket:loket@127.0.0.1:5432/bench_100k', seconds = '15'] = process.argv.slice(2)
const measured = await measure(databaseUrl, Number(seconds))
const rows = measured.map(({ one, two }, round) => [
  `${round + 1}`,
  ...[one.rate, two.rate].map(written),
  times(two.rate / one.rate),
  ...[one.processor, two.processor, one.postgres, two.postgres].map(written),
])
const head = ['round', 'one node, calls/s', 'two nodes', 'ratio', 'CPU time of a node, µs a call', 'with two nodes']
console.log(table([...head, 'CPU time of PostgreSQL', 'with two nodes'], rows))
console.log(`Median ratio: ${times(median(measured.map(({ one, two }) => two.rate / one.rate)))}`)
