import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { startMailing } from './mail.ts'

const db = await testDatabase()
const data_dir = await mkdtemp(join(tmpdir(), 'rd4-loket-mail-'))
const post = (subject: string) =>
  db
    .insertInto('mail')
    .values({ recipient: 'kim@rd4.example', subject, body: 'Goedendag,\n\nU hebt één bericht.' })
    .execute()
const waiting = () => db.selectFrom('mail').selectAll().execute()

/** A real mail server on a free port that keeps what it gets; `accept` says whether it takes a mail. */
function mailServer({ accept }: { accept: () => boolean }) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        if (!accept()) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        received.push(text)
        done()
      })
    },
  })
  return new Promise<{ url: string; received: string[]; close: () => Promise<void> }>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      const port = typeof address === 'object' ? address?.port : address
      resolve({ url: `smtp://127.0.0.1:${port}`, received, close: () => new Promise((done) => server.close(done)) })
    })
  })
}

test('without a mail server writes each mail as an .eml file', async () => {
  await post('Nieuw wachtwoord')
  const stop = startMailing(db, { smtp_url: undefined, data_dir }, (code) => expect.unreachable(code))
  await vi.waitFor(async () => expect(await waiting()).toEqual([]))
  await stop()
  const [file = ''] = await readdir(join(data_dir, 'mail'))
  const mail = await PostalMime.parse(await readFile(join(data_dir, 'mail', file)))
  expect(mail).toMatchObject({ subject: 'Nieuw wachtwoord', to: [{ address: 'kim@rd4.example' }] })
  expect(mail.text).toContain('één bericht')
})

test('sends by a real mail server, keeps what it refuses, and sends that once when it accepts again', async () => {
  let open = false
  const server = await mailServer({ accept: () => open })
  const failures: string[] = []
  await post('Eerst geweigerd')
  const stop = startMailing(db, { smtp_url: server.url, data_dir }, (code) => failures.push(code))
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  await vi.waitFor(async () => expect(await waiting()).toMatchObject([{ attempts: 1 }]))
  expect(server.received).toEqual([])

  open = true
  await db
    .updateTable('mail')
    .set({ due_at: new Date(0) })
    .execute()
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 5000 })
  await stop()
  await server.close()
  expect(server.received).toHaveLength(1)
  const [received = ''] = server.received
  expect(await PostalMime.parse(received)).toMatchObject({ subject: 'Eerst geweigerd' })
})
