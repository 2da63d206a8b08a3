import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { forgotPassword, fullPath } from '@rd4-loket/contract'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fillCounter, request } from '../test/counter.ts'
import { type OwnPostgres, postgresPrograms, startOwnPostgres } from '../test/own-postgres.ts'
import { freePort } from '../test/ports.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

describe.skipIf(!postgresPrograms)('a mail server', { timeout: 120_000 }, () => {
  let postgres: OwnPostgres
  let server: ServerProcess
  let port: number
  let email = ''

  beforeAll(async () => {
    postgres = await startOwnPostgres()
    port = await freePort()
    server = await startServer({ DATABASE_URL: postgres.url, SMTP_URL: `smtp://127.0.0.1:${port}` })
    const counter = await fillCounter(postgres.db)
    ;[email = ''] = counter.emails
  }, 120_000)

  const askForMail = async () => {
    const { status, ms } = await request(server.url, fullPath(forgotPassword), { body: { email } })
    expect(status).toBe(202)
    return `answered in ${Math.round(ms)} ms`
  }
  // It would be tried again by itself; the tests do not wait for that.
  const tryAgain = () => sql`update mail set due_at = now()`.execute(postgres.db)
  const waiting = async () => (await sql`select from mail`.execute(postgres.db)).rows.length

  test('that refuses holds up no answer, and gets the one mail when it is back', async () => {
    console.log(`no mail server: ${await askForMail()}`)
    await expect.poll(server.output, { timeout: 30_000 }).toContain('mail not sent')
    const received = await openMailServer()
    const delivered = async () => {
      await tryAgain()
      return waiting()
    }
    await expect.poll(delivered, { timeout: 60_000, interval: 3000 }).toBe(0)
    expect(received).toHaveLength(1)
    const { text = '' } = await PostalMime.parse(received[0] ?? '')
    const [, token = ''] = /token=([\w-]{40,})/.exec(text) ?? []
    expect(token).not.toBe('')
    expect(server.output()).not.toContain(token)
    expect(server.output()).not.toContain(email)
  })

  /** A real mail server, and what it receives until the test is over. */
  async function openMailServer() {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onData(stream, _session, done) {
        let text = ''
        stream.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    const listening = smtp.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    onTestFinished(() => new Promise<void>((closed) => smtp.close(closed)))
    return received
  }

  test('that says nothing holds up no answer, and the end of the server for seconds at most', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(port, '127.0.0.1')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    await sql`update password_reset set expires_at = now()`.execute(postgres.db)
    console.log(`a silent mail server: ${await askForMail()}`)
    await tryAgain()
    await expect.poll(() => sockets.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const begin = performance.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    console.log(`a silent mail server: ended ${Math.round(performance.now() - begin)} ms after SIGTERM`)
    expect(await waiting()).toBe(1)
  })
})
