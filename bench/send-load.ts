import { spawn } from 'node:child_process'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ApiRequest } from './shapes.ts'

/** The number of connections of a load, unless a measurement states another number. */
export const connections = 8

/** The part of autocannon's result that is used; latency in whole ms. */
type LoadReport = {
  '2xx': number
  duration: number
  errors: number
  statusCodeStats: Record<string, { count: number }>
  latency: { p99: number }
}

/** Sends calls from a separate process, either for `duration` seconds or `amount` calls in total. */
export async function sendLoad(
  url: string,
  tokens: string[],
  calls: ApiRequest[],
  options: { connections?: number; duration?: number; amount?: number },
): Promise<LoadReport> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('press.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const requests = calls.map(({ method, path, body }) => ({
    method,
    path,
    headers: body ? { 'content-type': 'application/json' } : {},
    ...(body && { body: JSON.stringify(body) }),
  }))
  child.stdin.end(JSON.stringify({ url, tokens, requests, connections, timeout: 60, ...options }))
  return (await json(child.stdout)) as LoadReport
}

/** Duration of the load before a measurement. Until Node has compiled the hot paths, a call costs twice as much. */
export const warming_s = 4
