import {
  ApiError,
  CalendarCategory,
  type CollectionListChange,
  type CollectionListInput,
  previewCollectionList,
  saveCollectionList,
} from '@rd4-loket/contract'
import { recordChange } from '../../domain/collection-days/collection-changes.queries.ts'
import { findAreas, findRules } from '../../domain/collection-days/collection-days.queries.ts'
import { ownMunicipality } from '../../domain/places/own-municipality.ts'
import type { Db } from '../../platform/database/database.ts'
import { answer } from '../../platform/http/answer.ts'
import type { Api, SessionEmployee } from '../../platform/http/api.ts'
import { invalidInput, notFound } from '../../platform/http/errors.ts'
import { today } from '../../platform/runtime/days.ts'
import { countAddresses, withdraw } from './collection-exceptions.queries.ts'
import { changeRules, findPublishedYears, findStreamExceptions } from './collection-rules.queries.ts'
import { readList, rulesUnderList, yearsOf } from './parse-collection-list.ts'
import { lastPlannedYear } from './planning-period.ts'
import { comingDays } from './schedule.ts'

/** So many rejected lines are enough to mend a file by. */
const mostRejected = 100

const refuse = (message: string): never => {
  throw new ApiError(422, invalidInput, { text: [message] })
}

/** An area's days of some years, taken in from a list that an administrator has. */
export function collectionListRoutes(api: Api, db: Db) {
  /** What a list would change; the days of the exceptions that it leaves without a day are in `without`. */
  async function look(at: Db, employee: SessionEmployee, asked: CollectionListInput) {
    const municipality_id = await ownMunicipality(at, employee, asked.municipality_id)
    const areas = await findAreas(at, municipality_id)
    const area = areas.find(({ id }) => id === asked.area_id) ?? notFound('Dit ophaalgebied bestaat niet')
    const from = today()
    const lastYear = lastPlannedYear()
    const { listed, rejected } =
      readList(asked.text, { from, to: `${lastYear}-12-31` }) ??
      refuse('De eerste regel noemt de kolommen datum en afvalsoort')
    const [first] = rejected
    if (listed.length === 0)
      refuse(first ? `Geen regel is bruikbaar. Regel ${first.line}: ${first.reason}` : 'In deze lijst staan geen dagen')

    const years = yearsOf(listed)
    const inYears = ({ day }: { day: string }) => years.includes(Number(day.slice(0, 4)))
    const rules = await findRules(at, [area.id])
    const under = rulesUnderList(rules, listed, from)
    const streams: CollectionListChange['streams'] = []
    const without: { category: CalendarCategory; day: string }[] = []
    let changes = false
    for (const category of CalendarCategory.options) {
      const exceptions = await findStreamExceptions(at, area.id, category)
      const days = (plan: Parameters<typeof comingDays>[0]) =>
        comingDays(plan, category, from, lastYear).filter(inYears)
      const [before, after] = [days({ rules, exceptions }), days({ rules: under, exceptions })]
      if (before.length + after.length > 0) streams.push({ category, before: before.length, after: after.length })
      changes ||= before.map(({ day }) => day).join() !== after.map(({ day }) => day).join()
      const planned = new Set(days({ rules: under, exceptions: [] }).map((it) => it.planned))
      without.push(...exceptions.filter((it) => it.day >= from && inYears(it) && !planned.has(it.day)))
    }
    if (!changes) refuse('Hier verandert niets aan: de ophaaldagen zijn al zo')
    const published = (await findPublishedYears(at, municipality_id)).filter((year) => years.includes(year))
    const found: CollectionListChange = {
      area: { id: area.id, name: area.name },
      addresses: await countAddresses(at, municipality_id, [area.id]),
      years,
      streams,
      rejected_lines: rejected.length,
      rejected: rejected.slice(0, mostRejected),
      published,
      withdrawn: without.length,
    }
    return { found, listed, from, without }
  }

  answer(api, previewCollectionList, async ({ employee, body }) => (await look(db, employee, body)).found)

  answer(api, saveCollectionList, ({ employee, body, actor }) =>
    db.transaction().execute(async (transaction) => {
      const { found, listed, from, without } = await look(transaction, employee, body)
      const { id } = found.area
      await changeRules(transaction, id, (rules) => rulesUnderList(rules, listed, from))
      for (const { category, day } of without) await withdraw(transaction, body.municipality_id, [id], category, day)
      await recordChange(transaction, actor, { kind: 'collection_rules', key: id })
      return found
    }),
  )
}
