import { startPortal } from '../portal.ts'
import { type LoadBalancer, proxies, sendCalls, startProxy } from './proxy.ts'

/** Stops and starts each of two nodes behind a proxy while calls are sent. */
async function measure(proxy: LoadBalancer, databaseUrl: string, minimum: number) {
  const nodes = [await startPortal(databaseUrl), await startPortal(databaseUrl)]
  const [token = ''] = (await nodes[0]?.tokensOf(1)) ?? []
  const running = await startProxy(
    proxy,
    nodes.map(({ url }) => new URL(url).host),
  )
  try {
    const sentWhileStopped: number[] = []
    const statuses = await sendCalls(running.pool, token, minimum, async (sent) => {
      for (const [at, node] of nodes.entries()) {
        const begin = sent()
        await node.stop()
        nodes[at] = await startPortal(databaseUrl, { port: Number(new URL(node.url).port) })
        sentWhileStopped.push(sent() - begin)
      }
    })
    const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const failed = total - (statuses['200'] ?? 0)
    return { proxy: proxy.name, calls: total, failed, 'while a node stopped and started': sentWhileStopped, statuses }
  } finally {
    await running.stop()
    await Promise.all(nodes.map((node) => node.stop()))
  }
}

const [databaseUrl = 'postgres://loket:loket@127.0.0.1:5432/bench_100k', minimum = '5000'] = process.argv.slice(2)
const results: Awaited<ReturnType<typeof measure>>[] = []
for (const proxy of proxies) results.push(await measure(proxy, databaseUrl, Number(minimum)))
for (const result of results) console.log(JSON.stringify(result))
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1
