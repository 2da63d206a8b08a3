import {
  cancelPickupAppointment,
  fullPath,
  listPickupAppointments,
  makePickupAppointment,
  movePickupAppointment,
  savePickupCapacity,
  showCalendar,
  showMeta,
  showPickupCapacity,
} from '@rd4-loket/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { today } from '../../platform/runtime/days.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { app, call, db, tokenOf } = await testServer()
const kerkrade = { id: 928, name: 'Kerkrade' }
const heerlen = { municipality_id: '917' }
const neighbours = Array.from({ length: 8 }, (_, index) => `n${index + 1}`)

beforeAll(async () => {
  await insertCollectionArea(db, { name: 'Heerlen 6411', postal_codes: ['6411AA', '6411ZZ'] })
  for (const [index, alias] of ['a1', 'a2', ...neighbours].entries())
    await insertAddress(db, { alias, house_number: index + 1 })
  await insertAddress(db, { alias: 'other-route', postal_code: '6417AA', house_number: 90 })
  await insertAddress(db, { alias: 'retired', house_number: 91, retired_on: '2026-01-01' })
  await insertAddress(db, { alias: 'kerkrade', postal_code: '6461AA', city: 'Kerkrade', municipality: kerkrade })
})
beforeEach(async () => {
  await sql`delete from pickup_appointment`.execute(db)
  await sql`delete from pickup_capacity`.execute(db)
})

const list = (alias = 'a1', person: Person = 'bsgw') => call(person, listPickupAppointments, { params: { alias } })
const make = (day: string, { alias = 'a1', volume_litres = 1000, person = 'bsgw' as Person } = {}) =>
  call(person, makePickupAppointment, { params: { alias }, body: { day, volume_litres } })
const move = (id: number, day: string, person: Person = 'bsgw') =>
  call(person, movePickupAppointment, { params: { appointment_id: `${id}` }, body: { day } })
const cancel = (id: number, person: Person = 'bsgw') =>
  call(person, cancelPickupAppointment, { params: { appointment_id: `${id}` } })
const capacity = (volume_litres: number) =>
  call('administrator', savePickupCapacity, { params: heerlen, body: { volume_litres } })

/** The possible days for an appointment on a route without appointments. */
const { days: offered } = (
  await (async () => {
    await insertAddress(db, { alias: 'first', postal_code: '6419AA' })
    return call('bsgw', listPickupAppointments, { params: { alias: 'first' } })
  })()
).meta
const [one = '', two = '', three = '', four = ''] = offered.map(({ day }) => day)
const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
const leftOn = async (day: string, alias?: string) =>
  (await list(alias)).meta.days.find((it) => it.day === day)?.left_litres

test.each([
  ['its capacity is set', () => capacity(9000)],
  ['its first appointment is made', () => make(one)],
])('a municipality has appointments once %s', async (_, act) => {
  await sql`delete from delivered_until where kind = 'pickups'`.execute(db)
  const loaded = async () => (await call('municipal', showMeta, {})).municipalities[0]?.loaded
  expect(await loaded()).not.toContain('pickups')
  await act()
  expect(await loaded()).toContain('pickups')
})

/** Sends an appointment with an idempotency key. Returns the HTTP response with any status. */
const makeWithKey = (key: string, alias: string, day: string, volume_litres = 1000) =>
  app.inject({
    method: 'POST',
    url: fullPath(makePickupAppointment).replace(':alias', alias),
    headers: { authorization: `Bearer ${tokenOf.get('bsgw')}`, 'idempotency-key': key },
    payload: { day, volume_litres },
  })

describe('making a pick-up appointment', () => {
  test('stores the appointment, reduces the free capacity of its route, and adds it to the calendar of the address', async () => {
    const before = await leftOn(one, 'a2')
    const made = await make(one, { volume_litres: 2500 })
    expect(made).toEqual({ id: expect.any(Number), day: one, volume_litres: 2500 })
    expect((await list()).data).toEqual([made])
    expect(await leftOn(one, 'a2')).toBe(Number(before) - 2500)
    expect(await leftOn(two, 'a2')).toBe(before)
    expect(await leftOn(one, 'other-route')).toBe(before)
    const last = offered.at(-1)?.day ?? ''
    await make(last, { alias: 'a2', volume_litres: 500 })
    expect(await leftOn(last)).toBe(Number(before) - 500)
    const calendar = (address: string) => call('bsgw', showCalendar, { query: { address, from: one, to: two } })
    expect((await calendar('a1')).data).toEqual([
      expect.objectContaining({ title: 'Ophaalafspraak', start: one, category: 'pruning_waste', cancelled: false }),
    ])
    expect((await calendar('a2')).data).toEqual([])
  })

  test.each([0, 499, 750, 3500, -500, 1.5, '1000', null])('S5.3 rejects %j litres', async (litres) => {
    await expect(make(one, { volume_litres: litres as number })).rejects.toMatchObject({
      status: 422,
      errors: { volume_litres: [expect.any(String)] },
    })
  })

  test('rejects a day that is too early, too late, or not a working day, and suggests other days', async () => {
    // The day before the first possible day is a weekend day, a holiday, or the next working day after today.
    const saturday = offered.map(({ day }) => day).find((day) => new Date(day).getUTCDay() === 5) ?? ''
    for (const day of [dayBefore(one, 1), dayBefore(saturday, -1), dayBefore(one, -60), '2020-02-03'])
      await expect(make(day)).rejects.toMatchObject({
        status: 422,
        errors: {
          day: [expect.stringMatching(/vanaf twee werkdagen na vandaag.*Kies bijvoorbeeld [^,]+, [^,]+ of [^,]+$/)],
        },
      })
    await expect(make('morgen')).rejects.toMatchObject({ errors: { day: ['Kies een dag'] } })
  })

  test('rejects a second appointment of an address on the same day, and any appointment of a retired address', async () => {
    await make(one)
    await expect(make(one)).rejects.toMatchObject({
      errors: { day: [expect.stringMatching(/^Dit adres heeft op \w+ \d+ \w+ al een afspraak$/)] },
    })
    await make(two)
    await expect(make(one, { alias: 'retired' })).rejects.toMatchObject({
      status: 409,
      message: 'Voor een vervallen adres kan geen afspraak worden gemaakt',
    })
    expect((await list('retired')).meta).toEqual({ retired: true, today: today(), days: [] })
  })
})

describe('the capacity of a route on a day', () => {
  test('is not exceeded by eight parallel appointments, and each rejection suggests other days', async () => {
    await capacity(7000)
    const outcomes = await Promise.allSettled(neighbours.map((alias) => make(one, { alias, volume_litres: 1500 })))
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejected).toHaveLength(4)
    for (const { reason } of rejected)
      expect(reason).toMatchObject({
        status: 422,
        errors: { day: [expect.stringMatching(/^Op \w+ \d+ \w+ is nog 1\u00a0m³ vrij\. Kies bijvoorbeeld /)] },
      })
    expect(await leftOn(one)).toBe(1000)
  })

  test('is not exceeded by parallel moves and new appointments', async () => {
    const appointments = await Promise.all(
      neighbours.slice(0, 4).map((alias) => make(two, { alias, volume_litres: 1000 })),
    )
    await capacity(3000)
    const outcomes = await Promise.allSettled([
      ...appointments.map(({ id }) => move(id, one)),
      ...neighbours.slice(4).map((alias) => make(one, { alias })),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await leftOn(one)).toBe(0)
  })

  test('is 12 m³ by default, and a capacity of 0 allows no appointments', async () => {
    expect(await call('administrator', showPickupCapacity, { params: heerlen })).toMatchObject({
      volume_litres: 12_000,
    })
    await capacity(0)
    expect((await list()).meta.days.every(({ left_litres }) => left_litres === 0)).toBe(true)
    await expect(make(one)).rejects.toMatchObject({
      errors: {
        day: [expect.stringMatching(/is niets meer vrij\. Tot zes weken vooruit is er geen andere dag vrij$/)],
      },
    })
  })

  test('S6.2 can only be set by an administrator of that municipality, in steps of 500 litres', async () => {
    const params = { municipality_id: '928' }
    await expect(
      call('administrator', savePickupCapacity, { params, body: { volume_litres: 0 } }),
    ).rejects.toMatchObject({ status: 404 })
    for (const volume_litres of [-500, 250, 500_500])
      await expect(capacity(volume_litres)).rejects.toMatchObject({ errors: { volume_litres: [expect.any(String)] } })
  })

  test('is shown with its last change, and does not change in other municipalities', async () => {
    await insertRow(db, 'pickup_capacity', { municipality_id: 928, volume_litres: 500 })
    await capacity(7000)
    expect(await call('administrator', showPickupCapacity, { params: heerlen })).toEqual({
      volume_litres: 7000,
      changed: { by: 'Kim de Vries', at: expect.stringContaining(today()) },
    })
    expect(await leftOn(one, 'kerkrade')).toBe(500)
    await capacity(8000)
    const { rows } = await sql`
      select old_values, new_values from audit_event
      where object_kind = 'pickup_capacity' order by position desc limit 1`.execute(db)
    expect(rows).toEqual([{ old_values: { volume_litres: 7000 }, new_values: { volume_litres: 8000 } }])
  })

  test('is enough for a suggested day when it equals the volume of the appointment', async () => {
    await capacity(1000)
    await make(one)
    await expect(make(one, { alias: 'a2' })).rejects.toMatchObject({
      errors: { day: [expect.stringContaining('Kies bijvoorbeeld')] },
    })
  })

  test('is suggested on the days nearest to a full day', async () => {
    await capacity(1000)
    const [full, first, last] = [offered[10]?.day ?? '', offered[0]?.day ?? '', offered.at(-1)?.day ?? '']
    await make(full)
    const { errors } = await make(full, { alias: 'a2' }).catch((error) => error)
    const [message] = errors.day
    const text = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    expect(message).toContain('Kies bijvoorbeeld')
    for (const far of [first, last]) expect(message).not.toContain(text.format(new Date(far)))
  })

  test('can be lowered below the existing appointments: they remain, and the free capacity is 0', async () => {
    await make(one, { volume_litres: 3000 })
    await capacity(1000)
    expect((await list()).data).toHaveLength(1)
    expect(await leftOn(one)).toBe(0)
    expect(await leftOn(two)).toBe(1000)
  })
})

describe('an idempotency key', () => {
  test('makes one appointment for eight equal parallel requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => makeWithKey('key-1', 'a1', one)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    expect((await list()).data).toHaveLength(1)
  })

  test('returns 409 when it is repeated with another address, day or volume, and 422 when it contains a space', async () => {
    await makeWithKey('key-2', 'a1', one)
    for (const response of [
      await makeWithKey('key-2', 'a2', one),
      await makeWithKey('key-2', 'a1', two),
      await makeWithKey('key-2', 'a1', one, 500),
    ])
      expect(response.statusCode).toBe(409)
    expect((await makeWithKey('with a space', 'a1', one)).statusCode).toBe(422)
  })

  test('makes one appointment for parallel requests with different input', async () => {
    const responses = await Promise.all(
      neighbours.slice(0, 4).map((alias, index) => makeWithKey('key-3', alias, index % 2 ? one : two)),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  })
})

test('two employees can use the same idempotency key for different appointments', async () => {
  const made = await makeWithKey('shared', 'a1', one)
  const other = await app.inject({
    method: 'POST',
    url: fullPath(makePickupAppointment).replace(':alias', 'a2'),
    headers: { authorization: `Bearer ${tokenOf.get('municipal')}`, 'idempotency-key': 'shared' },
    payload: { day: one, volume_litres: 1000 },
  })
  expect([made.statusCode, other.statusCode]).toEqual([200, 200])
  expect(other.json().data.id).not.toBe(made.json().data.id)
})

test('each municipality has its own capacity, and its own route for addresses without an area', async () => {
  await insertRow(db, 'pickup_capacity', { municipality_id: 928, volume_litres: 500 })
  const before = await leftOn(one, 'other-route')
  expect(before).toBe(12_000)
  await make(one, { alias: 'kerkrade', volume_litres: 500 })
  expect(await leftOn(one, 'kerkrade')).toBe(0)
  expect(await leftOn(one, 'other-route')).toBe(before)
})

describe('moving and cancelling', () => {
  test('a move follows the rules of a new appointment, frees the capacity of the old day, and can be repeated', async () => {
    const { id } = await make(one, { volume_litres: 3000 })
    await make(two)
    expect(await move(id, three)).toEqual({ id, day: three, volume_litres: 3000 })
    expect(await move(id, three)).toMatchObject({ day: three })
    expect([await leftOn(one), await leftOn(three)]).toEqual([12_000, 9000])
    await expect(move(id, two)).rejects.toMatchObject({ errors: { day: [expect.stringContaining('al een afspraak')] } })
    await expect(move(id, dayBefore(one, 1))).rejects.toMatchObject({ status: 422 })
    await capacity(2500)
    await expect(move(id, four)).rejects.toMatchObject({
      errors: { day: [expect.stringContaining('nog 2,5\u00a0m³ vrij')] },
    })
    expect((await list()).data.map(({ day }) => day)).toEqual([two, three])
  })

  test('a cancellation frees the capacity, can be repeated, and makes a later move return 409', async () => {
    const { id } = await make(one, { volume_litres: 3000 })
    expect(await cancel(id)).toBeNull()
    expect(await cancel(id)).toBeNull()
    expect((await list()).data).toEqual([])
    expect(await leftOn(one)).toBe(12_000)
    await expect(move(id, two)).rejects.toMatchObject({ status: 409, message: 'Deze afspraak is afgezegd' })
    await make(one)
  })

  test('a cancellation leaves the other appointments unchanged', async () => {
    const { id } = await make(one)
    const others = [await make(two), await make(one, { alias: 'a2' })]
    await cancel(id)
    expect([...(await list()).data, ...(await list('a2')).data]).toEqual(others)
  })

  test('a repeated request for an appointment returns 409 when a colleague has cancelled the appointment', async () => {
    const { id } = (await makeWithKey('cancelled-by-colleague', 'a1', one)).json().data
    await cancel(id)
    const repeated = await makeWithKey('cancelled-by-colleague', 'a1', one)
    expect([repeated.statusCode, repeated.json().message]).toEqual([409, 'Deze afspraak is afgezegd'])
  })

  test('an appointment of a retired address cannot be moved, but it can be cancelled', async () => {
    const { id } = await make(one, { alias: 'n8' })
    const retire = (retired_on: string | null) =>
      sql`update address set retired_on = ${retired_on} where alias = 'n8'`.execute(db)
    await retire('2026-01-01')
    await expect(move(id, two)).rejects.toMatchObject({
      status: 409,
      message: 'Voor een vervallen adres kan geen afspraak worden gemaakt',
    })
    expect(await cancel(id)).toBeNull()
    await retire(null)
  })

  test('an appointment cannot be changed on its day, and is no longer listed after that day', async () => {
    const { id } = await make(one)
    await sql`update pickup_appointment set day = ${today()} where id = ${id}`.execute(db)
    expect((await list()).data).toEqual([{ id, day: today(), volume_litres: 1000 }])
    for (const change of [() => move(id, two), () => cancel(id)])
      await expect(change()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('vandaag') })
    await sql`update pickup_appointment set day = ${dayBefore(today(), 1)} where id = ${id}`.execute(db)
    expect((await list()).data).toEqual([])
  })
})
