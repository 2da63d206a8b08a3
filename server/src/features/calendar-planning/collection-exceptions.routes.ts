import {
  listCollectionYears,
  listExceptions,
  previewException,
  publishCollectionYear,
  saveException,
  withdrawException,
} from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import {
  changeException,
  endException,
  exceptionsOf,
  previewImpact,
  publicationYears,
  publishYear,
} from './collection-exceptions.ts'

/** Moved and cancelled collection days, and the publication of years. */
export function collectionExceptionRoutes(api: Api, db: Db) {
  answer(api, listExceptions, (call) => exceptionsOf(db, call))
  answer(api, previewException, ({ employee, body }) => previewImpact(db, employee, body))
  answer(api, saveException, (call) => changeException(db, call))
  answer(api, withdrawException, (call) => endException(db, call))
  answer(api, listCollectionYears, (call) => publicationYears(db, call))
  answer(api, publishCollectionYear, (call) => publishYear(db, call))
}
