import { type Address, addressLine, calendarCategoryNames } from '@rd4-loket/contract'
import {
  ICalAlarmType,
  ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { CollectionDay } from '../../domain/collection-days/collection-days.ts'

const dayText = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'full', timeZone: 'UTC' })

const hour = 3600
/** From midnight at the begin of the day back to seven in the evening. */
const eveningBefore = 5 * hour

/** Whether the evening before is to be told, and how often the rules behind the days were changed. */
type Options = { reminder: boolean; rules_revision: number }

/** The collections of an address as iCalendar: whole days, each known by what was planned, whatever becomes of it. */
export function icalendar(address: Address, days: CollectionDay[], options: Options): string {
  const calendar = new ICalCalendar({
    name: `Ophaaldagen ${addressLine(address)}`,
    prodId: { company: 'Rd4 Loket', product: 'Ophaalkalender', language: 'NL' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 12 * hour,
  })
  for (const day of days) calendar.createEvent(event(address, day, options))
  // Some readers miss the last line when nothing ends it.
  return `${calendar.toString()}\r\n`
}

/** What became of a day that is not as planned. */
function changeOf({ planned, day, cancelled, reason }: CollectionDay) {
  const because = reason ? ` ${reason}` : ''
  if (cancelled) return `Vervalt${because}.`
  return planned === day ? null : `Verplaatst van ${dayText.format(new Date(planned))}${because}.`
}

function event({ alias }: Address, day: CollectionDay, { reminder, rules_revision }: Options): ICalEventData {
  const { category, planned, cancelled, revision } = day
  const name = calendarCategoryNames[category]
  const summary = cancelled ? `Vervalt: ${name}` : name
  return {
    id: `${planned}-${category}-${alias}@rd4-loket`,
    sequence: rules_revision + revision,
    // The same text as long as nothing changes: a year is made known on the first of December before it.
    stamp: new Date(Date.UTC(Number(planned.slice(0, 4)) - 1, 11, 1)),
    start: day.day,
    allDay: true,
    summary,
    description: changeOf(day),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms:
      reminder && !cancelled
        ? [{ type: ICalAlarmType.display, triggerBefore: eveningBefore, description: `Morgen: ${summary}` }]
        : [],
  }
}
