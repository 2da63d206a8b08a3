import type { CalendarCategory } from '@rd4-loket/contract'
import { workingDayFrom } from '../src/domain/collection-days/holidays.ts'
import { type Day, dayOf, newYear, textOf, weekdayOf, yearOf } from '../src/platform/runtime/days.ts'
import { akerstraatRound } from './fixed.ts'
import type { DemoMunicipality } from './region/region.ts'
import { firstRound, roundExceptions, weekdayIn, weeksBetween } from './rounds.ts'
import type { Writer } from './rows.ts'

const pruningMonths = [3, 4, 5, 9, 10, 11]

/** Returns a function that adds the areas of a municipality, one per four-digit postal code, with their rules. */
export function collectionDayWriter(writer: Writer, { from, lastYear }: { from: Day; lastYear: number }) {
  const area = writer.table('collection_area', { id: 'int', municipality_id: 'int', name: 'text' })
  const postalCodes = writer.table('collection_area_range', {
    municipality_id: 'int',
    first_postal_code: 'text',
    last_postal_code: 'text',
    collection_area_id: 'int',
  })
  const rule = writer.table('collection_rule', {
    id: 'int',
    collection_area_id: 'int',
    category: 'text',
    every_weeks: 'int',
    days: 'days',
    valid_from: 'day',
  })
  const exception = writer.table('collection_exception', {
    collection_area_id: 'int',
    category: 'text',
    day: 'day',
    state: 'text',
    moved_to: 'day',
    reason: 'text',
  })
  const publication = writer.table('collection_year', { municipality_id: 'int', year: 'int', published_on: 'day' })

  const years = Array.from({ length: lastYear - yearOf(from) + 1 }, (_, index) => yearOf(from) + index)

  function addListed(collection_area_id: number, category: CalendarCategory, days: Day[]) {
    const listed = `{${days.map(textOf).join(',')}}`
    rule.add({ id: rule.nextId(), collection_area_id, category, every_weeks: null, days: listed, valid_from: from })
  }

  function addRules(collection_area_id: number, digits: number) {
    for (const [category, every_weeks] of Object.entries(weeksBetween)) {
      const valid_from = firstRound(digits, category as keyof typeof weeksBetween, from)
      rule.add({ id: rule.nextId(), collection_area_id, category, every_weeks, days: null, valid_from })
    }
    const onWeekday = (after: Day, later: number) => {
      const monday = after + ((7 - weekdayOf(after)) % 7)
      return workingDayFrom(monday + weekdayIn(digits, later))
    }
    // Christmas trees: in the first whole week after Epiphany.
    addListed(
      collection_area_id,
      'christmas_trees',
      years.map((year) => onWeekday(newYear(year) + 6, 1)),
    )
    addListed(
      collection_area_id,
      'pruning_waste',
      years.flatMap((year) => pruningMonths.map((month) => onWeekday(monthStart(year, month) + 7, 4))),
    )
  }

  function addExceptions(collection_area_id: number, digits: number) {
    for (const { moved_to, ...changed } of roundExceptions(digits, from, lastYear - 1)) {
      const state = moved_to === null ? 'cancelled' : 'moved'
      exception.add({ collection_area_id, category: 'gft', ...changed, state, moved_to })
    }
  }

  return ({ id: municipality_id, towns }: DemoMunicipality) => {
    for (const year of years) publication.add({ municipality_id, year, published_on: monthStart(year - 1, 12) })
    for (const { city, areas } of towns)
      for (const { digits } of areas) {
        const id = area.nextId()
        area.add({ id, municipality_id, name: areas.length === 1 ? city : `${city} ${digits}` })
        postalCodes.add({
          municipality_id,
          first_postal_code: `${digits}AA`,
          last_postal_code: `${digits}ZZ`,
          collection_area_id: id,
        })
        const { digits: ofAkerstraat, ...range } = akerstraatRound
        if (digits === ofAkerstraat) postalCodes.add({ municipality_id, ...range, collection_area_id: id })
        addRules(id, digits)
        addExceptions(id, digits)
      }
  }
}

const monthStart = (year: number, month: number) => dayOf(`${year}-${`${month}`.padStart(2, '0')}-01`)
