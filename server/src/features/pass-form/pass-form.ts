import { defaultPassForm, type PassForm, passNumberPattern, savePassForm, showPassForm } from '@rd4-loket/contract'
import { appendAuditEvent } from '../../domain/access-log/audit-log.queries.ts'
import { findPassForms } from '../../domain/passes/pass-forms.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/db.ts'
import { answer, type Call } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { countOtherPasses, lockPassForm, updatePassForm } from './pass-form.queries.ts'

const withOtherPasses = async (db: Db, municipality_id: number, form: PassForm) => ({
  ...form,
  other_passes: await countOtherPasses(db, municipality_id, passNumberPattern(form)),
})

/** Returns the form of a municipality's pass numbers, with the number of active passes that have another form. */
async function findForm({ db, employee, params }: Call<typeof showPassForm>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const form = (await findPassForms(db)).get(municipality_id) ?? defaultPassForm
  return withOtherPasses(db, municipality_id, form)
}

/** Stores and logs the form of a municipality's pass numbers. Changes no stored pass. */
async function storeForm({ db, employee, params, body: form, actor }: Call<typeof savePassForm>) {
  const municipality_id = await ownMunicipality(db, employee, params.municipality_id)
  const object = { kind: 'pass_form', key: municipality_id } as const
  return db.transaction(async (transaction) => {
    const before = await lockPassForm(transaction, municipality_id, defaultPassForm)
    await updatePassForm(transaction, municipality_id, form)
    const change = { before, after: form }
    await appendAuditEvent(transaction, actor, { action: 'change_pass_form', result: 'done', object, change })
    return withOtherPasses(transaction, municipality_id, form)
  })
}

/** The form of the pass numbers of a municipality. */
export function passFormRoutes(api: Api) {
  answer(api, showPassForm, findForm)
  answer(api, savePassForm, storeForm)
}
