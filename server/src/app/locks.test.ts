import {
  blockPass,
  changeNotice,
  type Endpoint,
  fullPath,
  issuePass,
  issueRolls,
  login,
  makePickupAppointment,
  movePickupAppointment,
  publishCollectionYear,
  refreshSession,
  saveAllowance,
  saveAllowanceRule,
  saveArea,
  savePickupCapacity,
  undoPassChange,
} from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { hashPassword } from '../domain/sessions/password-hash.ts'
import { pickupDays } from '../features/pickups/pickup-days.ts'
import { sql } from '../platform/database/sql.ts'
import { type Day, dayOf, textOf, today } from '../platform/runtime/days.ts'
import { insertAddress, insertCollectionArea, insertEmployee, insertPass, insertRow } from '../test/make.ts'
import { recordStatements } from '../test/recorded-statements.ts'
import { settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

// The embedded engine runs one transaction at a time, so no result shows that a lock is missing. These tests check
// that each call takes its lock before it reads the rows that the lock protects.

const { db, tokens, tokenOf } = await testServer()
const { id: area_id } = await insertCollectionArea(db, { name: 'Heerlen 6411', postal_codes: ['6411AA', '6411ZZ'] })
const { id: address_id } = await insertAddress(db, { alias: 'in-area' })
await insertAddress(db, { alias: 'without-area', postal_code: '6419AA' })
await insertPass(db, { address_id, number: '0900000001' })
const clerk = { email: 'slot@heerlen.example', password: 'een lang wachtwoord' }
await insertEmployee(db, { email: clerk.email, password_hash: await hashPassword(clerk.password) })

type Sent = { params?: Record<string, string>; payload?: object; headers?: Record<string, string> }

/** Makes a call, and returns its response with the statements that it sent. */
async function record(endpoint: Endpoint, { params = {}, payload, headers }: Sent) {
  const { result, statements } = await recordStatements(db, async (recorded) => {
    const node = await buildApp({ db: recorded, reads: recorded }, tokens, settings)
    const response = await node.inject({
      method: endpoint.method,
      url: fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
      headers: { authorization: `Bearer ${tokenOf.get('municipal')}`, ...headers },
      ...(payload && { payload }),
    })
    await node.close()
    return response
  })
  expect(result.statusCode).toBe(200)
  const positionOf = (text: string) => {
    const position = statements.findIndex((statement) => statement.text.includes(text))
    expect(position, text).toBeGreaterThan(-1)
    return position
  }
  /** Expects that the first statement with the text `lock` precedes the first with `read`. Returns its parameters. */
  const expectLock = (lock: string, read: string) => {
    expect(positionOf(lock)).toBeLessThan(positionOf(read))
    return statements[positionOf(lock)]?.values
  }
  return { response: result, expectLock, positionOf }
}

const [one = 0, two = 0] = pickupDays(dayOf(today()))
const book = (alias: string, day: Day) =>
  record(makePickupAppointment, { params: { alias }, payload: { day: textOf(day), volume_litres: 500 } })

test('an issue of rolls locks the lookups before it counts them, and the pass before its rolls', async () => {
  const { expectLock } = await record(issueRolls, { payload: { environmental_pass_number: '0900000001', rolls: 1 } })
  expectLock('pg_advisory_xact_lock', 'from audit_event')
  expect(expectLock('for update', 'sum(rolls)')).toEqual(['0900000001'])
})

test('a block locks the pass first, and its undo locks the pass before it looks for later changes', async () => {
  const { response, expectLock } = await record(blockPass, {
    payload: { environmental_pass_number: '0900000001', reason: 'loss' },
  })
  expect(expectLock('for update', 'insert into pass_change')).toEqual(['0900000001'])
  const { change_id } = response.json().data
  const undo = await record(undoPassChange, { params: { change_id: String(change_id) } })
  expect(undo.expectLock('for update of pass', 'later.undone_at is null')).toContain(change_id)
})

test('the issue of a first pass locks the address before it looks for a pass', async () => {
  const { expectLock } = await record(issuePass, {
    payload: { alias: 'without-area', new_pass_number: '0900000002', name: 'J. van den Berg' },
  })
  expect(expectLock('for no key update of address', 'where address_id')).toContain('without-area')
})

test('a pick-up appointment locks the route on its day before it reads the free capacity', async () => {
  const { expectLock } = await book('in-area', one)
  expect(expectLock('pg_advisory_xact_lock', 'sum(volume_litres)')).toEqual([area_id, one])
})

test('a pick-up appointment outside the areas locks the route of the municipality', async () => {
  const { expectLock } = await book('without-area', one)
  expect(expectLock('pg_advisory_xact_lock', 'sum(volume_litres)')).toEqual([-917, one])
})

test('a change of a collection area locks the municipality before it reads the division', async () => {
  const { expectLock } = await record(saveArea, {
    payload: { municipality_id: 917, name: 'Heerlen 6412', postal_codes: ['6412'], addresses: [] },
    headers: { authorization: `Bearer ${tokenOf.get('administrator')}` },
  })
  expect(expectLock('for no key update', 'from collection_area_range')).toEqual([917])
})

const year = today().slice(0, 4)
const ofYear = { municipality_id: '917', year }
const ofHeerlen = { municipality_id: '917' }
const texts = { title: 'Balie dicht', html: '<p>Dicht.</p>', valid_from: '2020-01-01', valid_to: '2020-12-31' }
const { id: notice_id } = await insertRow(db, 'notice', { ...texts, municipality_id: 917 })
await sql`update employee set roles = array['municipal_employee', 'administrator'] where email = 'both@loket.example'`.execute(
  db,
)
test.each<[string, Endpoint, Sent, lock: string, write: string, key: (string | number)[]]>([
  [
    'the number of rolls',
    saveAllowance,
    { params: ofYear, payload: { rolls: 7 } },
    'from roll_allowance where municipality_id = $1 and year = $2 for update',
    'update roll_allowance',
    [917, Number(year)],
  ],
  [
    'the number of rolls, against a change of its rule,',
    saveAllowance,
    { params: ofYear, payload: { rolls: 8 } },
    'from allowance_rule where municipality_id = $1 for update',
    'update roll_allowance',
    [917],
  ],
  [
    'the rule for the number of rolls',
    saveAllowanceRule,
    { params: ofHeerlen, payload: { changed_by: 'administrator' } },
    'from allowance_rule where municipality_id = $1 for update',
    'update allowance_rule',
    [917],
  ],
  [
    'the capacity of the routes',
    savePickupCapacity,
    { params: ofHeerlen, payload: { volume_litres: 9000 } },
    'from pickup_capacity where municipality_id = $1 for update',
    'update pickup_capacity',
    [917],
  ],
  [
    'the day on which a year becomes public',
    publishCollectionYear,
    { params: ofYear, payload: { published_on: `${year}-01-01` } },
    'from collection_year where municipality_id = $1 and year = $2 for update',
    'insert into collection_year',
    [917, Number(year)],
  ],
  [
    'a notice',
    changeNotice,
    { params: { notice_id: String(notice_id) }, payload: { ...texts, title: 'Balie open' } },
    'from notice where id = $1 for update',
    'update notice',
    [notice_id],
  ],
])(
  'a change of %s takes its lock before the old value is read and logged',
  async (_, endpoint, sent, lock, write, key) => {
    const headers = { authorization: `Bearer ${tokenOf.get('both')}` }
    const { expectLock } = await record(endpoint, { ...sent, headers })
    expect(expectLock(lock, write)).toEqual(key)
  },
)

test('a move of a pick-up appointment locks the appointment, and then the route on the new day', async () => {
  const { response } = await book('in-area', two)
  const appointment_id = String(response.json().data.id)
  const [, , three = 0] = pickupDays(dayOf(today()))
  const { expectLock } = await record(movePickupAppointment, {
    params: { appointment_id },
    payload: { day: textOf(three) },
  })
  expect(expectLock('for update of appointment', 'pg_advisory_xact_lock')).toEqual([Number(appointment_id)])
  expect(expectLock('pg_advisory_xact_lock', 'sum(volume_litres)')).toEqual([area_id, three])
})

test('a login locks the employee against a block or a password change, and a renewal locks the session', async () => {
  const { response, positionOf } = await record(login, { payload: clerk })
  expect(positionOf('for share')).toBe(positionOf('insert into session'))
  const [cookie] = response.cookies
  const renewal = await record(refreshSession, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })
  renewal.expectLock('for update of session', 'update session set generation')
})

test('a login locks the employee alone before it reads that there is no second factor', async () => {
  const { expectLock } = await record(login, { payload: clerk })
  expectLock('for no key update', 'select from second_factor')
  // With two share locks, two logins would each wait for the other to update the employee.
  expectLock('for no key update', 'for share')
})

test('a login that deletes full attempt budgets skips the budgets that another login has locked', async () => {
  const { positionOf } = await record(login, { payload: clerk })
  expect(positionOf('for update skip locked')).toBe(positionOf('delete from attempt_budget'))
})
