import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { lifetimes } from '../platform/runtime/limits.ts'
import { testDatabase } from '../test/test-database.ts'
import { mailsWrittenToFiles, startMailing } from './mail.ts'

const db = await testDatabase()
const data_dir = await mkdtemp(join(tmpdir(), 'rd4-loket-mail-'))
const post = (subject: string, recipient = 'kim@rd4.example') =>
  sql`insert into mail (recipient, subject, body)
    values (${recipient}, ${subject}, ${'Goedendag,\n\nU hebt één bericht.'})`.execute(db)
const waiting = async () =>
  (await sql<{ id: number; attempts: number }>`select id, attempts from mail`.execute(db)).rows

const mail_from = { name: 'Balie Zuid', address: 'balie@rd4.example' }
const settings = { smtp_url: undefined, database_url: undefined, demo: false, data_dir, mail_from, portal_name: 'Zuid' }
const fails = {
  failed: (code: string) => expect.unreachable(code),
  abandoned: () => expect.unreachable(),
  unsent: (message: string) => expect.unreachable(message),
}

/**
 * Starts a real mail server on a free port, which stores the mails that it receives, and their recipients. `accept`
 * returns whether the server accepts a mail.
 */
function mailServer({ accept }: { accept: () => boolean }) {
  const received: string[] = []
  const recipients: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        if (!accept()) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        received.push(text)
        recipients.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  type Started = { url: string; received: string[]; recipients: string[]; close: () => Promise<void> }
  return new Promise<Started>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      const port = typeof address === 'object' ? address?.port : address
      const close = () => new Promise<void>((done) => server.close(() => done()))
      resolve({ url: `smtp://127.0.0.1:${port}`, received, recipients, close })
    })
  })
}

test.each([
  ['the embedded database', {}],
  ['a demo on PostgreSQL', { database_url: 'postgres://loket@db.example/loket', demo: true }],
])('writes a mail of %s as an .eml file, counts it and logs it when no mail server is set', async (_, database) => {
  await rm(join(data_dir, 'mail'), { recursive: true, force: true })
  await post('Wachtwoord voor het Rd4 Loket')
  const before = mailsWrittenToFiles()
  const unsent = vi.fn()
  const stop = startMailing(db, { ...settings, ...database }, { ...fails, unsent })
  await expect.poll(waiting).toEqual([])
  await stop()
  expect(mailsWrittenToFiles() - before).toBe(1)
  expect(unsent).toHaveBeenCalledExactlyOnceWith('SMTP_URL is not set: a mail was written to a file')
  const [file = ''] = await readdir(join(data_dir, 'mail'))
  const mail = await PostalMime.parse(await readFile(join(data_dir, 'mail', file)))
  expect(mail).toMatchObject({ subject: 'Wachtwoord voor het Zuid', to: [{ address: 'kim@rd4.example' }] })
  expect(mail.from).toEqual(mail_from)
  expect(mail.text).toContain('één bericht')
})

test('a node without a mail server leaves the mails of a shared database to a node with a mail server', async () => {
  await post('Voor de andere node')
  const shared = { ...settings, database_url: 'postgres://loket@db.example/loket' }
  const unsent = vi.fn()
  const stopOther = startMailing(db, shared, { ...fails, unsent })
  expect(unsent).toHaveBeenCalledExactlyOnceWith('SMTP_URL is not set: this node sends no mails')
  await stopOther()
  expect(await waiting()).toMatchObject([{ attempts: 0 }])
  const server = await mailServer({ accept: () => true })
  const stop = startMailing(db, { ...shared, smtp_url: server.url }, fails)
  await expect.poll(waiting).toEqual([])
  await stop()
  await server.close()
  expect(server.received).toEqual([expect.stringContaining('From: Balie Zuid <balie@rd4.example>')])
})

test('sends a mail once when the mail server rejects the first attempt and accepts the second', async () => {
  let isOpen = false
  const server = await mailServer({ accept: () => isOpen })
  const failures: string[] = []
  await post('Eerst geweigerd')
  const stop = startMailing(
    db,
    { ...settings, smtp_url: server.url },
    { ...fails, failed: (code) => failures.push(code) },
  )
  await expect.poll(() => failures).toHaveLength(1)
  await expect.poll(waiting).toMatchObject([{ attempts: 1 }])
  expect(server.received).toEqual([])

  isOpen = true
  await sql`update mail set due_at = '1970-01-01'`.execute(db)
  await expect.poll(waiting).toEqual([])
  await stop()
  await server.close()
  expect(server.received).toHaveLength(1)
  const [received = ''] = server.received
  expect(await PostalMime.parse(received)).toMatchObject({ subject: 'Eerst geweigerd' })
})

test('sends a mail to one recipient, also when an address of an earlier version has a comma', async () => {
  const server = await mailServer({ accept: () => true })
  await post('Nieuw wachtwoord', 'kim,piet@rd4.example')
  const stop = startMailing(db, { ...settings, smtp_url: server.url }, fails)
  await expect.poll(waiting).toEqual([])
  await stop()
  await server.close()
  expect(server.recipients).toEqual(['"kim,piet"@rd4.example'])
})

test('deletes a mail with an expired link without sending it, and sends the next mail', async () => {
  const server = await mailServer({ accept: () => true })
  await post('Te laat')
  const [late] = await waiting()
  await sql`update mail set created_at = now() - make_interval(mins => ${lifetimes.passwordLink_minutes}, secs => 1)`.execute(
    db,
  )
  await post('Op tijd')
  const abandoned = vi.fn()
  const stop = startMailing(db, { ...settings, smtp_url: server.url }, { ...fails, abandoned })
  await expect.poll(waiting).toEqual([])
  await stop()
  await server.close()
  expect(abandoned).toHaveBeenCalledExactlyOnceWith(late?.id)
  expect(server.received).toEqual([expect.stringContaining('Op tijd')])
})
