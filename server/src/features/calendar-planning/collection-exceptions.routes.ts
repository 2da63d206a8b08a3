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
  answer(api, listExceptions, ({ employee, params }) => exceptionsOf(db, employee, Number(params.municipality_id)))

  answer(api, previewException, ({ employee, body }) => previewImpact(db, employee, body))

  answer(api, saveException, ({ employee, body, actor }) => changeException(db, actor, employee, body))

  answer(api, withdrawException, ({ employee, body, actor }) => endException(db, actor, employee, body))

  answer(api, listCollectionYears, ({ employee, params }) =>
    publicationYears(db, employee, Number(params.municipality_id)),
  )

  answer(api, publishCollectionYear, ({ employee, params, body, actor }) =>
    publishYear(db, actor, employee, { ...params, ...body }),
  )
}
