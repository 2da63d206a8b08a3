import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { connect as connectTls } from 'node:tls'
import { fullPath, login } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'

export type Response = { status: number; headers: IncomingHttpHeaders; text: string; ms: number }
type SentRequest = {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  token?: string | undefined
  cookie?: string | undefined
  /** The address of the client, below 127.0.0.0/8. The proxy forwards it to the portal. */
  from?: string
}

/** Returns the functions of a client of the product, outside the proxy. */
export function makeClient({ tlsPort, portalPort, ca }: { tlsPort: number; portalPort: number; ca: string }) {
  /** Sends a request over HTTPS and returns the response with any status. */
  async function send(path: string, { method, headers, body, token, cookie, from = '127.0.0.2' }: SentRequest = {}) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const startedAt = performance.now()
    const sent = request({
      host: '127.0.0.1',
      port: tlsPort,
      path,
      ca,
      localAddress: from,
      method: method ?? (text === undefined ? 'GET' : 'POST'),
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie }),
        ...headers,
      },
      timeout: 20_000,
    })
    sent.end(text)
    const [response] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return {
      status: response.statusCode,
      headers: response.headers,
      text: Buffer.concat(chunks).toString(),
      ms: performance.now() - startedAt,
    } as Response
  }

  /**
   * Logs in with a password, and with the second factor in `factor`. Returns the response, the access token and the
   * cookie of the session.
   */
  async function logIn(email: string, password: string, { factor, ...sent }: SentRequest & { factor?: object } = {}) {
    const response = await send(fullPath(login), { ...sent, body: { email, password, ...factor } })
    const [cookie = ''] = (response.headers['set-cookie'] ?? []).map((set) => set.split(';')[0])
    const token: string | undefined = response.status === 200 ? JSON.parse(response.text).data.access_token : undefined
    return { response, token, cookie }
  }

  /**
   * Sends bytes to the proxy or to the portal itself, and returns the bytes of the response until the socket closes.
   */
  async function sendBytes(to: 'proxy' | 'portal', bytes: string): Promise<string> {
    const host = '127.0.0.1'
    const socket: Socket =
      to === 'proxy' ? connectTls({ host, port: tlsPort, ca }) : connectPlain({ host, port: portalPort })
    let received = ''
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.write(bytes, 'latin1')
    await once(socket, 'close')
    return received
  }
  return { send, logIn, sendBytes }
}

/** Returns the fields of a reply's `data`. */
export const dataOf = ({ text }: Response) => JSON.parse(text).data

/** Returns a body without the id of its request, which differs in each response. */
export const withoutRequestId = ({ status, text }: Response) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`

/** The calls of the contract that need a login, by name. */
export const guardedCalls = Object.entries(endpoints).filter(([, { access }]) => access !== 'everyone')
