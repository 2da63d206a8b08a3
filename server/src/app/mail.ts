import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Db } from '../platform/database/database.ts'
import { makeFolder } from '../platform/files/folders.ts'
import type { Config } from '../platform/runtime/config.ts'
import { intervals, stopLimits, taskLimits } from '../platform/runtime/limits.ts'
import { shareInFlight } from '../platform/runtime/share-in-flight.ts'
import { claimMail, deleteMail, postponeMail } from './mail.queries.ts'

const { mailStep_ms } = taskLimits
const timeouts = { connectionTimeout: mailStep_ms, greetingTimeout: mailStep_ms, socketTimeout: mailStep_ms }

type MailMessage = { from: { name: string; address: string }; to: string; subject: string; text: string }

/** Returns a function that sends a message to the mail server. Without a mail server, it writes an .eml file. */
function transportOf({ smtp_url, data_dir }: Pick<Config, 'smtp_url' | 'data_dir'>) {
  if (smtp_url) {
    const server = createTransport({ url: smtp_url, ...timeouts })
    return (message: MailMessage) => server.sendMail(message)
  }
  const folder = join(data_dir, 'mail')
  const writer = createTransport({ streamTransport: true, buffer: true })
  return async (message: MailMessage) => {
    const { message: eml } = await writer.sendMail(message)
    makeFolder(folder)
    await writeFile(join(folder, `${crypto.randomUUID()}.eml`), eml as Buffer, { mode: 0o600 })
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'unknown')

type MailEvents = {
  /** Logs a failed attempt by its error code, because the error text of a mail server can contain the recipient. */
  failed: (code: string) => void
  /** Logs a mail that is deleted because its link has expired. */
  abandoned: (mail_id: number) => void
}

/**
 * Sends the mails in the database, at once and then every two seconds. Retries a rejected mail until its link expires.
 * Returns a function that stops sending.
 */
export function startMailing(
  db: Db,
  config: Pick<Config, 'smtp_url' | 'data_dir' | 'mail_from'>,
  { failed, abandoned }: MailEvents,
) {
  const send = transportOf(config)
  const from = { name: 'Rd4 Loket', address: config.mail_from }
  let sending: Promise<void> | undefined

  async function sendDue() {
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      if (mail.link_expired) {
        await deleteMail(db, mail.id)
        abandoned(mail.id)
        continue
      }
      try {
        await send({ from, to: mail.recipient, subject: mail.subject, text: mail.body })
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
