import { once } from 'node:events'
import { connect, Server } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { closeConnectionsWhenStopping } from './draining.ts'

test('a response closes its connection as soon as new connections are refused, so no later request is lost', async () => {
  const stopping = new AbortController()
  const app = fastify({ forceCloseConnections: true })
  onTestFinished(() => app.close())
  closeConnectionsWhenStopping(app, stopping.signal)
  app.get('/', () => 'here')
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  const closed = once(socket, 'close')
  const get = async (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nhost: loket\r\n\r\n')
    return (await once(socket, 'data'))[0]
  }
  stopping.abort()
  expect(await get()).toMatch(/connection: keep-alive/i)
  Server.prototype.close.call(app.server)
  expect(await get()).toMatch(/connection: close/i)
  await closed
})
