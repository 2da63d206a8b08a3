import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { forgotPassword, fullPath } from '@rd4-loket/contract'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { fillCounter, request } from '../test/counter.ts'
import { type OwnPostgres, startOwnPostgres } from '../test/own-postgres.ts'
import { freePort } from '../test/ports.ts'
import { postgresPrograms } from '../test/postgres/postgres-server.ts'
import { type ServerProcess, startServer } from '../test/server-process.ts'

describe.skipIf(!postgresPrograms)('a mail server', () => {
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
  })

  const requestMail = async () => {
    const { status, ms } = await request(server.url, fullPath(forgotPassword), { body: { email } })
    expect(status).toBe(202)
    return `response in ${Math.round(ms)} ms`
  }
  // Makes all mails due at once, so that the tests need not wait for the next attempt.
  const retryNow = () => sql`update mail set due_at = now()`.execute(postgres.db)
  const countMails = async () => (await sql`select from mail`.execute(postgres.db)).rows.length

  test('that refuses connections delays no response, and receives the mail once when it accepts connections', async () => {
    console.log(`no mail server: ${await requestMail()}`)
    await expect.poll(server.output).toContain('mail not sent')
    const received = await openMailServer()
    const delivered = async () => {
      await retryNow()
      return countMails()
    }
    await expect.poll(delivered, { interval: 3000 }).toBe(0)
    expect(received).toHaveLength(1)
    const { text = '' } = await PostalMime.parse(received[0] ?? '')
    const [, token = ''] = /token=([\w-]{40,})/.exec(text) ?? []
    expect(token).not.toBe('')
    expect(server.output()).not.toContain(token)
    expect(server.output()).not.toContain(email)
  })

  /** Starts a mail server for this test, and returns the mails that it receives. */
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

  test('that does not respond delays no response and no other mail, and does not prevent a shutdown', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(port, '127.0.0.1')
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    await sql`update password_reset set expires_at = now()`.execute(postgres.db)
    console.log(`a silent mail server: ${await requestMail()}`)
    await retryNow()
    await expect.poll(() => sockets.length).toBeGreaterThan(0)
    // The server waits ten seconds for the greeting of the mail server. The default of the mail library is thirty.
    const failures = () => server.output().split('mail not sent').length
    const before = failures()
    await expect.poll(failures, { timeout: 20_000 }).toBeGreaterThan(before)
    const attempts = sockets.length
    await retryNow()
    await expect.poll(() => sockets.length).toBeGreaterThan(attempts)
    const startedAt = performance.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    console.log(`a silent mail server: stopped ${Math.round(performance.now() - startedAt)} ms after SIGTERM`)
    expect(await countMails()).toBe(1)
  })
})
