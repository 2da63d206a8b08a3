// Reasons: docs/http.md

import { AsyncLocalStorage } from 'node:async_hooks'
import { callLimits, intervals } from './limits.ts'

/** A span of a trace. Times are in ms since 1970. The names and values of attributes contain no personal data. */
type Span = {
  trace_id: string
  span_id: string
  parent_id: string | undefined
  name: string
  kind: 'server' | 'client'
  started_at: number
  ended_at: number
  attributes: Record<string, string | number>
  failed: boolean
}

/** The span of a request in progress, with the spans of the statements that ended before it. */
export type RequestSpan = Pick<Span, 'trace_id' | 'span_id' | 'parent_id' | 'started_at'> & { statements: Span[] }

const requests = new AsyncLocalStorage<RequestSpan>()

// The limits protect the memory while the collector is unreachable, or while a call runs very many statements.
const maxStatements = 200
const maxSpans = 2000
const maxStatementLength = 2000

const randomHex = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex')
const now = () => performance.timeOrigin + performance.now()

/**
 * Starts the span of a request. `traceparent` is the header of W3C Trace Context: with a valid value, the span
 * continues the trace of the caller. Otherwise it starts a new trace.
 */
export function startRequestSpan(traceparent: unknown): RequestSpan {
  const [, trace_id = randomHex(16), parent_id] =
    /^00-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(traceparent)) ?? []
  return { trace_id, span_id: randomHex(8), parent_id, started_at: now(), statements: [] }
}

/** Runs a task, and everything that it starts, within the span of a request. */
export const withinRequest = <Result>(span: RequestSpan, task: () => Result) => requests.run(span, task)

/**
 * Adds a span for a statement that has just ended to the request that ran it. The text has placeholders instead of
 * values, so it contains no data.
 */
export function recordStatement(text: string, duration_ms: number, failed: boolean) {
  const request = requests.getStore()
  if (!request || request.statements.length === maxStatements) return
  const ended_at = now()
  request.statements.push({
    trace_id: request.trace_id,
    span_id: randomHex(8),
    parent_id: request.span_id,
    name: /^[\s(]*(\w+)/.exec(text)?.[1] ?? 'statement',
    kind: 'client',
    started_at: ended_at - duration_ms,
    ended_at,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxStatementLength) },
    failed,
  })
}

/** Ends the span of a request. Returns it with the spans of its statements. */
export function endRequestSpan(request: RequestSpan, ended: Pick<Span, 'name' | 'attributes' | 'failed'>): Span[] {
  const { statements, ...span } = request
  return [{ ...span, ...ended, kind: 'server', ended_at: now() }, ...statements]
}

const kinds = { server: 2, client: 3 }
const statusOfError = { code: 2 }
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`
const attributesOf = (values: Record<string, string | number>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

/** Returns spans in the JSON encoding of OTLP, the protocol of OpenTelemetry. */
const otlpOf = (spans: Span[], version: string) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': 'rd4-loket', 'service.version': version }) },
      scopeSpans: [
        {
          scope: { name: 'rd4-loket' },
          spans: spans.map((span) => ({
            traceId: span.trace_id,
            spanId: span.span_id,
            ...(span.parent_id && { parentSpanId: span.parent_id }),
            name: span.name,
            kind: kinds[span.kind],
            startTimeUnixNano: nanoseconds(span.started_at),
            endTimeUnixNano: nanoseconds(span.ended_at),
            attributes: attributesOf(span.attributes),
            status: span.failed ? statusOfError : {},
          })),
        },
      ],
    },
  ],
})

/**
 * Sends spans to an OTLP collector every few seconds. Drops spans that the collector does not accept. `failed` receives
 * the reason.
 */
export function startExport(endpoint: string, version: string, failed: (reason: string) => void) {
  let waiting: Span[] = []
  const sendWaiting = async () => {
    if (waiting.length === 0) return
    const body = JSON.stringify(otlpOf(waiting, version))
    waiting = []
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        // The settings name the only host that receives traces.
        redirect: 'manual',
        signal: AbortSignal.timeout(callLimits.statement_ms),
      })
      if (!response.ok) failed(`status ${response.status}`)
    } catch (error) {
      failed(String((error as Error).name))
    }
  }
  // One after another, so that the last one also waits for a request in flight.
  let sending = Promise.resolve()
  const send = () => {
    sending = sending.then(sendWaiting)
    return sending
  }
  const timer = setInterval(send, intervals.traces_ms)
  return {
    add: (spans: Span[]) => {
      if (waiting.length + spans.length <= maxSpans) waiting.push(...spans)
    },
    stop: () => {
      clearInterval(timer)
      return send()
    },
  }
}
