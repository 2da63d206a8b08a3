import {
  type ApiError,
  closeContact,
  contactHeader,
  fullPath,
  listContacts,
  openContact,
  openPassContact,
  type ParsedInput,
  type RequestInput,
  reopenContact,
  saveContact,
  showContact,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertCollectionSystem, insertOccupancy, insertPass } from '../../test/make.ts'
import { type Person, retryWhileBusy, settings, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { call, db, idOf, send, tokens, tokenOf } = await testServer()
const { id: address_id } = await insertAddress(db, { alias: 'a-1', house_number: 1 })
for (let number = 2; number <= 15; number += 1) await insertAddress(db, { alias: `a-${number}`, house_number: number })
await insertAddress(db, { alias: 'k-1', municipality: { id: 928, name: 'Kerkrade' }, postal_code: '6461AA' })
await insertCollectionSystem(db, { alias: 's-1', name: 'Akerstraat bij 1', address_id })
await insertPass(db, { address_id, number: '0101010101' })

beforeEach(async () => {
  await sql`delete from contact`.execute(db)
})

const open = (person: Person, alias: string, kind: 'address' | 'collection_system' = 'address') =>
  call(person, openContact, { body: { kind, alias } })
const openPass = (number: string) => call('municipal', openPassContact, { body: { environmental_pass_number: number } })
const save = (person: Person, id: string, body: ParsedInput<typeof saveContact>['body']) =>
  call(person, saveContact, { params: { contact_id: id }, body })
const show = (person: Person, id: string) => call(person, showContact, { params: { contact_id: id } })
const strip = async (person: Person) =>
  (await call(person, listContacts, {})).data.map(({ slot, place }) => `${slot} ${place.line}`)
const recent = async (person: Person) => (await call(person, listContacts, {})).meta.recent.map(({ alias }) => alias)

/** Returns the status of a failed call, and its sentence. */
const failure = (failing: Promise<unknown>) =>
  failing.then(
    () => expect.unreachable(),
    ({ status, message }: ApiError) => ({ status, message }),
  )

describe('an opened customer', () => {
  test('has the first free slot, its street and number, and an opaque id', async () => {
    const contact = await open('bsgw', 'a-1')
    expect(contact).toMatchObject({
      slot: 1,
      place: { kind: 'address', alias: 'a-1', line: 'Akerstraat 1', city: 'Heerlen', municipality: { id: 917 } },
      has_text: false,
      version: 1,
    })
    expect(contact.id).toMatch(/^[0-9a-f-]{36}$/)
    await open('bsgw', 's-1', 'collection_system')
    expect(await strip('bsgw')).toEqual(['1 Akerstraat 1', '2 Akerstraat bij 1'])
  })

  test('is the same customer when it is opened again, also by parallel calls', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => open('bsgw', 'a-1')))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(await strip('bsgw')).toEqual(['1 Akerstraat 1'])
  })

  test('by pass states the number of the pass and the address of its holder', async () => {
    const contact = await openPass('0101 010 101')
    expect(contact).toMatchObject({
      environmental_pass_number: '0101010101',
      place: { kind: 'pass', alias: 'a-1', line: 'Akerstraat 1' },
    })
    expect((await openPass('0101010101')).id).toBe(contact.id)
    expect(JSON.stringify(await call('municipal', listContacts, {}))).not.toContain('0101010101')
  })

  test('by pass counts for the limit of passes per minute, found or not', async () => {
    const limited = await buildApp({ db, reads: db }, tokens, { ...settings, pass_limit: 2 })
    await sql`update employee set audit_key = gen_random_uuid()`.execute(db)
    const statuses: number[] = []
    for (const environmental_pass_number of ['0101010101', '0202020202', '0303030303'])
      statuses.push(
        (
          await limited.inject({
            method: 'POST',
            url: fullPath(openPassContact),
            headers: { authorization: `Bearer ${tokenOf.get('municipal')}` },
            payload: { environmental_pass_number },
          })
        ).statusCode,
      )
    await limited.close()
    expect(statuses).toEqual([200, 404, 429])
  })

  test('is only for an employee who may see the place', async () => {
    expect(await failure(open('municipal', 'k-1'))).toMatchObject({ status: 404 })
    expect(await failure(open('municipal', 's-1', 'collection_system'))).toMatchObject({ status: 404 })
    expect(await failure(openPass('0202020202'))).toMatchObject({ status: 404 })
    expect((await open('bsgw', 'k-1')).place.line).toContain('1')
  })

  test('is known only to its employee', async () => {
    const { id } = await open('bsgw', 'a-1')
    expect(await strip('both')).toEqual([])
    expect(await failure(show('both', id))).toMatchObject({ status: 404 })
    expect(await failure(save('both', id, { version: 1, note: 'Van een ander' }))).toMatchObject({ status: 404 })
  })

  test('the seventh takes the slot of the customer without text that was not opened for the longest time', async () => {
    const ids: string[] = []
    for (let number = 1; number <= 6; number += 1) ids.push((await open('bsgw', `a-${number}`)).id)
    await save('bsgw', ids[1] ?? '', { version: 1, note: 'Belt terug' })
    await open('bsgw', 'a-1')
    expect((await open('bsgw', 'a-7')).slot).toBe(3)
    expect(await failure(show('bsgw', ids[2] ?? ''))).toMatchObject({ status: 409 })
    expect(await strip('bsgw')).toEqual([1, 2, 7, 4, 5, 6].map((number, at) => `${at + 1} Akerstraat ${number}`))
  })

  test('a seventh is refused when all six have text', async () => {
    for (let number = 1; number <= 6; number += 1)
      await save('bsgw', (await open('bsgw', `a-${number}`)).id, { version: 1, drafts: { rollen: { aantal: '2' } } })
    expect(await failure(open('bsgw', 'a-7'))).toEqual({
      status: 409,
      message: 'U hebt zes klanten open. Sluit er eerst een af.',
    })
    expect((await open('bsgw', 'a-3')).slot).toBe(3)
  })

  test('remains in the list of the last opened places after it gave its slot away', async () => {
    for (let number = 1; number <= 14; number += 1) await open('bsgw', `a-${number}`)
    await open('bsgw', 's-1', 'collection_system')
    await sql`update address set retired_on = '2026-01-01' where alias = 'a-14'`.execute(db)
    expect((await recent('bsgw')).slice(0, 3)).toEqual(['s-1', 'a-13', 'a-12'])
    expect(await recent('bsgw')).toHaveLength(12)
    await sql`update contact set opened_at = opened_at - interval '13 hours'`.execute(db)
    expect(await recent('bsgw')).toEqual([])
  })
})

describe('what an employee typed', () => {
  test('is stored with the next version, and is back after a login', async () => {
    const { id } = await open('bsgw', 'a-1')
    const drafts = { 'bezwaar/1': { notitie: 'Twee keer geteld', akkoord: true, redenen: ['dubbel'] } }
    const body = { version: 1, purpose: 'aanslag_vraag', channel: 'phone', note: 'Vraagt\nuitleg', drafts } as const
    expect(await save('bsgw', id, body)).toMatchObject({ version: 2 })
    expect(await save('bsgw', id, { version: 2, outcome: 'answered', year: 2026 })).toMatchObject({ version: 3 })
    expect(await show('bsgw', id)).toMatchObject({ ...body, version: 3, outcome: 'answered', year: 2026 })
    expect((await call('bsgw', listContacts, {})).data).toMatchObject([{ has_text: true }])
  })

  test('of an older version is refused, but the same save again has no effect', async () => {
    const { id } = await open('bsgw', 'a-1')
    const saved = await save('bsgw', id, { version: 1, note: 'Eerste' })
    expect(await save('bsgw', id, { version: 1, note: 'Eerste' })).toEqual(saved)
    expect(await failure(save('bsgw', id, { version: 1, note: 'Tweede' }))).toEqual({
      status: 409,
      message: 'In een ander venster gewijzigd.',
    })
    expect((await show('bsgw', id)).note).toBe('Eerste')
  })

  test.each([
    ['note', { note: 'Haar nummer is 111222333.' }, 'note'],
    ['note with separators', { note: 'BSN 111.222.333' }, 'note'],
    ['draft', { drafts: { bezwaar: { notitie: '111222333' } } }, 'drafts.bezwaar.notitie'],
    ['list in a draft', { drafts: { bezwaar: { regels: ['a', '111222333'] } } }, 'drafts.bezwaar.regels.1'],
  ])('is refused at its field when a %s contains a citizen number', async (_, body, field) => {
    const { id } = await open('bsgw', 'a-1')
    const failing = save('bsgw', id, { version: 1, ...body })
    await expect(failing).rejects.toMatchObject({ status: 422, errors: { [field]: ['Dit lijkt een BSN.'] } })
  })

  test('may contain a pass number, a phone number and nine other digits', async () => {
    const { id } = await open('bsgw', 'a-1')
    const note = 'Pas 0101010101, tel. 045-1234567, kenmerk 111222334, 000000000'
    expect(await save('bsgw', id, { version: 1, note })).toMatchObject({ version: 2 })
  })

  test.each([
    ['a purpose of the desk', 'bsgw', { purpose: 'extra_rollen' }, 'purpose'],
    ['a purpose of the tax office', 'municipal', { purpose: 'aanslag_vraag' }, 'purpose'],
    ['supervision', 'both', { purpose: 'toezicht' }, 'purpose'],
    ['more than 1,000 characters', 'bsgw', { note: 'x'.repeat(1001) }, 'note'],
    ['too many drafts', 'bsgw', { drafts: { a: { b: 'x'.repeat(10_000), c: 'x'.repeat(10_000) } } }, 'drafts'],
    ['a character that cannot be stored', 'bsgw', { drafts: { a: { b: 'a\u0000' } } }, 'drafts.a.b'],
  ] as const)('is refused for %s', async (_, person, body, field) => {
    const { id } = await open(person, 'a-1')
    await expect(save(person, id, { version: 1, ...body })).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  })

  test('logs the first text only, with the household', async () => {
    const { id } = await open('bsgw', 'a-1')
    const starts = () => rowsOf(db, sql`select object_key, result_count from audit_event where action = 'start_note'`)
    const before = (await starts()).length
    await save('bsgw', id, { version: 1, purpose: 'aanslag_vraag' })
    expect(await starts()).toHaveLength(before)
    await save('bsgw', id, { version: 2, note: 'Een' })
    await save('bsgw', id, { version: 3, note: 'Een twee' })
    expect((await starts()).slice(before)).toEqual([{ object_key: 'a-1', result_count: 1 }])
  })
})

test('a response states the contact of the request, and no other text', async () => {
  const { id } = await open('bsgw', 'a-1')
  const headerOf = async (contact: string) =>
    (await send('bsgw', listContacts, {}, { [contactHeader]: contact })).headers[contactHeader]
  expect([await headerOf(id), await headerOf('a-1'), await headerOf(`${id} `.repeat(2))]).toEqual([
    id,
    undefined,
    undefined,
  ])
})

test('no statement moves a contact to another place or employee', async () => {
  await open('bsgw', 'a-1')
  for (const change of [
    sql`address_id = address_id + 1`,
    sql`employee_id = ${idOf.get('both')}`,
    sql`address_id = null, collection_system_id = 1`,
  ])
    await expect(sql`update contact set ${change}`.execute(db)).rejects.toThrow('never change')
})

const close = (person: Person, id: string, body: Partial<RequestInput<typeof closeContact>['body']> = {}) =>
  call(person, closeContact, { params: { contact_id: id }, body: { version: 1, outcome: 'answered', ...body } })
const reopen = (person: Person, id: string) => call(person, reopenContact, { params: { contact_id: id } })
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const callBack = (values: object = {}) => ({
  outcome: 'call_back' as const,
  call_back: { phone: '045 123 45 67', due_at: hoursAhead(20), by: 'me' as const, ...values },
})
const callBacks = () => rowsOf(db, sql`select phone, employee_id, for_role, outcome from call_back`)

describe('a contact that is closed', () => {
  test('leaves the strip, has a number, and keeps its note without the drafts', async () => {
    const { id } = await open('bsgw', 'a-1')
    await save('bsgw', id, { version: 1, note: 'Uitleg', drafts: { a: { b: 'half' } } })
    const closed = await close('bsgw', id, { version: 2 })
    expect(closed.number).toMatch(/^7\d{3} \d{3} \d{3}$/)
    expect(await strip('bsgw')).toEqual([])
    expect(await rowsOf(db, sql`select outcome, purpose, channel, note, drafts from contact`)).toEqual([
      { outcome: 'answered', purpose: 'aanslag_vraag', channel: 'phone', note: 'Uitleg', drafts: {} },
    ])
    expect(await failure(save('bsgw', id, { version: 3, note: 'Later' }))).toMatchObject({ status: 409 })
  })

  test('by 50 calls at the same time is stored once, and each repeat gets the same number', async () => {
    const { id } = await open('bsgw', 'a-1')
    const body = { version: 1, ...callBack() }
    const closings = await Promise.all(
      Array.from({ length: 50 }, () =>
        retryWhileBusy(() => send('bsgw', closeContact, { params: { contact_id: id }, body })),
      ),
    )
    expect(new Set(closings.map((closing) => `${closing.statusCode} ${closing.body}`)).size).toBe(1)
    expect(await rowsOf(db, sql`select version from contact`)).toEqual([{ version: 2 }])
    expect(await callBacks()).toHaveLength(1)
    expect(await failure(close('bsgw', id, { outcome: 'transferred' }))).toMatchObject({ status: 409 })
  })

  test('with an older version is refused', async () => {
    const { id } = await open('bsgw', 'a-1')
    await save('bsgw', id, { version: 1, note: 'Nieuw' })
    expect(await failure(close('bsgw', id))).toEqual({ status: 409, message: 'In een ander venster gewijzigd.' })
  })

  test('has the channel of the desk for an employee of a municipality', async () => {
    await close('municipal', (await open('municipal', 'a-1')).id)
    expect(await rowsOf(db, sql`select channel, purpose from contact`)).toEqual([
      { channel: 'counter', purpose: 'extra_rollen' },
    ])
  })

  test.each([
    ['without an outcome', { outcome: undefined }, 'outcome'],
    ['that nobody reached in time', { outcome: 'unknown' }, 'outcome'],
    ['with a purpose of another role', { purpose: 'extra_rollen' }, 'purpose'],
    ['to call back without a moment', { outcome: 'call_back' }, 'call_back'],
    ['with a call-back and another outcome', { ...callBack(), outcome: 'answered' }, 'call_back'],
    ['to call back yesterday', callBack({ due_at: hoursAhead(-24) }), 'call_back.due_at'],
    ['to call back in 31 days', callBack({ due_at: hoursAhead(31 * 24) }), 'call_back.due_at'],
    ['to call a number that is none', callBack({ phone: '12345' }), 'call_back.phone'],
    ['with a citizen number', { note: 'BSN 111222333' }, 'note'],
    ['about a day without a household', { household_on: '1999-01-01' }, 'household_on'],
  ])('%s is refused at its field', async (_, body, field) => {
    const { id } = await open('bsgw', 'a-1')
    await expect(close('bsgw', id, body as object)).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
    expect(await strip('bsgw')).toHaveLength(1)
    expect(await callBacks()).toEqual([])
  })

  test('is about the household of today, or of the stated day', async () => {
    const { id: place } = await insertAddress(db, { alias: 'moved', house_number: 60 })
    const former = await insertOccupancy(db, { address_id: place, first_day: '2020-01-01', last_day: '2025-05-31' })
    const current = await insertOccupancy(db, { address_id: place, first_day: '2025-06-01' })
    await close('bsgw', (await open('bsgw', 'moved')).id)
    await close('bsgw', (await open('bsgw', 'moved')).id, { household_on: '2024-03-01' })
    expect(await rowsOf(db, sql`select occupancy_id from contact order by id`)).toEqual([
      { occupancy_id: current.id },
      { occupancy_id: former.id },
    ])
  })
})

describe('a closed contact that is opened again', () => {
  test('is back with its note, and its call-back is gone', async () => {
    const { id } = await open('bsgw', 'a-1')
    await close('bsgw', id, { ...callBack(), note: 'Belt terug' })
    expect(await reopen('bsgw', id)).toMatchObject({ slot: 1, note: 'Belt terug', outcome: null, version: 3 })
    expect(await callBacks()).toEqual([])
    expect(await reopen('bsgw', id)).toMatchObject({ version: 3 })
  })

  test('replaces the empty contact with the same customer that was opened since', async () => {
    const { id } = await open('bsgw', 'a-1')
    await close('bsgw', id)
    await open('bsgw', 'a-1')
    await reopen('bsgw', id)
    expect(await strip('bsgw')).toEqual(['1 Akerstraat 1'])
  })

  test('keeps the call-back that a colleague closed', async () => {
    const { id } = await open('bsgw', 'a-1')
    await close('bsgw', id, callBack({ by: 'bsgw_employee' }))
    await sql`update call_back set outcome = 'reached', phone = null, closed_at = now(),
      closed_by = ${idOf.get('both')}`.execute(db)
    await reopen('bsgw', id)
    expect(await callBacks()).toMatchObject([{ outcome: 'reached' }])
  })

  test.each([
    ['after five minutes', 'bsgw', "closed_at = now() - interval '6 minutes'", 409],
    ['by a colleague', 'both', 'closed_at = now()', 404],
  ] as const)('is refused %s', async (_, person, change, status) => {
    const { id } = await open('bsgw', 'a-1')
    await close('bsgw', id)
    await sql`update contact set ${sql.raw(change)}`.execute(db)
    expect(await failure(reopen(person, id))).toMatchObject({ status })
  })

  test('is refused while six others have text', async () => {
    const { id } = await open('bsgw', 'a-1')
    await close('bsgw', id)
    for (let number = 2; number <= 7; number += 1)
      await save('bsgw', (await open('bsgw', `a-${number}`)).id, { version: 1, note: 'Tekst' })
    expect(await failure(reopen('bsgw', id))).toMatchObject({ status: 409 })
  })
})
