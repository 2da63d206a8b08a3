import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Db } from '../platform/database/database.ts'
import { makeFolder } from '../platform/files/folders.ts'
import type { Config } from '../platform/runtime/config.ts'
import { stopLimits, taskLimits } from '../platform/runtime/limits.ts'
import { claimMail, deleteMail, postponeMail } from './mail.queries.ts'

const { mailStep_ms } = taskLimits
const timeouts = { connectionTimeout: mailStep_ms, greetingTimeout: mailStep_ms, socketTimeout: mailStep_ms }

type Message = { from: { name: string; address: string }; to: string; subject: string; text: string }

function transportOf({ smtp_url, data_dir }: Pick<Config, 'smtp_url' | 'data_dir'>) {
  if (smtp_url) {
    const server = createTransport({ url: smtp_url, ...timeouts })
    return (message: Message) => server.sendMail(message)
  }
  const folder = join(data_dir, 'mail')
  const writer = createTransport({ streamTransport: true, buffer: true })
  return async (message: Message) => {
    const { message: eml } = await writer.sendMail(message)
    makeFolder(folder)
    await writeFile(join(folder, `${crypto.randomUUID()}.eml`), eml as Buffer, { mode: 0o600 })
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'unknown')

type Tell = {
  /** Hears the code of what went wrong: the mail server's own words may repeat the address. */
  failed: (code: string) => void
  gaveUp: (mail_id: number) => void
}

/**
 * Sends the mail that waits in the database, now and every few seconds; what the mail server refuses is tried again later, as
 * long as the link in it works. Gives a function that stops it.
 */
export function startMailing(
  db: Db,
  config: Pick<Config, 'smtp_url' | 'data_dir' | 'mail_from'>,
  { failed, gaveUp }: Tell,
) {
  const send = transportOf(config)
  const from = { name: 'Rd4 Loket', address: config.mail_from }
  let sending: Promise<void> | undefined

  async function sendDue() {
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      if (mail.outlived_link) {
        await deleteMail(db, mail.id)
        gaveUp(mail.id)
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
  const tick = () => {
    sending ??= sendDue()
      .catch((error) => failed(codeOf(error)))
      .finally(() => {
        sending = undefined
      })
  }
  const timer = setInterval(tick, 2000)
  tick()
  return async () => {
    clearInterval(timer)
    // What a silent mail server has not taken by then stays in the database, and is sent after the next start.
    await Promise.race([sending, setTimeout(stopLimits.mail_ms, undefined, { ref: false })])
  }
}
