import {
  closeHandover,
  decideObjection,
  fileObjection,
  listAddressHandovers,
  listObjections,
  listUndoable,
  purposeHeader,
  type RequestInput,
  recordHandover,
  retractObjection,
  showBill,
  undoHandover,
  undoObjectionDecision,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { findOpenObjections } from '../../domain/bill/objection-rows.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  insertAddress,
  insertClearances,
  insertContainer,
  insertEmployee,
  insertOccupancy,
  insertRow,
} from '../../test/make.ts'
import { logInAs, type Person, testServer } from '../../test/server.ts'

const { call, db, send, tokens } = await testServer()
const forObjection = { [purposeHeader]: 'aanslag_bezwaar' }
const { id: address_id, alias } = await insertAddress(db, { house_number_extension: 'b' })
// The former household left on 15 May 2025 at the end of the day, Dutch time. Nobody was liable in the second half of
// May.
await insertOccupancy(db, { address_id, first_day: '2020-01-01', last_day: '2025-05-15' })
await insertOccupancy(db, { address_id, first_day: '2025-06-01' })
// The ids of this container and street are lower than the ids of the container and street of the clearances. A query
// without the right condition returns this container or street first.
await insertContainer(db, { address_id, kind: 'ondergronds', volume_litres: 5000 })
const kerkrade = { street: 'Zonnestraat', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } }
const elsewhere = await insertAddress(db, kerkrade)
await insertOccupancy(db, { address_id: elsewhere.id, first_day: '2020-01-01' })
const { id: container_id } = await insertContainer(db, { address_id, volume_litres: 240 })
const lift = { address_id, container_id, volume_litres: 240 }
const [former = 0, vacant = 0, current = 0] = await insertClearances(
  db,
  ['2025-05-15T21:59:59Z', '2025-05-15T22:00:00Z', '2025-06-02T08:00:00Z'],
  lift,
)
const unknownHousehold = await insertAddress(db, { house_number: 2 })
const [priced = 0, unpriced = 0] = await insertClearances(db, ['2025-07-02T08:00:00Z', '2024-12-31T22:59:59Z'], {
  ...lift,
  address_id: unknownHousehold.id,
  amount_cents: null,
})
const [emptied = 0] = await insertClearances(db, ['2025-07-02T08:00:00Z'], { ...lift, address_id: null })
for (const [valid_from, valid_to, amount_cents] of [
  ['2025-01-01', '2025-06-30', 990],
  ['2025-07-01', '2025-12-31', 1140],
])
  await insertRow(db, 'tariff', {
    municipality_id: 917,
    waste_type: 'residual_waste',
    kind: 'minicontainer',
    volume_litres: 240,
    valid_from,
    valid_to,
    amount_cents,
  })
// Prices that do not apply to the lifts: for another municipality, for a rental, and for another volume.
const price = { waste_type: 'residual_waste', kind: 'minicontainer', valid_from: '2025-01-01', valid_to: '2025-12-31' }
await insertRow(db, 'tariff', { ...price, municipality_id: 928, volume_litres: 240, amount_cents: 1 })
await insertRow(db, 'tariff', { ...price, municipality_id: 917, volume_litres: 240, amount_cents: 2, charge: 'rental' })
await insertRow(db, 'tariff', { ...price, municipality_id: 917, volume_litres: 140, amount_cents: 3 })
await sql`update employee set name = 'Noor Aanslag' where email = 'both@loket.example'`.execute(db)

beforeEach(async () => {
  await sql`delete from clearance_objection`.execute(db)
  await sql`delete from objection_handover`.execute(db)
})

const file = (
  clearance_id: number,
  body: RequestInput<typeof fileObjection>['body'] = { reason: 'not_presented' },
  { person = 'bsgw' as Person, headers = {} } = {},
) => call(person, fileObjection, { params: { clearance_id: String(clearance_id) }, body }, headers)
const decide = (id: number, state: 'upheld' | 'rejected', person: Person = 'both', reason = 'De rit is dubbel') =>
  call(person, decideObjection, { params: { objection_id: String(id) }, body: { state, reason } })

describe('filing an objection', () => {
  test('stores the reason and the trimmed note, with the amount that the supplier states', async () => {
    const filed = await file(current, { reason: 'other', note: '  Was op vakantie ' })
    expect(filed).toEqual({
      id: expect.any(Number),
      clearance_id: current,
      handover_id: null,
      reason: 'other',
      note: 'Was op vakantie',
      state: 'open',
      amount_cents: 645,
      filed_by: 'Kim de Vries',
      is_own: true,
      filed_at: expect.stringMatching(/^20\d\d-/),
      decided_by: null,
      decided_at: null,
      decision_reason: null,
    })
    expect(await call('both', listObjections, {})).toEqual({
      data: [
        {
          ...filed,
          is_own: false,
          address: { alias, line: 'Akerstraat 118 b, 6411 CD Heerlen' },
          year: 2025,
          cleared_at: '2025-06-02T10:00:00+02:00',
          waste_type: 'residual_waste',
        },
      ],
      meta: { total: 1 },
    })
  })

  test.each([
    ['the tariff of its Dutch day when the supplier states no amount', priced, unknownHousehold.alias, '2025', 1140],
    ['0 when no tariff is valid on its day', unpriced, unknownHousehold.alias, '2024', 0],
    ['0 when nobody was liable on its day', vacant, alias, '2025', 0],
  ])('returns the same amount as the bill: %s', async (_, clearance_id, alias, year, amount_cents) => {
    const filed = await file(clearance_id)
    expect(filed).toMatchObject({ amount_cents })
    const bill = await call('bsgw', showBill, { params: { alias }, query: { year } })
    expect(bill.objections).toEqual([filed])
  })

  test.each([
    [{ reason: 'gone' }, { reason: expect.anything() }],
    [{ reason: 'other', note: 'x'.repeat(201) }, { note: expect.anything() }],
    [{ note: 'x' }, { reason: expect.anything() }],
  ])('returns 422 for %j', async (body, errors) => {
    await expect(file(current, body as never)).rejects.toMatchObject({ status: 422, errors })
  })

  test('returns 404 for an unknown clearance and for the emptying of a shared container', async () => {
    for (const id of [emptied, 987654321])
      await expect(file(id)).rejects.toMatchObject({ status: 404, message: 'Deze lediging bestaat niet' })
  })

  test('returns 404 for a clearance of a former household, unless the purpose is an objection', async () => {
    await expect(file(former)).rejects.toMatchObject({ status: 404, message: 'Deze lediging bestaat niet' })
    expect(await file(former, undefined, { headers: forObjection })).toMatchObject({ clearance_id: former })
  })

  test('stores the amount of a clearance whose container is unknown', async () => {
    const [id = 0] = await insertClearances(db, ['2025-06-03T08:00:00Z'], { ...lift, container_id: null })
    expect(await file(id)).toMatchObject({ clearance_id: id, amount_cents: 645 })
  })

  test('returns the stored objection when the same employee repeats the call', async () => {
    await file(priced)
    expect(await file(current)).toEqual(await file(current))
  })

  test('returns 409 when a colleague already filed an objection, or when an objection was upheld', async () => {
    const { id } = await file(current)
    const second = () => file(current, undefined, { person: 'both' })
    await expect(second()).rejects.toMatchObject({
      status: 409,
      message: 'Kim de Vries heeft over deze lediging al een vraag vastgelegd',
    })
    await decide(id, 'upheld')
    await expect(second()).rejects.toMatchObject({ message: 'De vraag over deze lediging is al toegekend' })
    await expect(file(current)).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    { reason: 'duplicate' as const, note: 'Op vakantie' },
    { reason: 'other' as const, note: 'Was er niet' },
  ])('returns 409 when the same employee files %j after another reason or note', async (body) => {
    const filed = await file(current, { reason: 'other', note: 'Op vakantie' })
    await expect(file(current, body)).rejects.toMatchObject({
      status: 409,
      message: 'Kim de Vries heeft over deze lediging al een vraag vastgelegd',
    })
    expect((await call('both', listObjections, {})).data).toMatchObject([
      { id: filed.id, reason: 'other', note: 'Op vakantie' },
    ])
  })

  test('is possible again after an objection was rejected', async () => {
    await decide((await file(current)).id, 'rejected')
    const again = () => file(current, undefined, { person: 'both' })
    const second = await again()
    expect(second).toMatchObject({ state: 'open', is_own: true })
    expect(await again()).toEqual(second)
  })

  test('stores one objection when two employees file at the same time', async () => {
    const sent = { params: { clearance_id: String(current) }, body: { reason: 'duplicate' as const } }
    const responses = await Promise.all((['bsgw', 'both'] as const).map((person) => send(person, fileObjection, sent)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('deciding an objection', () => {
  test('stores the state, the reason, the employee and the moment, and removes the objection from the list of open objections', async () => {
    const { id } = await file(current)
    expect(await decide(id, 'upheld', 'both', '  De rit is dubbel ')).toMatchObject({
      id,
      state: 'upheld',
      decision_reason: 'De rit is dubbel',
      amount_cents: 645,
      is_own: false,
      decided_by: 'Noor Aanslag',
      decided_at: expect.stringMatching(/^20\d\d-/),
    })
    expect(await call('both', listObjections, {})).toEqual({ data: [], meta: { total: 0 } })
  })

  test('returns 409 for the employee who filed it, even after the decision', async () => {
    const { id } = await file(current)
    const own = { status: 409, message: 'U hebt deze vraag zelf vastgelegd. Een collega beslist erover.' }
    await expect(decide(id, 'upheld', 'bsgw')).rejects.toMatchObject(own)
    expect((await call('bsgw', listObjections, {})).data).toMatchObject([{ id, state: 'open', is_own: true }])
    await decide(id, 'upheld')
    await expect(decide(id, 'upheld', 'bsgw')).rejects.toMatchObject(own)
  })

  test('accepts the same decision of the same employee again, and returns 409 for any other decision', async () => {
    const { id } = await file(current)
    expect(await decide(id, 'rejected')).toEqual(await decide(id, 'rejected'))
    const decided = { status: 409, message: 'Deze vraag is al afgewezen door Noor Aanslag' }
    await expect(decide(id, 'upheld')).rejects.toMatchObject(decided)
    await expect(decide(id, 'rejected', 'both', 'Een andere reden')).rejects.toMatchObject(decided)
  })

  test('tells a colleague who sends the same decision that it was decided, and by whom', async () => {
    const { id } = await file(priced)
    await decide(id, 'upheld')
    const third = await insertEmployee(db, { email: 'third@loket.example', name: 'Sam Derde' })
    const { access_token } = await logInAs(db, tokens, third.id)
    const late = await send(
      'visitor',
      decideObjection,
      { params: { objection_id: String(id) }, body: { state: 'upheld', reason: 'De rit is dubbel' } },
      { authorization: `Bearer ${access_token}` },
    )
    expect(late.statusCode).toBe(409)
    expect(late.json().message).toBe('Deze vraag is al toegekend door Noor Aanslag')
    await sql`delete from session where employee_id = ${third.id}`.execute(db)
    await sql`delete from employee where id = ${third.id}`.execute(db)
  })

  test.each([
    [{ state: 'upheld' as const, reason: ' ' }, { reason: expect.anything() }],
    [{ state: 'upheld' as const, reason: 'x'.repeat(401) }, { reason: expect.anything() }],
  ])('returns 422 for %j', async (body, errors) => {
    const { id } = await file(current)
    const params = { objection_id: String(id) }
    await expect(call('both', decideObjection, { params, body })).rejects.toMatchObject({ status: 422, errors })
  })

  test('leaves the other objections open', async () => {
    const { id } = await file(current)
    const { id: other } = await file(priced)
    await decide(id, 'upheld')
    expect((await call('both', listObjections, {})).data).toMatchObject([
      { id: other, state: 'open', decided_by: null },
    ])
  })

  test('stores one decision when two employees take opposite decisions at the same time', async () => {
    const third = await insertEmployee(db, { email: 'third@loket.example', name: 'Sam Derde' })
    const { access_token } = await logInAs(db, tokens, third.id)
    for (let times = 0; times < 5; times += 1) {
      const { id } = await file(current)
      const params = { objection_id: String(id) }
      const [one, other] = await Promise.all([
        send('both', decideObjection, { params, body: { state: 'upheld', reason: 'Ja' } }),
        send(
          'visitor',
          decideObjection,
          { params, body: { state: 'rejected', reason: 'Nee' } },
          { authorization: `Bearer ${access_token}` },
        ),
      ])
      expect([one?.statusCode, other?.statusCode].sort()).toEqual([200, 409])
      const decided = [one, other].find(({ statusCode }) => statusCode === 200)
      const { rows } = await sql`select state from clearance_objection where id = ${id}`.execute(db)
      expect(rows).toEqual([{ state: decided?.json().data.state }])
      await sql`delete from clearance_objection`.execute(db)
    }
    await sql`delete from session where employee_id = ${third.id}`.execute(db)
    await sql`delete from employee where id = ${third.id}`.execute(db)
  })
})

describe('a lift of a written objection', () => {
  const record = (body: Partial<RequestInput<typeof recordHandover>['body']> = {}) =>
    call('bsgw', recordHandover, { params: { alias }, body: { year: 2025, household_on: '2025-06-02', ...body } })
  const close = (id: number, outcome: 'upheld' | 'withdrawn') =>
    call('both', closeHandover, { params: { handover_id: `${id}` }, body: { outcome, answer: 'Ja' } })

  test('is decided before the objection, and cannot be opened again after it', async () => {
    const { id } = await record()
    const disputed = { reason: 'other', note: 'Was weg', handover_id: id } as const
    const filed = await file(current, disputed)
    expect(filed.handover_id).toBe(id)
    expect(await file(current, disputed)).toEqual(filed)
    await expect(file(current, { ...disputed, handover_id: null })).rejects.toMatchObject({ status: 409 })
    const ofAddress = await call('bsgw', listAddressHandovers, { params: { alias } })
    const lift = { id: filed.id, clearance_id: current, cleared_at: '2025-06-02T10:00:00+02:00', state: 'open' }
    expect(ofAddress.data).toMatchObject([
      { id, open_lifts: 1, first_day: '2025-06-01', last_day: null, lifts: [lift] },
    ])
    const message = 'Er is nog 1 lediging niet beslist.'
    await expect(close(id, 'upheld')).rejects.toMatchObject({ status: 409, message })
    await decide(filed.id, 'upheld')
    expect(await close(id, 'upheld')).toMatchObject({ outcome: 'upheld', open_lifts: 0 })
    await expect(
      call('both', undoObjectionDecision, { params: { objection_id: `${filed.id}` } }),
    ).rejects.toMatchObject({ status: 409, message: 'Dit bezwaar is al afgehandeld door Noor Aanslag: toegekend' })
  })

  test('keeps the objection from being undone, and stays open when the resident withdraws it', async () => {
    const { id } = await record()
    const filed = await file(current, { reason: 'other', handover_id: id })
    const undo = () => call('bsgw', undoHandover, { params: { handover_id: `${id}` } })
    const message = 'Bij dit bezwaar horen ledigingen. Trek die eerst in.'
    await expect(undo()).rejects.toMatchObject({ status: 409, message })
    await close(id, 'withdrawn')
    expect((await decide(filed.id, 'upheld')).state).toBe('upheld')
  })

  test('is of the same household, year and address', async () => {
    const { id } = await record()
    const disputed = { reason: 'other', handover_id: id } as const
    await expect(file(former, disputed, { headers: forObjection })).rejects.toMatchObject({
      status: 409,
      message: 'Dit bezwaar is van een ander huishouden',
    })
    await expect(file(priced, disputed)).rejects.toMatchObject({
      status: 422,
      errors: { handover_id: ['Dit bezwaar is niet van dit adres'] },
    })
    const [before = 0] = await insertClearances(db, ['2024-07-02T08:00:00Z'], lift)
    const ofFormer = await record({ household_on: '2025-05-15' })
    const ofBill = { reason: 'other', handover_id: ofFormer.id } as const
    await expect(file(before, ofBill, { headers: forObjection })).rejects.toMatchObject({
      status: 409,
      message: 'Dit bezwaar gaat over de aanslag van 2025',
    })
    // The lifts of a year then stand on the bill of the next year.
    const settings = { fixed_per: 'year', rest_per: 'year', rest_on: 'next_year', size_on: 'each_change' }
    const period = { municipality_id: 917, kind: 'period', ...settings, valid_from: '2024-01-01' }
    const rule = await insertRow(db, 'charge_rule', { ...period, valid_to: '2024-12-31' })
    expect((await file(before, ofBill, { headers: forObjection })).handover_id).toBe(ofFormer.id)
    await sql`delete from charge_rule where id = ${rule.id}`.execute(db)
    expect(ofFormer.id).not.toBe(id)
    const filed = await file(former, { reason: 'other', handover_id: ofFormer.id }, { headers: forObjection })
    expect(filed.handover_id).toBe(ofFormer.id)
  })
})

describe('taking an objection back', () => {
  const undo = (id: number, person: Person = 'both') =>
    call(person, undoObjectionDecision, { params: { objection_id: String(id) } })
  const retract = (id: number, person: Person = 'bsgw') =>
    call(person, retractObjection, { params: { objection_id: String(id) } })

  test('undoing opens the objection again with its note, once, and lists it as an action until then', async () => {
    const filed = await file(current, { reason: 'other', note: 'Op vakantie' })
    expect(await call('bsgw', listUndoable, {})).toMatchObject([{ kind: 'objection_filing', id: filed.id }])
    await decide(filed.id, 'rejected')
    const action = { kind: 'objection', id: filed.id, outcome: 'rejected' }
    expect(await call('both', listUndoable, {})).toMatchObject([action])
    expect(await call('bsgw', listUndoable, {})).toEqual([])
    expect(await undo(filed.id)).toEqual({ ...filed, is_own: false })
    expect(await undo(filed.id)).toEqual({ ...filed, is_own: false })
    expect(await call('both', listUndoable, {})).toEqual([])
  })

  test('undoing is refused for a colleague, after five minutes, and when another objection took its place', async () => {
    const { id } = await file(current)
    await decide(id, 'rejected')
    const refused = (message: string) => ({ status: 409, message })
    await expect(undo(id, 'bsgw')).rejects.toMatchObject(refused('Alleen wie dit deed, kan het ongedaan maken'))
    await file(current)
    const message = 'Na uw beslissing is deze lediging opnieuw betwist'
    await expect(undo(id)).rejects.toMatchObject(refused(message))
    await sql`update clearance_objection set decided_at = now() - interval '5 minutes' where id = ${id}`.execute(db)
    const late = 'Dit kan alleen binnen vijf minuten ongedaan worden gemaakt'
    await expect(undo(id)).rejects.toMatchObject(refused(late))
  })

  test('the filer retracts an open objection once, and the clearance can be disputed again', async () => {
    const { id } = await file(current)
    await expect(retract(id, 'both')).rejects.toMatchObject({
      status: 409,
      message: 'Alleen wie deze vraag vastlegde, kan dat intrekken',
    })
    expect(await retract(id)).toMatchObject({ state: 'retracted', decided_by: null })
    expect(await retract(id)).toMatchObject({ state: 'retracted' })
    await expect(decide(id, 'upheld')).rejects.toMatchObject({ status: 409, message: 'Deze vraag is al ingetrokken' })
    expect((await file(current)).state).toBe('open')
  })

  test('a retraction after a decision names who decided what', async () => {
    const { id } = await file(current)
    await decide(id, 'upheld')
    const message = 'Deze vraag is al toegekend door Noor Aanslag'
    await expect(retract(id)).rejects.toMatchObject({ status: 409, message })
  })
})

test('lists at most the given number of objections, by the moment of filing, and by id when moments are equal', async () => {
  const ids: number[] = []
  for (const clearance_id of [current, priced, unpriced]) ids.push((await file(clearance_id)).id)
  const [one, two, three] = ids
  await sql`
    update clearance_objection set filed_at = case id when ${two} then '2026-01-01'::timestamptz else '2026-01-02' end
  `.execute(db)
  expect(await call('both', listObjections, {})).toMatchObject({
    data: [{ id: two }, { id: one }, { id: three }],
    meta: { total: 3 },
  })
  expect(await findOpenObjections(db, 2)).toMatchObject([{ id: two }, { id: one }])
})

test('a list states no credit where rules of the municipality determine it, because only the bill knows it', async () => {
  const { amount_cents } = await file(priced)
  expect(amount_cents).toBeGreaterThan(0)
  const rule = { municipality_id: 917, kind: 'free', from_lift: 1, to_lift: 3, prorated: false }
  const { id } = await insertRow(db, 'charge_rule', { ...rule, valid_from: '2025-01-01' })
  expect(await findOpenObjections(db, 1)).toMatchObject([{ amount_cents: null }])
  await sql`delete from charge_rule where id = ${id}`.execute(db)
})

test('logs the household that was liable on the day of the clearance when its objection is filed, listed or decided', async () => {
  const subjectsOf = async (access: () => Promise<unknown>) => {
    const { rows: before } = await sql<{ last: number }>`
      select coalesce(max(position), 0) as last from processing_record`.execute(db)
    await access()
    const { rows } = await sql<{ data_subject_id: string }>`
      select data_subject_id from processing_record where position > ${before[0]?.last} order by data_subject_id`.execute(
      db,
    )
    return rows.map(({ data_subject_id }) => data_subject_id)
  }
  const billOf2025 = { params: { alias }, query: { year: '2025' } }
  const ofCurrent = await subjectsOf(() => call('bsgw', showBill, billOf2025))
  const ofBoth = await subjectsOf(() => call('bsgw', showBill, billOf2025, forObjection))
  const ofFormer = ofBoth.filter((key) => !ofCurrent.includes(key))
  expect([ofCurrent.length, ofFormer.length]).toEqual([1, 1])

  expect(await subjectsOf(() => file(current))).toEqual(ofCurrent)
  let id = 0
  const fileForFormer = async () => {
    ;({ id } = await file(former, undefined, { headers: forObjection }))
  }
  expect(await subjectsOf(fileForFormer)).toEqual(ofFormer)
  expect(await subjectsOf(() => call('both', listObjections, {}))).toEqual(ofBoth)
  expect(await subjectsOf(() => decide(id, 'rejected'))).toEqual(ofFormer)
})
