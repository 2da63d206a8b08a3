import { openCalendarFeed } from '@rd4-loket/contract'
import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { thisYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'
import { updateRules } from '../calendar-planning/collection-rules.queries.ts'

const { app, call, db } = await testServer()

const urlOf = async (person: Person, address: string, renew?: boolean) =>
  new URL((await call(person, openCalendarFeed, { body: { address, ...(renew && { renew }) } })).url)
const read = (url: URL, query = '', headers = {}) => app.inject({ url: `${url.pathname}${query}`, headers })

/** Parses a feed with two libraries, expects the same events from both, and returns one line per event. */
function eventsIn(text: string) {
  const byIcalJs = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    expect(event.startDate.isDate).toBe(true)
    const end = component.getFirstPropertyValue('dtend') as ICAL.Time
    expect([end.isDate, end.subtractDate(event.startDate).toSeconds()]).toEqual([true, 86_400])
    const status = component.getFirstPropertyValue('status')
    return [
      event.uid.replace(/[\w-]{22}@/, 'feed@'),
      event.summary,
      event.startDate.toString(),
      status,
      event.sequence,
    ].join(' | ')
  })
  const byNodeIcal = Object.values(nodeIcal.sync.parseICS(text))
    .filter((it): it is VEvent => it?.type === 'VEVENT')
    .map((event) => {
      expect(event.datetype).toBe('date')
      const { summary, start, status, sequence } = event
      const uid = event.uid.replace(/[\w-]{22}@/, 'feed@')
      const day = new Intl.DateTimeFormat('sv').format(start)
      return [uid, summary, day, status, Number(sequence)].join(' | ')
    })
  expect(byNodeIcal).toEqual(byIcalJs)
  return byIcalJs
}

let collection_area_id: number
const upsertException = (exception: {
  state: 'moved' | 'cancelled' | 'withdrawn'
  moved_to: string | null
  revision: number
}) =>
  sql`
    insert into collection_exception (collection_area_id, category, day, reason, state, moved_to, revision)
    values (${collection_area_id}, 'gft', ${`${year}-06-10`}, 'wegens werk',
      ${exception.state}, ${exception.moved_to}, ${exception.revision})
    on conflict (collection_area_id, category, day) do update
      set state = excluded.state, moved_to = excluded.moved_to, revision = excluded.revision`.execute(db)

beforeAll(async () => {
  await insertAddress(db, { alias: 'own', house_number: 118, house_number_extension: 'b-2' })
  await insertAddress(db, {
    alias: 'kerkrade',
    postal_code: '6461AA',
    city: 'Kerkrade',
    municipality: { id: 928, name: 'Kerkrade' },
  })
  await insertRow(db, 'collection_year', { municipality_id: 917, year, published_on: `${year - 1}-12-01` })
  const area = await insertCollectionArea(db, {
    name: 'Heerlen 6411',
    postal_codes: ['6411AA', '6411ZZ'],
    rules: [
      { category: 'gft', days: [`${year}-06-10`, `${year}-06-24`, `${year + 1}-06-09`] },
      { category: 'paper', days: [`${year}-06-24`] },
    ],
  })
  collection_area_id = area.id
})

describe('the link', () => {
  test('has a random token that remains the same until a renewal, after which the earlier link returns 404', async () => {
    const url = await urlOf('bsgw', 'own')
    expect(url.pathname).toMatch(/^\/api\/v1\/waste-calendar\/feeds\/[\w-]{32}\.ics$/)
    // The URL comes from the settings, because the test client sends the Host header localhost:80.
    expect(url.origin).toBe('http://127.0.0.1:3000')
    expect(await urlOf('municipal', 'own')).toEqual(url)
    const renewed = await urlOf('bsgw', 'own', true)
    expect(renewed).not.toEqual(url)
    expect((await read(url)).statusCode).toBe(404)
    expect((await read(renewed)).statusCode).toBe(200)
  })

  test('returns 404 for an unknown token', async () => {
    const response = await app.inject({ url: '/api/v1/waste-calendar/feeds/niets.ics' })
    expect(response.statusCode).toBe(404)
    expect(response.json().message).toBe('Deze agendalink werkt niet (meer)')
  })
})

describe('the feed', () => {
  test('is parsed equally by two libraries, and has whole-day events with Dutch names in published years only', async () => {
    const response = await read(await urlOf('bsgw', 'own'))
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.headers['cache-control']).toBe('private, max-age=3600')
    expect(response.body).toMatch(/END:VCALENDAR\r\n$/)
    expect(response.body).toContain('X-WR-CALNAME:Ophaaldagen Akerstraat 118 b-2')
    expect(eventsIn(response.body)).toEqual([
      `${year}-06-10-gft-feed@rd4-loket | GFT en etensresten | ${year}-06-10 | CONFIRMED | 0`,
      `${year}-06-24-gft-feed@rd4-loket | GFT en etensresten | ${year}-06-24 | CONFIRMED | 0`,
      `${year}-06-24-paper-feed@rd4-loket | Papierafval | ${year}-06-24 | CONFIRMED | 0`,
    ])
  })

  test('has UIDs that are unique to the feed, equal at each refresh, and without the alias and the token', async () => {
    await insertAddress(db, { alias: 'neighbour', house_number: 120 })
    const uidsIn = async (url: URL) => (await read(url)).body.match(/^UID:.*$/gm) ?? []
    const [own, other] = [await urlOf('bsgw', 'own'), await urlOf('bsgw', 'neighbour')]
    const uids = await uidsIn(own)
    expect(await uidsIn(own)).toEqual(uids)
    expect(new Set([...uids, ...(await uidsIn(other))]).size).toBe(2 * uids.length)
    const token = own.pathname.split('/').at(-1)?.replace('.ics', '') ?? ''
    for (const uid of uids) expect([uid.includes('own'), uid.includes(token)]).toEqual([false, false])
  })

  test('preserves the uid of an event that is moved, cancelled and restored, and raises its sequence each time', async () => {
    const url = await urlOf('bsgw', 'own')
    const first = async () => eventsIn((await read(url)).body).find((event) => event.startsWith(`${year}-06-10`))
    const uid = `${year}-06-10-gft-feed@rd4-loket`
    await upsertException({ state: 'moved', moved_to: `${year}-06-12`, revision: 1 })
    expect(await first()).toBe(`${uid} | GFT en etensresten | ${year}-06-12 | CONFIRMED | 1`)
    const event = new ICAL.Component(ICAL.parse((await read(url)).body)).getFirstSubcomponent('vevent')
    expect(event?.getFirstPropertyValue('description')).toMatch(/^Verplaatst van \w+ 10 juni \d{4} wegens werk\.$/)
    await upsertException({ state: 'cancelled', moved_to: null, revision: 2 })
    expect(await first()).toBe(`${uid} | Vervalt: GFT en etensresten | ${year}-06-10 | CANCELLED | 2`)
    await upsertException({ state: 'withdrawn', moved_to: null, revision: 3 })
    expect(await first()).toBe(`${uid} | GFT en etensresten | ${year}-06-10 | CONFIRMED | 3`)
  })

  test('has in DTSTAMP and LAST-MODIFIED of each event the last change of its exception or of the rules', async () => {
    const url = await urlOf('bsgw', 'own')
    const changes = async () =>
      new ICAL.Component(ICAL.parse((await read(url)).body)).getAllSubcomponents('vevent').map((event) => {
        const [stamp, modified] = ['dtstamp', 'last-modified'].map((name) => event.getFirstPropertyValue(name))
        expect(String(stamp)).toBe(String(modified))
        return String(stamp)
      })
    const begin = new Date().toISOString().slice(0, 19)
    const isNew = expect.toSatisfy((moment: string) => moment >= begin)
    const old = '2026-01-02T03:04:05Z'
    await sql`update collection_area set changed_at = ${old} where id = ${collection_area_id}`.execute(db)
    await upsertException({ state: 'moved', moved_to: `${year}-06-12`, revision: 5 })
    await sql`update collection_exception set changed_at = '2026-03-04T05:06:07Z'`.execute(db)
    expect(await changes()).toEqual(['2026-03-04T05:06:07Z', old, old])
    await upsertException({ state: 'withdrawn', moved_to: null, revision: 6 })
    expect(await changes()).toEqual([isNew, old, old])
    await updateRules(db, collection_area_id, (rules) => rules)
    expect(await changes()).toEqual([isNew, isNew, isNew])
  })

  test('has an alarm on the evening before each collection only with reminder=evening', async () => {
    const url = await urlOf('bsgw', 'own')
    const alarms = async (query: string) =>
      new ICAL.Component(ICAL.parse((await read(url, query)).body))
        .getAllSubcomponents('vevent')
        .flatMap((event) => event.getAllSubcomponents('valarm'))
        .map((alarm) => `${alarm.getFirstPropertyValue('trigger')} ${alarm.getFirstPropertyValue('description')}`)
    expect(await alarms('')).toEqual([])
    expect((await alarms('?reminder=evening'))[1]).toBe('-PT5H Morgen: GFT en etensresten')
    expect((await read(url, '?reminder=morning')).statusCode).toBe(422)
  })

  test('drops the events of the year before last when a new year begins in Dutch time', async () => {
    const url = await urlOf('bsgw', 'own')
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const count = async (moment: string) => {
      vi.setSystemTime(moment)
      return eventsIn((await read(url)).body).length
    }
    expect(await count(`${year + 1}-12-31T22:30:00Z`)).toBe(3)
    expect(await count(`${year + 1}-12-31T23:30:00Z`)).toBe(0)
  })

  test('returns 304 for its ETag until an event changes', async () => {
    const url = await urlOf('bsgw', 'own')
    const { etag } = (await read(url)).headers
    expect((await read(url, '', { 'if-none-match': etag })).statusCode).toBe(304)
    await upsertException({ state: 'cancelled', moved_to: null, revision: 4 })
    expect((await read(url, '', { 'if-none-match': etag })).statusCode).toBe(200)
  })
})
