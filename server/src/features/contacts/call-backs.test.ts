import {
  type ApiError,
  changeCallBack,
  closeContact,
  countTasks,
  listCallBacks,
  openContact,
  type RequestInput,
  saveContact,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { call, db } = await testServer()
await insertAddress(db, { alias: 'a-1', house_number: 1 })
await insertAddress(db, { alias: 'k-1', municipality: { id: 928, name: 'Kerkrade' }, postal_code: '6461AA' })

beforeEach(async () => {
  await sql`delete from contact`.execute(db)
})

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** Closes a contact with a call-back. Returns the id of the call-back. */
async function promise(person: Person, by: 'me' | 'bsgw_employee' | 'municipal_employee', alias = 'a-1') {
  const { id } = await call(person, openContact, { body: { kind: 'address', alias } })
  const call_back = { phone: '+49 2405 123456', due_at: hoursAhead(20), by }
  await call(person, closeContact, {
    params: { contact_id: id },
    body: { version: 1, outcome: 'call_back', call_back },
  })
  const [stored] = await rowsOf<{ id: number }>(db, sql`select max(id) as id from call_back`)
  return String(stored?.id)
}

const listed = async (person: Person) => (await call(person, listCallBacks, {})).map(({ id }) => String(id))
const change = (person: Person, call_back_id: string, body: RequestInput<typeof changeCallBack>['body']) =>
  call(person, changeCallBack, { params: { call_back_id }, body })
const statusOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 200,
    ({ status }: ApiError) => status,
  )

describe('a call-back', () => {
  test.each<[Person, 'me' | 'bsgw_employee' | 'municipal_employee', string, Person[]]>([
    ['bsgw', 'me', 'a-1', ['bsgw']],
    ['bsgw', 'bsgw_employee', 'k-1', ['bsgw', 'both']],
    ['bsgw', 'municipal_employee', 'a-1', ['municipal', 'both']],
    ['bsgw', 'municipal_employee', 'k-1', ['both']],
    ['municipal', 'bsgw_employee', 'a-1', ['bsgw', 'both']],
  ])('that %s promises for %s at %s is shown to %j only', async (person, by, alias, shown) => {
    const id = await promise(person, by, alias)
    for (const viewer of ['bsgw', 'municipal', 'both', 'administrator'] as const) {
      const isFor = shown.includes(viewer)
      expect(await listed(viewer), viewer).toEqual(isFor ? [id] : [])
      if (!isFor) expect(await statusOf(change(viewer, id, { outcome: 'withdrawn' })), viewer).toBe(404)
    }
  })

  test('states the number to call until it is closed', async () => {
    const id = await promise('bsgw', 'me')
    expect(await call('bsgw', listCallBacks, {})).toMatchObject([
      { phone: '+492405123456', is_late: false, place: { line: 'Akerstraat 1' }, promised_by: expect.any(String) },
    ])
    expect(await change('bsgw', id, { outcome: 'reached' })).toMatchObject({ phone: null, outcome: 'reached' })
    expect(await listed('bsgw')).toEqual([])
  })

  test('is closed once: a repeated closing has no effect, and a colleague sees the name of the employee who closed it', async () => {
    const id = await promise('bsgw', 'bsgw_employee')
    const closings = await Promise.all([1, 2, 3].map(() => change('bsgw', id, { outcome: 'reached' })))
    expect(new Set(closings.map((closing) => JSON.stringify(closing))).size).toBe(1)
    await expect(change('both', id, { outcome: 'reached' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Dit terugbelverzoek is al afgehandeld door /),
    })
    expect(await statusOf(change('bsgw', id, { due_at: hoursAhead(3) }))).toBe(409)
  })

  test('can move to a later moment of at most 30 days ahead', async () => {
    const id = await promise('bsgw', 'me')
    const moved = await change('bsgw', id, { due_at: hoursAhead(72) })
    expect(Date.parse(moved.due_at)).toBeGreaterThan(Date.now() + 71 * 3_600_000)
    for (const hours of [-1, 31 * 24])
      expect(await statusOf(change('bsgw', id, { due_at: hoursAhead(hours) }))).toBe(422)
  })
})

test('the tasks count call-backs that are late or due today, and own texts of an earlier day', async () => {
  const counted = async (person: Person) => {
    const { call_backs, old_contacts } = await call(person, countTasks, {})
    return [call_backs, old_contacts]
  }
  await promise('bsgw', 'bsgw_employee')
  await sql`update call_back set due_at = now() + interval '2 days'`.execute(db)
  expect(await counted('bsgw')).toEqual([0, 0])
  await sql`update call_back set due_at = now() - interval '1 hour'`.execute(db)
  expect(await call('bsgw', listCallBacks, {})).toMatchObject([{ is_late: true }])
  const { id } = await call('bsgw', openContact, { body: { kind: 'address', alias: 'a-1' } })
  await call('bsgw', saveContact, { params: { contact_id: id }, body: { version: 1, note: 'Nog uitzoeken' } })
  expect(await counted('bsgw')).toEqual([1, 0])
  await sql`update contact set started_at = now() - interval '25 hours' where slot is not null`.execute(db)
  expect(await counted('bsgw')).toEqual([1, 1])
  expect(await counted('both')).toEqual([1, 0])
  expect(await counted('municipal')).toEqual([0, 0])
})
