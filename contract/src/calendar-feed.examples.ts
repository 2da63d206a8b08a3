import type * as calendarFeed from './calendar-feed.ts'
import type { Examples } from './example.ts'

const feed = `BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//Rd4 Loket//Ophaalkalender//NL\r
BEGIN:VEVENT\r
UID:k7m2px9q4t-gft-2026-11-24\r
DTSTAMP:20261118T090000Z\r
DTSTART;VALUE=DATE:20261124\r
SUMMARY:GFT en etensresten\r
END:VEVENT\r
END:VCALENDAR\r
`

export const calendarFeedExamples = {
  openCalendarFeed: {
    request: ({ alias }) => ({ body: { address: alias } }),
    reply: { url: 'https://loket.example/api/v1/waste-calendar/feeds/wq3n8f0s2k.ics' },
  },
  readCalendarFeed: {
    request: ({ feed_token }) => ({ params: { token: `${feed_token}.ics` }, query: { reminder: 'evening' } }),
    reply: feed,
  },
} satisfies Examples<typeof calendarFeed>
