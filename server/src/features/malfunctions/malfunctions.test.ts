import {
  changeMalfunction,
  closeMalfunction,
  listAddressEquipment,
  listCollectionSystemEquipment,
  listMalfunctions,
  listNearbySystems,
  listSystemMalfunctions,
  type RequestInput,
  recordMalfunction,
  saveMalfunctionMail,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { today } from '../../platform/runtime/days.ts'
import { insertAddress, insertCollectionSystem, insertContainer, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const { id: address_id, alias: address } = await insertAddress(db, { lon: 5.97, lat: 50.89 })
const { id: collection_system_id } = await insertCollectionSystem(db, { address_id, alias: 's1' }, [address_id])
const shared = { collection_system_id, kind: 'ondergronds', volume_litres: 5000 }
const { id: container_id } = await insertContainer(db, { ...shared, number: '30020350' })
const { id: removed_id } = await insertContainer(db, { ...shared, removed_on: '2025-01-01' })
const { id: own_id } = await insertContainer(db, { address_id })
await sql`update employee set name = 'Noor Aanslag' where email = 'both@loket.example'`.execute(db)

beforeEach(async () => {
  await sql`delete from recorded_malfunction`.execute(db)
  await sql`delete from container_state`.execute(db)
})

type Recorded = RequestInput<typeof recordMalfunction>['body']
const record = (body: Partial<Recorded> = {}, person: Person = 'bsgw', alias = 's1') =>
  call(person, recordMalfunction, {
    params: { alias },
    body: { container_id, malfunction: 'drum_stuck', ...body },
  })
const close = (id: number, person: Person = 'both') =>
  call(person, closeMalfunction, { params: { malfunction_id: `${id}` } })
const report = (malfunction: string) =>
  insertRow(db, 'container_state', { container_id, malfunction, malfunction_since: '2026-02-02T14:00:00Z' })

describe('recording a malfunction', () => {
  test('stores who recorded it, the trimmed note and the expected end', async () => {
    expect(await record({ note: '  Monteur belt terug ', expected_end: '2099-03-02' })).toEqual({
      id: expect.any(Number),
      malfunction: 'drum_stuck',
      note: 'Monteur belt terug',
      recorded_by: 'Kim de Vries',
      recorded_at: expect.stringMatching(/^20\d\d-/),
      expected_end: '2099-03-02',
      closed_by: null,
      closed_at: null,
    })
  })

  test('returns the stored malfunction when the same malfunction is recorded again', async () => {
    const first = await record({ expected_end: today() })
    expect(await record({ expected_end: today() }, 'both')).toEqual(first)
  })

  test.each([
    ['kind', { malfunction: 'lock' as const }],
    ['note', { note: 'Ander' }],
    ['expected end', { expected_end: today() }],
  ])('returns 409 with the name of the colleague when the open malfunction has another %s', async (_, other) => {
    await record()
    await expect(record(other, 'both')).rejects.toMatchObject({
      status: 409,
      message: 'Van deze container heeft Kim de Vries al een storing vastgelegd',
    })
  })

  test('returns 422 at the field when the expected end is before today', async () => {
    await expect(record({ expected_end: '2020-01-01' })).rejects.toMatchObject({
      status: 422,
      errors: { expected_end: ['Deze dag is al voorbij'] },
    })
  })

  test.each([
    ['a removed container', removed_id],
    ["a household's own container", own_id],
    ['an unknown container', 987654321],
  ])('returns 404 for %s', async (_, other) => {
    await expect(record({ container_id: other })).rejects.toMatchObject({ status: 404 })
  })

  test('returns 404 for a container of another collection system', async () => {
    const elsewhere = await insertCollectionSystem(db, { address_id, alias: 's2', name: 'Aker 2' })
    await expect(record({}, 'bsgw', 's2')).rejects.toMatchObject({ status: 404 })
    await sql`delete from collection_system where id = ${elsewhere.id}`.execute(db)
  })
})

describe('closing a malfunction', () => {
  test('stores who closed it, and permits a new malfunction of the container', async () => {
    const { id } = await record()
    const { id: other_id } = await insertContainer(db, { ...shared, waste_type: 'paper' })
    await record({ container_id: other_id })
    expect(await close(id)).toMatchObject({ closed_by: 'Noor Aanslag', closed_at: expect.stringMatching(/^20\d\d-/) })
    const { rows } = await sql`select container_id from recorded_malfunction where closed_at is null`.execute(db)
    expect(rows).toEqual([{ container_id: other_id }])
    await sql`update container set removed_on = current_date where id = ${other_id}`.execute(db)
    expect((await record({ malfunction: 'lock' })).id).not.toBe(id)
  })

  test('has no effect when the malfunction is closed already', async () => {
    const { id } = await record()
    const closed = await close(id)
    expect(await close(id, 'bsgw')).toEqual(closed)
  })
})

describe('changing a malfunction', () => {
  const change = (id: number, body: Partial<RequestInput<typeof changeMalfunction>['body']> = {}) =>
    call('both', changeMalfunction, {
      params: { malfunction_id: `${id}` },
      body: { malfunction: 'lock', note: 'Slot besteld', expected_end: '2099-03-04', ...body },
    })

  test('stores the new cause, note and day, and keeps who recorded it', async () => {
    const { id } = await record({ expected_end: today() })
    const changed = await change(id)
    expect(changed).toMatchObject({ malfunction: 'lock', note: 'Slot besteld', expected_end: '2099-03-04' })
    expect(changed).toMatchObject({ recorded_by: 'Kim de Vries', closed_at: null })
    const [container] = await call('bsgw', listCollectionSystemEquipment, { params: { alias: 's1' } })
    expect(container?.recorded_malfunction).toEqual(changed)
  })

  test('keeps a day that has passed, and rejects another day before today', async () => {
    const { id } = await record()
    await sql`update recorded_malfunction set expected_end = '2020-01-01'`.execute(db)
    expect(await change(id, { expected_end: '2020-01-01' })).toMatchObject({ expected_end: '2020-01-01' })
    await expect(change(id, { expected_end: '2020-01-02' })).rejects.toMatchObject({
      errors: { expected_end: ['Deze dag is al voorbij'] },
    })
  })

  test('is refused with 409 for a closed malfunction, and with 404 for an unknown one', async () => {
    const { id } = await record()
    await close(id)
    await expect(change(id)).rejects.toMatchObject({ status: 409, message: /^Deze storing is al opgelost/ })
    await expect(change(987654321)).rejects.toMatchObject({ status: 404 })
  })

  test('is mailed to the address of the municipality, as a record and a closing are, without note and names', async () => {
    const save = (recipient: string | null) =>
      call('administrator', saveMalfunctionMail, { params: { municipality_id: '917' }, body: { recipient } })
    await save('storingen@heerlen.example')
    const { id } = await record({ note: 'Bel J. Jansen' })
    await change(id, { note: 'Bel J. Jansen' })
    await change(id, { note: 'Bel P. Prins' })
    await close(id)
    await save(null)
    await record()
    const { rows } = await sql<{ recipient: string; subject: string; body: string }>`
      select recipient, subject, body from mail order by id`.execute(db)
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Storing: Aker 1, Heerlen',
      'Storing gewijzigd: Aker 1, Heerlen',
      'Storing opgelost: Aker 1, Heerlen',
    ])
    expect(rows[1]).toMatchObject({
      recipient: 'storingen@heerlen.example',
      body: expect.stringContaining(
        'Container: Restafval 30020350\nStoring: het slot werkt niet\nNaar verwachting opgelost: woensdag 4 maart 2099\n',
      ),
    })
    expect(JSON.stringify(rows)).not.toMatch(/Jansen|Prins|Kim|Noor/)
  })
})

describe('showing malfunctions', () => {
  const recordedOf = ([container]: { recorded_malfunction?: unknown }[]) => container?.recorded_malfunction

  test('shows an open malfunction at its site and at the connected addresses until it is closed', async () => {
    const stored = await record()
    const shown = async () => [
      recordedOf(await call('bsgw', listCollectionSystemEquipment, { params: { alias: 's1' } })),
      recordedOf(
        (await call('bsgw', listAddressEquipment, { params: { alias: address } })).filter(
          ({ id }) => id === container_id,
        ),
      ),
    ]
    expect(await shown()).toEqual([stored, stored])
    const equipment = await call('bsgw', listAddressEquipment, { params: { alias: address } })
    const broken = equipment.filter(({ recorded_malfunction }) => recorded_malfunction !== null)
    expect(broken.map(({ id }) => id)).toEqual([container_id])
    await close(stored.id)
    expect(await shown()).toEqual([null, null])
  })

  test('counts a container with a recorded malfunction as out of order among the nearby systems', async () => {
    const outOfOrder = async () =>
      (await call('bsgw', listNearbySystems, { params: { alias: address }, query: {} })).map((it) => it.out_of_order)
    expect(await outOfOrder()).toEqual([[]])
    await record()
    expect(await outOfOrder()).toEqual([['residual_waste']])
  })

  test('lists recorded and reported malfunctions, newest first, each container once', async () => {
    const other = await insertContainer(db, { ...shared, waste_type: 'gft' })
    await report('lock')
    await insertRow(db, 'container_state', {
      container_id: other.id,
      malfunction: 'pass_reader',
      malfunction_since: '2026-03-02T14:00:00Z',
    })
    const listed = async () => (await call('bsgw', listMalfunctions, {})).data.map((it) => it.malfunction)
    expect(await listed()).toEqual(['pass_reader', 'lock'])
    await record({ malfunction: 'full' })
    expect(await listed()).toEqual(['full', 'pass_reader'])
    expect((await call('bsgw', listMalfunctions, {})).meta.total).toBe(2)
    await sql`delete from container_state`.execute(db)
    await sql`delete from container where id = ${other.id}`.execute(db)
  })

  test('names the system, municipality, container, stream and employee of a listed malfunction', async () => {
    const recorded = await record()
    expect(await call('bsgw', listMalfunctions, {})).toEqual({
      data: [
        {
          collection_system: { alias: 's1', name: 'Aker 1', municipality: { id: 917, name: 'Heerlen' } },
          container_number: '30020350',
          waste_type: 'residual_waste',
          malfunction: 'drum_stuck',
          since: recorded.recorded_at,
          recorded,
        },
      ],
      meta: { total: 1 },
    })
  })

  test('lists the closed malfunctions of a system, the last closed first', async () => {
    const first = await record()
    await close(first.id)
    const second = await record({ malfunction: 'lock' })
    await close(second.id)
    await record({ malfunction: 'damaged' })
    const closed = await call('bsgw', listSystemMalfunctions, { params: { alias: 's1' } })
    expect(closed.map(({ recorded }) => recorded?.id)).toEqual([second.id, first.id])
    expect(closed[0]?.recorded).toMatchObject({ closed_by: 'Noor Aanslag' })
  })

  test('lists at most the last 20 closed malfunctions of a system', async () => {
    const recorded: number[] = []
    for (let count = 0; count < 21; count += 1) {
      const { id } = await record()
      await close(id)
      recorded.unshift(id)
    }
    const closed = await call('bsgw', listSystemMalfunctions, { params: { alias: 's1' } })
    expect(closed.map((it) => it.recorded?.id)).toEqual(recorded.slice(0, 20))
  })
})
