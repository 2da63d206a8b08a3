import {
  decideMissedReports,
  listMissedCollections,
  listMissedReports,
  reopenMissedReports,
  reportMissedCollection,
  retractMissedReport,
  saveCollectionHours,
  showCollectionHours,
} from '@rd4-loket/contract'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { showMissedCollections, storeReport } from './missed-collections.ts'
import { changeHours, closeReports, endReport, reopenDecision, showHours, showMissedReports } from './missed-reports.ts'

/** Reports that a container or bag was not emptied, their outcomes, and the hours of a municipality. */
export function missedCollectionRoutes(api: Api) {
  answer(api, listMissedCollections, showMissedCollections)
  answer(api, reportMissedCollection, storeReport)
  answer(api, retractMissedReport, endReport)
  answer(api, listMissedReports, showMissedReports)
  answer(api, decideMissedReports, closeReports)
  answer(api, reopenMissedReports, reopenDecision)
  answer(api, showCollectionHours, showHours)
  answer(api, saveCollectionHours, changeHours)
}
