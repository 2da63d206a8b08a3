import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { linkMinutes } from '../domain/sessions/password-link.queries.ts'
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

const mail_from = 'balie@rd4.example'
const fails = { failed: (code: string) => expect.unreachable(code), abandoned: () => expect.unreachable() }

/** A real mail server on a free port that keeps what it gets; `accept` says whether it takes a mail. */
function mailServer({ accept }: { accept: () => boolean }) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
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
  const stop = startMailing(db, { smtp_url: undefined, data_dir, mail_from }, fails)
  await expect.poll(waiting).toEqual([])
  await stop()
  const [file = ''] = await readdir(join(data_dir, 'mail'))
  const mail = await PostalMime.parse(await readFile(join(data_dir, 'mail', file)))
  expect(mail).toMatchObject({ subject: 'Nieuw wachtwoord', to: [{ address: 'kim@rd4.example' }] })
  expect(mail.from).toEqual({ name: 'Rd4 Loket', address: mail_from })
  expect(mail.text).toContain('één bericht')
})

test('sends by a real mail server, keeps what it refuses, and sends that once when it accepts again', async () => {
  let open = false
  const server = await mailServer({ accept: () => open })
  const failures: string[] = []
  await post('Eerst geweigerd')
  const stop = startMailing(
    db,
    { smtp_url: server.url, data_dir, mail_from },
    { ...fails, failed: (code) => failures.push(code) },
  )
  await expect.poll(() => failures).toHaveLength(1)
  await expect.poll(waiting).toMatchObject([{ attempts: 1 }])
  expect(server.received).toEqual([])

  open = true
  await db
    .updateTable('mail')
    .set({ due_at: new Date(0) })
    .execute()
  await expect.poll(waiting).toEqual([])
  await stop()
  await server.close()
  expect(server.received).toHaveLength(1)
  const [received = ''] = server.received
  expect(await PostalMime.parse(received)).toMatchObject({ subject: 'Eerst geweigerd' })
})

test('gives up a mail whose link works no more, and goes on with the next', async () => {
  const server = await mailServer({ accept: () => true })
  await post('Te laat')
  const created_at = new Date(Date.now() - linkMinutes * 60_000 - 1000)
  const { id } = await db.updateTable('mail').set({ created_at }).returning('id').executeTakeFirstOrThrow()
  await post('Op tijd')
  const abandoned = vi.fn()
  const stop = startMailing(db, { smtp_url: server.url, data_dir, mail_from }, { ...fails, abandoned })
  await expect.poll(waiting).toEqual([])
  await stop()
  await server.close()
  expect(abandoned).toHaveBeenCalledExactlyOnceWith(id)
  expect(server.received).toEqual([expect.stringContaining('Op tijd')])
})
