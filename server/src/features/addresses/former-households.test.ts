import {
  exportAddressClearances,
  listAddressClearances,
  listAddressEquipment,
  listNonClearances,
  listPickupAppointments,
  makePickupAppointment,
  type Purpose,
  purposeHeader,
  showCalendar,
} from '@rd4-loket/contract'
import { exampleKeys, exampleRequest } from '@rd4-loket/contract/examples'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import {
  insertAddress,
  insertClearances,
  insertCollectionSystem,
  insertContainer,
  insertNonClearances,
  insertOccupancy,
  insertRow,
} from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { call, db, send } = await testServer()

type TestOccupancy = { first_day: string; last_day?: string; subject_id?: string }

// A household belongs to an address until the end of its last day in Dutch time: 22:00 UTC in summer.
const lifts = {
  before: '2023-06-01T08:00:00Z',
  former: '2024-03-04T08:00:00Z',
  lastMoment: '2025-05-15T21:59:59Z',
  firstMoment: '2025-05-15T22:00:00Z',
  current: '2026-02-02T08:00:00Z',
}
type TestLift = keyof typeof lifts
const everything = Object.keys(lifts) as TestLift[]

const former = { first_day: '2024-01-01', last_day: '2025-05-15', subject_id: 'former' }
const current = { first_day: '2025-05-16', subject_id: 'current' }

/** The occupancies of an address, with the lifts that are shown when the purpose is a question about the bill. */
const addresses: Record<string, { occupancies: TestOccupancy[]; shown: TestLift[] }> = {
  'a household that followed another one': {
    occupancies: [former, current],
    shown: ['before', 'firstMoment', 'current'],
  },
  'a household that returned after another one': {
    occupancies: [{ first_day: '2023-01-01', last_day: '2023-12-31', subject_id: 'current' }, former, current],
    shown: ['before', 'firstMoment', 'current'],
  },
  'a household whose size changed': {
    occupancies: [{ ...former, subject_id: 'current' }, current],
    shown: everything,
  },
  'a household that will leave': {
    occupancies: [{ ...former, last_day: '2098-12-31' }, { first_day: '2099-01-01' }],
    shown: everything,
  },
  'nobody, after a household left': {
    occupancies: [former, { ...current, last_day: '2026-03-01' }],
    shown: ['before'],
  },
  'no known household': { occupancies: [], shown: everything },
}

let house_number = 0
async function insertHousehold(occupancies: TestOccupancy[]) {
  house_number += 1
  const address = await insertAddress(db, { house_number })
  for (const occupancy of occupancies) await insertOccupancy(db, { address_id: address.id, ...occupancy })
  const { id: container_id } = await insertContainer(db, { address_id: address.id })
  const place = { address_id: address.id, container_id }
  await insertClearances(db, Object.values(lifts), place)
  // The crew reports what it did not empty at the same moments. No list or file of clearances contains it.
  await insertNonClearances(db, Object.values(lifts), place)
  return address
}

const dutchDay = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Amsterdam' })

const purposes: (Purpose | undefined)[] = [undefined, 'aanslag_vraag', 'aanslag_bezwaar']
const cases = Object.entries(addresses).flatMap(([household, { occupancies, shown }]) =>
  purposes.map((purpose) => ({
    household,
    occupancies,
    purpose,
    expected: purpose === 'aanslag_bezwaar' ? everything : shown,
  })),
)
const header = (purpose: Purpose | undefined): Record<string, string> => (purpose ? { [purposeHeader]: purpose } : {})
const yearOf = (lift: TestLift) => Number(lifts[lift].slice(0, 4))
const momentsOf = (shown: TestLift[]) => shown.map((lift) => Date.parse(lifts[lift])).reverse()

describe.each(cases)('for the purpose $purpose, an address with $household', ({ occupancies, purpose, expected }) => {
  test('returns the clearances that the purpose shows, and the years of these clearances', async () => {
    const { alias } = await insertHousehold(occupancies)
    const params = { alias }
    const { data, meta } = await call('bsgw', listAddressClearances, { params, query: {} }, header(purpose))
    expect(data.map(({ cleared_at }) => Date.parse(cleared_at))).toEqual(momentsOf(expected))
    expect(meta.years).toEqual([...new Set(expected.map(yearOf))].reverse())
    for (const year of [2023, 2024, 2025, 2026]) {
      const ofYear = await call('bsgw', listAddressClearances, { params, query: { year: `${year}` } }, header(purpose))
      const lifted = expected.filter((lift) => yearOf(lift) === year)
      expect(ofYear.data.map(({ cleared_at }) => Date.parse(cleared_at))).toEqual(momentsOf(lifted))
    }
  })

  test('returns what was not emptied for the households that the purpose shows, of a year or of all years', async () => {
    const { alias } = await insertHousehold(occupancies)
    for (const year of [undefined, 2023, 2024, 2025, 2026]) {
      const query = year === undefined ? {} : { year: `${year}` }
      const { data } = await call('bsgw', listNonClearances, { params: { alias }, query }, header(purpose))
      const ofYear = expected.filter((lift) => year === undefined || yearOf(lift) === year)
      expect(data.map(({ happened_at }) => Date.parse(happened_at))).toEqual(momentsOf(ofYear))
    }
  })

  test('exports the same clearances, and returns the moment of the last clearance with the container', async () => {
    const { alias } = await insertHousehold(occupancies)
    const exported = async (query: { year?: string }) => {
      const { body } = await send('bsgw', exportAddressClearances, { params: { alias }, query }, header(purpose))
      return body.match(/^\d{4}-\d\d-\d\d \d\d:\d\d(?=;)/gm)?.map((moment) => moment.slice(0, 10)) ?? []
    }
    const daysOf = (shown: TestLift[]) => shown.map((lift) => dutchDay.format(new Date(lifts[lift]))).reverse()
    expect(await exported({})).toEqual(daysOf(expected))
    for (const year of [2023, 2024, 2025, 2026])
      expect(await exported({ year: `${year}` })).toEqual(daysOf(expected.filter((lift) => yearOf(lift) === year)))
    const [container] = await call('bsgw', listAddressEquipment, { params: { alias } }, header(purpose))
    expect(Date.parse(container?.last_cleared_at ?? '')).toBe(momentsOf(expected)[0])
  })

  test('shows in the calendar only the pick-up appointments that the purpose shows', async () => {
    const { id: address_id, alias } = await insertHousehold(occupancies)
    const { rows } = await sql<{ id: number }>`select id from employee where email = 'bsgw@loket.example'`.execute(db)
    for (const moment of Object.values(lifts))
      await insertRow(db, 'pickup_appointment', {
        address_id,
        municipality_id: 917,
        day: dutchDay.format(new Date(moment)),
        volume_litres: 500,
        employee_id: rows[0]?.id,
      })
    const shown = []
    for (const year of [2023, 2025]) {
      const query = { address: alias, from: `${year}-01-01`, to: `${year + 1}-12-31` }
      const { data } = await call('bsgw', showCalendar, { query }, header(purpose))
      shown.push(...data.filter(({ title }) => title === 'Ophaalafspraak').map(({ start }) => start))
    }
    expect(shown).toEqual(expected.map((lift) => dutchDay.format(new Date(lifts[lift]))))
  })

  test('returns the last use of a shared container among the uses that the purpose shows', async () => {
    const { id: address_id, alias } = await insertHousehold(occupancies)
    const { id: collection_system_id } = await insertCollectionSystem(db, { address_id }, [address_id])
    const { id: container_id } = await insertContainer(db, { collection_system_id, kind: 'ondergronds' })
    await insertClearances(db, Object.values(lifts), { address_id, container_id })
    const equipment = await call('bsgw', listAddressEquipment, { params: { alias } }, header(purpose))
    const shared = equipment.find(({ collection_system }) => collection_system !== null)
    expect(Date.parse(shared?.used?.last_used_at ?? '')).toBe(momentsOf(expected)[0])
  })
})

describe('the processing log names', () => {
  const subjects = async () =>
    (
      await rowsOf(
        db,
        sql<{ subject: string }>`
        select data_subject_id as subject from processing_record order by position`,
      )
    ).map(({ subject }) => subject)
  /** Makes a call and returns the subjects that it adds to the log. */
  async function added(run: () => Promise<unknown>) {
    const before = await subjects()
    await run()
    return (await subjects()).slice(before.length)
  }

  test('the current household, or every household of the year when the purpose is an objection', async () => {
    const { alias } = await insertHousehold([former, current])
    const clearances = (purpose: Purpose, year?: string) =>
      added(() =>
        call('bsgw', listAddressClearances, { params: { alias }, query: year ? { year } : {} }, header(purpose)),
      )
    const [household] = await clearances('aanslag_vraag')
    expect(await clearances('aanslag_vraag')).toEqual([household])
    const [left, stayed] = await clearances('aanslag_bezwaar')
    expect(stayed).toBe(household)
    expect(left).not.toBe(household)
    expect(await clearances('aanslag_bezwaar', '2024')).toEqual([left])
    expect(await clearances('aanslag_bezwaar', '2025')).toEqual([left, stayed])
    expect(await clearances('aanslag_bezwaar', '2026')).toEqual([stayed])
    expect(await added(() => call('bsgw', listAddressEquipment, { params: { alias } }))).toEqual([household])
  })

  test('an unknown household when nobody lives at the address', async () => {
    const { alias } = await insertHousehold([former])
    const equipment = () => added(() => call('bsgw', listAddressEquipment, { params: { alias } }))
    const names = await equipment()
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    const other = await insertHousehold([])
    expect(await added(() => call('bsgw', listAddressEquipment, { params: { alias: other.alias } }))).not.toEqual(names)
  })
})

test('a coming pick-up appointment is shown at an address without a current household', async () => {
  const { alias } = await insertHousehold([former])
  const { meta } = await call('municipal', listPickupAppointments, { params: { alias } })
  const keys = { ...exampleKeys, alias, free_day: meta.days[0]?.day ?? '' }
  const made = await call('municipal', makePickupAppointment, exampleRequest(makePickupAppointment, keys))
  expect((await call('bsgw', listPickupAppointments, { params: { alias } })).data).toEqual([made])
})
