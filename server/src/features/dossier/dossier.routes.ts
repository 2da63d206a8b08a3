import { checkDossier, makeBillLetter, makeBillMail, makeDossier } from '@rd4-loket/contract'
import { answer, answerDownload } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { compareDossier } from './compare-dossier.ts'
import { billLetterFile, billMail, type DossierSettings, dossierFile } from './dossier.ts'

/** The files about a bill: the dossier with all facts, the letter or mail to the household, and the check of a dossier. */
export function dossierRoutes(api: Api, settings: DossierSettings) {
  answerDownload(api, makeDossier, (call) => dossierFile(call, settings))
  answerDownload(api, makeBillLetter, (call) => billLetterFile(call, settings))
  answer(api, makeBillMail, (call) => billMail(call, settings))
  // A scope of its own, because only this route reads a file.
  api.app.register(async (uploads) => {
    uploads.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    answer({ ...api, app: uploads }, checkDossier, async ({ db, body }) => ({
      outcome: (
        await compareDossier(db, Buffer.from(body.buffer, body.byteOffset, body.byteLength), settings.keep_months)
      ).outcome,
    }))
  })
}
