import { previewCollectionList, previewSchedule, saveCollectionList, saveSchedule } from '@rd4-loket/contract'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { planList, planSchedule, saveRules } from './collection-rules.ts'

/** Changes of the collection rules of an area: by a schedule for one stream, or by a list of days. */
export function collectionRuleRoutes(api: Api, db: Db) {
  answer(api, previewSchedule, async ({ employee, body }) => (await planSchedule(db, employee, body)).change)
  answer(api, saveSchedule, ({ employee, body, actor }) =>
    saveRules(db, actor, (transaction) => planSchedule(transaction, employee, body)),
  )
  answer(api, previewCollectionList, async ({ employee, body }) => (await planList(db, employee, body)).change)
  answer(api, saveCollectionList, ({ employee, body, actor }) =>
    saveRules(db, actor, (transaction) => planList(transaction, employee, body)),
  )
}
