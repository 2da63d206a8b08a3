import { text } from 'node:stream/consumers'
import { CalendarCategory, WasteCalendarItem } from '@rd4-loket/contract'
import * as z from 'zod/mini'
import type { ListedCollection } from '../../features/calendar-planning/parse-collection-list.ts'
import { lastPlannedYear } from '../../features/calendar-planning/planning-period.ts'
import { readCsv } from '../../platform/files/csv-rows.ts'
import type { Source } from '../../platform/files/source.ts'
import { CommandError } from '../../platform/runtime/command.ts'

const CalendarItem = z.pick(WasteCalendarItem, { date: true, type: true })
const CalendarReply = z.object({ data: z.object({ items: z.array(z.array(z.unknown())) }) })

/** The first year of the public calendar. */
const firstYear = 2000

/**
 * Returns the collections in a reply of a public waste calendar (JSON), or in a CSV file with `datum` and
 * `afvalsoort`.
 */
export const readCalendarFile = (source: Source): Promise<ListedCollection[]> =>
  source.name.endsWith('.json') ? readJson(source) : readCalendarCsv(source)

async function readJson(source: Source) {
  const content = await text(source.open())
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new CommandError(`Het bestand ${source.name} kan niet gelezen worden als JSON.`)
  }
  const reply = z.safeParse(CalendarReply, json)
  if (!reply.success) throw new CommandError(`Het bestand ${source.name} is geen antwoord van een afvalkalender.`)
  return reply.data.data.items.flat().map((item, index) => parseItem(item, source.name, `dag ${index + 1}`))
}

async function readCalendarCsv(source: Source) {
  const collections: ListedCollection[] = []
  let indexes: number[] | undefined
  for await (const { fields = [], line } of readCsv(source)) {
    if (!indexes) {
      const names = fields.map((field) => field.trim().toLowerCase())
      indexes = [names.indexOf('datum'), names.indexOf('afvalsoort')]
      if (indexes.includes(-1))
        throw new CommandError(`Het bestand ${source.name} heeft geen kolommen met de namen datum en afvalsoort.`)
    } else {
      const [date, type] = indexes.map((index) => fields[index]?.trim())
      collections.push(parseItem({ date, type }, source.name, `regel ${line}`))
    }
  }
  return collections
}

function parseItem(item: unknown, file: string, position: string) {
  const parsed = z.safeParse(CalendarItem, item)
  if (!parsed.success)
    throw new CommandError(
      `In ${file} klopt ${position} niet: nodig zijn een datum zoals 2026-03-04 en een afvalsoort (${CalendarCategory.options.join(', ')}).`,
    )
  const { date } = parsed.data
  const lastYear = lastPlannedYear()
  if (date < `${firstYear}-01-01` || date > `${lastYear}-12-31`)
    throw new CommandError(`In ${file} valt ${position} (${date}) buiten de jaren ${firstYear} tot en met ${lastYear}.`)
  return parsed.data
}
