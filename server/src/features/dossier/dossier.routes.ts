import { makeBillLetter, makeDossier } from '@rd4-loket/contract'
import { answerDownload } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { billLetterFile, type DossierSettings, dossierFile } from './dossier.ts'

/** The files about a bill: the dossier with all facts, and the letter to the household. */
export function dossierRoutes(api: Api, settings: DossierSettings) {
  answerDownload(api, makeDossier, (call) => dossierFile(call, settings))
  answerDownload(api, makeBillLetter, (call) => billLetterFile(call, settings))
}
