import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Db } from '../platform/database/db.ts'
import { makeFolder } from '../platform/files/folders.ts'
import type { Config } from '../platform/runtime/config.ts'
import { intervals, stopLimits, taskLimits } from '../platform/runtime/limits.ts'
import { shareInFlight } from '../platform/runtime/share-in-flight.ts'
import { claimMail, deleteMail, postponeMail } from './mail.queries.ts'

const { mailStep_ms } = taskLimits
const timeouts = { connectionTimeout: mailStep_ms, greetingTimeout: mailStep_ms, socketTimeout: mailStep_ms }

type Mailbox = { name: string; address: string }
type MailMessage = { from: Mailbox; to: Mailbox; subject: string; text: string }

let filesWritten = 0
/** Returns the number of mails that this process wrote to files. They reach nobody. */
export const mailsWrittenToFiles = () => filesWritten

/**
 * Returns whether this node may take mails from the queue: it has a mail server, or it shows a demo, whose mails are
 * files. Another node may have a mail server, so a mail of a shared database waits in the queue.
 */
const mayTakeMails = ({ smtp_url, database_url, demo }: Pick<Config, 'smtp_url' | 'database_url' | 'demo'>) =>
  smtp_url !== undefined || database_url === undefined || demo

/** Returns a function that sends a message to the mail server. Without a mail server, it writes an .eml file. */
function transportOf({ smtp_url, data_dir }: Pick<Config, 'smtp_url' | 'data_dir'>) {
  // A start without mails does not load the library.
  const mailer = () => import('nodemailer')
  if (smtp_url)
    return async (message: MailMessage) =>
      (await mailer()).createTransport({ url: smtp_url, ...timeouts }).sendMail(message)
  const folder = join(data_dir, 'mail')
  return async (message: MailMessage) => {
    const writer = (await mailer()).createTransport({ streamTransport: true, buffer: true })
    const { message: eml } = await writer.sendMail(message)
    makeFolder(folder)
    await writeFile(join(folder, `${crypto.randomUUID()}.eml`), eml as Buffer, { mode: 0o600 })
    filesWritten += 1
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'unknown')

type MailEvents = {
  /** Logs a failed attempt by its error code, because the error text of a mail server can contain the recipient. */
  failed: (code: string) => void
  /** Logs a mail that is deleted because its link has expired. */
  abandoned: (mail_id: number) => void
  /** Logs that mails reach nobody: this node writes them to files, or does not take them from the queue. */
  unsent: (message: string) => void
}

/**
 * Sends the mails in the database, at once and then every two seconds. Retries a rejected mail until its link expires.
 * A node that may not take mails sends nothing. Returns a function that stops sending.
 */
export function startMailing(
  db: Db,
  config: Pick<Config, 'smtp_url' | 'database_url' | 'demo' | 'data_dir' | 'mail_from' | 'portal_name'>,
  { failed, abandoned, unsent }: MailEvents,
) {
  if (!mayTakeMails(config)) {
    unsent('SMTP_URL is not set: this node sends no mails')
    return async () => {}
  }
  const send = transportOf(config)
  // The texts in the queue have the name of the product.
  const named = (text: string) => text.replaceAll('Rd4 Loket', () => config.portal_name)
  let sending: Promise<void> | undefined

  async function sendDue() {
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      if (mail.link_expired) {
        await deleteMail(db, mail.id)
        abandoned(mail.id)
        continue
      }
      try {
        // An object, because a text with a comma would be a list of recipients.
        const to = { name: '', address: mail.recipient }
        await send({ from: config.mail_from, to, subject: named(mail.subject), text: named(mail.body) })
        if (!config.smtp_url) unsent('SMTP_URL is not set: a mail was written to a file')
        await deleteMail(db, mail.id)
      } catch (error) {
        failed(codeOf(error))
        await postponeMail(db, mail)
      }
    }
  }
  const sendOnce = shareInFlight(() => sendDue().catch((error) => failed(codeOf(error))))
  const tick = () => {
    sending = sendOnce()
  }
  const timer = setInterval(tick, intervals.mail_ms)
  tick()
  return async () => {
    clearInterval(timer)
    // A mail that the mail server has not accepted within this time remains in the database for the next start.
    await Promise.race([sending, setTimeout(stopLimits.mail_ms, undefined, { ref: false })])
  }
}
