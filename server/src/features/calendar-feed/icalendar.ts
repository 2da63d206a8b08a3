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

const hour_s = 3600
const refreshInterval_s = 12 * hour_s
/** The alarm is at 19:00 on the day before. */
const reminderBeforeMidnight_s = 5 * hour_s

type FeedOptions = {
  /** Adds an alarm on the evening before each collection. */
  reminder: boolean
  rules_revision: number
}

/** Formats the collections of an address as iCalendar, one whole-day event for each planned day. */
export function icalendar(address: Address, days: CollectionDay[], options: FeedOptions): string {
  const calendar = new ICalCalendar({
    name: `Ophaaldagen ${addressLine(address)}`,
    prodId: { company: 'Rd4 Loket', product: 'Ophaalkalender', language: 'NL' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshInterval_s,
  })
  for (const day of days) calendar.createEvent(eventOf(address, day, options))
  // Some calendar programs ignore a last line without a line end.
  return `${calendar.toString()}\r\n`
}

function changeText({ planned, day, cancelled, reason }: CollectionDay) {
  const because = reason ? ` ${reason}` : ''
  if (cancelled) return `Vervalt${because}.`
  return planned === day ? null : `Verplaatst van ${dayText.format(new Date(planned))}${because}.`
}

function eventOf({ alias }: Address, day: CollectionDay, { reminder, rules_revision }: FeedOptions): ICalEventData {
  const { category, planned, cancelled, revision } = day
  const name = calendarCategoryNames[category]
  const summary = cancelled ? `Vervalt: ${name}` : name
  return {
    id: `${planned}-${category}-${alias}@rd4-loket`,
    sequence: rules_revision + revision,
    // The stamp is fixed. So the text of the feed, and its ETag, stay the same until an event changes.
    stamp: new Date(Date.UTC(Number(planned.slice(0, 4)) - 1, 11, 1)),
    start: day.day,
    allDay: true,
    summary,
    description: changeText(day),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    alarms:
      reminder && !cancelled
        ? [{ type: ICalAlarmType.display, triggerBefore: reminderBeforeMidnight_s, description: `Morgen: ${summary}` }]
        : [],
  }
}
