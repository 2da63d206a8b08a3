import {
  ApiError,
  listCollectionYears,
  listExceptions,
  previewException,
  publishCollectionYear,
  type Received,
  saveException,
  withdrawException,
} from '@rd4-loket/contract'
import type { FastifyInstance } from 'fastify'
import { answer } from '../../shared/answer.ts'
import type { Db } from '../../shared/database.ts'
import { invalidInput } from '../../shared/errors.ts'
import { ownMunicipality } from '../../shared/own-municipality.ts'
import type { SessionEmployee } from '../../shared/session.queries.ts'
import { findAreas, findRules } from './calendar.queries.ts'
import { collectionDays } from './collection-days.ts'
import {
  countAddresses,
  findCollectionYears,
  findExceptions,
  keepException,
  keepPublication,
  withdraw,
} from './collection-settings.queries.ts'

/** A reason is read after 'Vervalt' or 'Verplaatst van …'. */
const asReason = (typed: string) =>
  /^(wegens|vanwege|door|omdat|in verband met|i\.v\.m\.)\s/i.test(typed)
    ? `${typed[0]?.toLowerCase()}${typed.slice(1)}`
    : `wegens ${typed}`

/** What an administrator changes in the collections: single days, and when a year is told. */
export function collectionSettingRoutes(app: FastifyInstance, db: Db) {
  /** The areas whose rules have this stream on this day, and how many addresses they hold. */
  async function reach(employee: SessionEmployee, asked: Received<typeof saveException>['body']) {
    const municipality_id = await ownMunicipality(db, employee, asked.municipality_id)
    const { area_id, category, day } = asked
    const areas = (await findAreas(db, municipality_id)).filter(({ id }) => id === (area_id ?? id))
    const rules = Map.groupBy(
      (
        await findRules(
          db,
          areas.map(({ id }) => id),
        )
      ).filter((rule) => rule.category === category),
      ({ collection_area_id }) => collection_area_id,
    )
    // A year can be changed before it is published.
    const published = new Set([Number(day.slice(0, 4))])
    const touched = areas.filter(({ id }) => {
      const plan = { rules: rules.get(id) ?? [], exceptions: [], published }
      // A holiday may have pushed the day further.
      return collectionDays(plan, day, `${day.slice(0, 4)}-12-31`).some(({ planned }) => planned === day)
    })
    if (touched.length === 0)
      throw new ApiError(422, invalidInput, {
        day: ['Volgens de regels is deze afvalsoort er op deze dag niet gepland'],
      })
    const addresses = await countAddresses(
      db,
      municipality_id,
      touched.map(({ id }) => id),
    )
    return { areas: touched.map(({ id, name }) => ({ id, name })), addresses }
  }

  answer(app, previewException, ({ employee, body }) => reach(employee, body))

  answer(app, saveException, async ({ employee, body }) => {
    const found = await reach(employee, body)
    const { category, day, moved_to = null, reason } = body
    await keepException(
      db,
      found.areas.map(({ id }) => id),
      { category, day, moved_to, reason: asReason(reason) },
    )
    return found
  })

  answer(app, withdrawException, async ({ employee, body: { municipality_id, area_ids, category, day } }) => {
    await withdraw(db, await ownMunicipality(db, employee, municipality_id), area_ids, category, day)
    return null
  })

  const inPath = (employee: SessionEmployee, { municipality_id }: { municipality_id: string }) =>
    ownMunicipality(db, employee, Number(municipality_id))

  answer(app, listExceptions, async ({ employee, params }) => findExceptions(db, await inPath(employee, params)))

  answer(app, listCollectionYears, async ({ employee, params }) =>
    findCollectionYears(db, await inPath(employee, params)),
  )

  answer(app, publishCollectionYear, async ({ employee, params, body: { published_on } }) => {
    const year = Number(params.year)
    await keepPublication(db, await inPath(employee, params), year, published_on)
    return { year, published_on }
  })
}
