import { defaultLetterSender, saveLetterSender, showLetterSender } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { findLetterSender } from '../../domain/places/letter-senders.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { lockLetterSender, updateLetterSender } from './letter-sender.queries.ts'

/** Stores and logs the sender of a municipality's letters. */
async function storeSender({ db, employee, params, body: sender, actor }: Call<typeof saveLetterSender>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const object = { kind: 'letter_sender', key: municipality_id } as const
  return db.transaction(async (transaction) => {
    const change = { before: await lockLetterSender(transaction, municipality_id, defaultLetterSender), after: sender }
    await updateLetterSender(transaction, municipality_id, sender)
    await appendAuditEvent(transaction, actor, { action: 'change_letter_sender', result: 'done', object, change })
    return sender
  })
}

/** The sender of the letters about bills, by municipality. */
export function letterSenderRoutes(api: Api) {
  answer(api, showLetterSender, async ({ db, employee, params }) => {
    const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
    return (await findLetterSender(db, municipality_id)) ?? defaultLetterSender
  })
  answer(api, saveLetterSender, storeSender)
}
