import { type Address, addressLine, calendarCategoryNames } from '@rd4-loket/contract'
import {
  ICalAlarmType,
  ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { AreaException } from '../../domain/collection-days/collection-days.queries.ts'
import type { CollectionDay } from '../../domain/collection-days/collection-days.ts'
import { dayOf, textOf } from '../../platform/runtime/days.ts'

const dayText = new Intl.DateTimeFormat('nl-NL', { dateStyle: 'full', timeZone: 'UTC' })

const hour_s = 3600
const refreshInterval_s = 12 * hour_s
/** The alarm is at 19:00 on the day before. */
const reminderBeforeMidnight_s = 5 * hour_s

type FeedOptions = {
  /** The part of the UID of every event that distinguishes this feed from other feeds. */
  feed_id: string
  /** Adds an alarm on the evening before each collection. */
  reminder: boolean
  rules_revision: number
  /** Null for an address without an area, which has no collections. */
  rules_changed_at: Date | null
  exceptions: AreaException[]
}

/** Formats the collections of an address as iCalendar, one whole-day event for each planned day. */
export function icalendar(address: Address, days: CollectionDay[], options: FeedOptions): string {
  const calendar = new ICalCalendar({
    name: `Ophaaldagen ${addressLine(address)}`,
    prodId: { company: 'Rd4 Loket', product: 'Ophaalkalender', language: 'NL' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshInterval_s,
  })
  for (const day of days) calendar.createEvent(eventOf(day, options))
  // Some calendar programs ignore a last line without a line end.
  return `${calendar.toString()}\r\n`
}

function changeText({ planned, day, cancelled, reason }: CollectionDay) {
  const because = reason ? ` ${reason}` : ''
  if (cancelled) return `Vervalt${because}.`
  return planned === day ? null : `Verplaatst van ${dayText.format(new Date(planned))}${because}.`
}

/** Returns the moment of the last change of the rules, or of the exception for the planned day. */
function lastChange({ category, planned }: CollectionDay, { rules_changed_at, exceptions }: FeedOptions) {
  const exception = exceptions.find((it) => it.category === category && it.day === planned)
  return new Date(Math.max(Number(rules_changed_at), exception ? Date.parse(exception.changed_at) : 0))
}

function eventOf(day: CollectionDay, options: FeedOptions): ICalEventData {
  const { feed_id, reminder, rules_revision } = options
  const { category, planned, cancelled, revision } = day
  // Both moments are fixed. So the text of the feed, and its ETag, stay the same until an event changes.
  const changed_at = lastChange(day, options)
  const name = calendarCategoryNames[category]
  const summary = cancelled ? `Vervalt: ${name}` : name
  return {
    id: `${planned}-${category}-${feed_id}@rd4-loket`,
    sequence: rules_revision + revision,
    stamp: changed_at,
    lastModified: changed_at,
    start: day.day,
    // The day after the event: some calendar programs show no event without an end.
    end: textOf(dayOf(day.day) + 1),
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
