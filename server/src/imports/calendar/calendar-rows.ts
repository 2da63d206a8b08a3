import { text } from 'node:stream/consumers'
import { CalendarCategory, WasteCalendarItem } from '@rd4-loket/contract'
import * as z from 'zod/mini'
import type { ListedCollection } from '../../features/calendar-planning/parse-collection-list.ts'
import { lastPlannedYear } from '../../features/calendar-planning/planning-period.ts'
import { readCsv } from '../../platform/files/csv-rows.ts'
import type { Source } from '../../platform/files/source.ts'
import { CommandError } from '../../platform/runtime/command.ts'

const Listed = z.pick(WasteCalendarItem, { date: true, type: true })
const Answer = z.object({ data: z.object({ items: z.array(z.array(z.unknown())) }) })

const wrong = (name: string, where: string) =>
  new CommandError(
    `In ${name} klopt ${where} niet: nodig zijn een datum zoals 2026-03-04 en een afvalsoort (${CalendarCategory.options.join(', ')}).`,
  )

/** The public calendar can be asked for no earlier year. */
const firstYear = 2000

/** Reads the listed collections of a file: an answer of the public waste calendar (JSON), or CSV with `datum` and `afvalsoort`. */
export const readCalendarFile = (source: Source): Promise<ListedCollection[]> =>
  source.name.endsWith('.json') ? fromJson(source) : fromCsv(source)

async function fromJson(source: Source) {
  const written = await text(source.open())
  let json: unknown
  try {
    json = JSON.parse(written)
  } catch {
    throw new CommandError(`Het bestand ${source.name} kan niet gelezen worden als JSON.`)
  }
  const answer = z.safeParse(Answer, json)
  if (!answer.success) throw new CommandError(`Het bestand ${source.name} is geen antwoord van een afvalkalender.`)
  return answer.data.data.items.flat().map((item, index) => checked(item, source.name, `dag ${index + 1}`))
}

async function fromCsv(source: Source) {
  const found: ListedCollection[] = []
  let columns: [number, number] | undefined
  for await (const { fields = [], line } of readCsv(source)) {
    const at = (name: string) => fields.findIndex((field) => field.trim().toLowerCase() === name)
    if (!columns) {
      columns = [at('datum'), at('afvalsoort')]
      if (columns.includes(-1))
        throw new CommandError(`Het bestand ${source.name} heeft geen kolommen met de namen datum en afvalsoort.`)
    } else {
      const [date, type] = columns.map((column) => fields[column]?.trim())
      found.push(checked({ date, type }, source.name, `regel ${line}`))
    }
  }
  return found
}

function checked(item: unknown, name: string, where: string) {
  const listed = z.safeParse(Listed, item)
  if (!listed.success) throw wrong(name, where)
  const { date } = listed.data
  const last = lastPlannedYear()
  if (date < `${firstYear}-01-01` || date > `${last}-12-31`)
    throw new CommandError(`In ${name} valt ${where} (${date}) buiten de jaren ${firstYear} tot en met ${last}.`)
  return listed.data
}
