import {
  blockPass,
  changeCard,
  closeHandover,
  type Endpoint,
  fileObjection,
  fullPath,
  handOverObjection,
  issuePass,
  issueRolls,
  login,
  makePickupAppointment,
  movePickupAppointment,
  publishCollectionYear,
  refreshSession,
  reportMissedCollection,
  saveAllowance,
  saveAllowanceRule,
  saveArea,
  savePickupCapacity,
  saveRollWords,
  undoHandover,
  undoObjectionDecision,
  undoPassChange,
} from '@rd4-loket/contract'
import { exampleRequest, type SampleKeys } from '@rd4-loket/contract/examples'
import { expect, test } from 'vitest'
import { hashPassword } from '../domain/sessions/password-hash.ts'
import { sql } from '../platform/database/sql.ts'
import { dayOf } from '../platform/runtime/days.ts'
import { thisYear } from '../test/days-ahead.ts'
import { insertAddress, insertEmployee } from '../test/make.ts'
import { recordStatements } from '../test/recorded-statements.ts'
import { insertSample, nextMunicipality } from '../test/sample.ts'
import { logInAs, settings, testServer } from '../test/server.ts'
import { buildApp } from './app.ts'

// The embedded engine runs one transaction at a time, so no result shows that a lock is missing. These tests check
// that each call takes its lock before it reads the rows that the lock protects.

const { db, tokens } = await testServer()
const clerk = { email: 'slot@heerlen.example', password: 'een lang wachtwoord' }
await insertEmployee(db, { email: clerk.email, password_hash: await hashPassword(clerk.password) })
const { id: caller_id } = await insertEmployee(db, {
  email: 'beheer@heerlen.example',
  roles: ['municipal_employee', 'bsgw_employee', 'administrator'],
})
const { access_token } = await logInAs(db, tokens, caller_id)

/** Moves the caller to a new municipality with sample rows. Returns the keys of these rows. */
async function newSample() {
  const municipality = nextMunicipality()
  const keys = await insertSample(db, municipality, caller_id)
  await sql`update employee set municipality_id = ${municipality.id} where id = ${caller_id}`.execute(db)
  return keys
}

type Sent = { params?: Record<string, string>; body?: object; headers?: Record<string, string> }

/** Makes a call, and returns its response with the statements that it sent. */
async function record(endpoint: Endpoint, { params = {}, body, headers }: Sent) {
  const { result, statements } = await recordStatements(db, async (recorded) => {
    const node = await buildApp({ db: recorded, reads: recorded }, tokens, settings)
    const response = await node.inject({
      method: endpoint.method,
      url: fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
      headers: { authorization: `Bearer ${access_token}`, ...headers },
      ...(body && { payload: body }),
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

const recordExample = (endpoint: Endpoint, keys: SampleKeys) => record(endpoint, exampleRequest(endpoint, keys))

test('an issue of rolls locks the lookups before it counts them, and the pass before its rolls', async () => {
  const keys = await newSample()
  const { expectLock } = await recordExample(issueRolls, keys)
  expectLock('pg_advisory_xact_lock', 'from audit_event')
  expect(expectLock('for update', 'sum(rolls)')).toEqual([keys.pass_number])
})

test('a block locks the address and then the pass, and so does its undo before it looks for later changes', async () => {
  const keys = await newSample()
  const { response, expectLock } = await recordExample(blockPass, keys)
  expect(expectLock('for no key update', 'for update')).toEqual([keys.pass_number])
  expect(expectLock('for update', 'insert into pass_change')).toEqual([keys.pass_number])
  const { change_id } = response.json().data
  const undo = await recordExample(undoPassChange, { ...keys, pass_change_id: String(change_id) })
  expect(undo.expectLock('for no key update', 'for update of pass')).toContain(change_id)
  expect(undo.expectLock('for update of pass', 'later.undone_at is null')).toContain(change_id)
})

test.each<[string, Endpoint, lock: string, write: string]>([
  ['filing an objection', fileObjection, 'from clearance where', 'insert into clearance_objection'],
  ['undoing a decision', undoObjectionDecision, 'from clearance where', 'and decided_by is not null'],
  ['handing an objection over', handOverObjection, 'from address where', 'insert into objection_handover'],
  ['closing an objection', closeHandover, 'from address where', 'update objection_handover'],
  ['undoing an outcome', undoHandover, 'from address where', 'and outcome is not null'],
])('%s takes the lock of the one objection that may be open, before it reads or writes one', async (...of) => {
  const [, endpoint, lock, write] = of
  const { expectLock, positionOf } = await recordExample(endpoint, await newSample())
  expectLock('for no key update', write)
  expect(positionOf(`select ${lock}`)).toBe(positionOf('for no key update'))
})

test('the issue of a first pass locks the address before it looks for a pass', async () => {
  const keys = await newSample()
  const { expectLock } = await recordExample(issuePass, keys)
  expect(expectLock('for no key update of address', 'where address_id')).toContain(keys.alias_without_pass)
})

test('a pick-up appointment locks the route on its day before it reads the free capacity', async () => {
  const keys = await newSample()
  const { expectLock } = await recordExample(makePickupAppointment, keys)
  const route = [Number(keys.area_id), dayOf(keys.free_day)]
  expect(expectLock('pg_advisory_xact_lock', 'sum(volume_litres)')).toEqual(route)
})

test('a report of a missed collection locks the address before it reads the facts again', async () => {
  const { expectLock } = await recordExample(reportMissedCollection, await newSample())
  expectLock('for no key update', 'from address place')
})

test('a pick-up appointment outside the areas locks the route of the municipality', async () => {
  const keys = await newSample()
  const municipality = { id: Number(keys.municipality_id), name: 'Zonder gebieden' }
  const { alias } = await insertAddress(db, { municipality, postal_code: '9999ZZ' })
  const { expectLock } = await recordExample(makePickupAppointment, { ...keys, alias })
  const route = [-municipality.id, dayOf(keys.free_day)]
  expect(expectLock('pg_advisory_xact_lock', 'sum(volume_litres)')).toEqual(route)
})

test('a move of a pick-up appointment locks the appointment, and then the route on the new day', async () => {
  const keys = await newSample()
  const { expectLock } = await recordExample(movePickupAppointment, keys)
  expect(expectLock('for update of appointment', 'pg_advisory_xact_lock')).toEqual([Number(keys.appointment_id)])
  const route = [Number(keys.area_id), dayOf(keys.free_day)]
  expect(expectLock('pg_advisory_xact_lock', 'sum(volume_litres)')).toEqual(route)
})

test('a change of a collection area locks the municipality before it reads the division', async () => {
  const keys = await newSample()
  const { expectLock } = await recordExample(saveArea, keys)
  expect(expectLock('for no key update', 'from collection_area_range')).toEqual([Number(keys.municipality_id)])
})

test.each<[string, Endpoint, lock: string, write: string, key: keyof SampleKeys, year?: number]>([
  [
    'the number of rolls',
    saveAllowance,
    'from allowance_rule where municipality_id = $1 for update',
    'from roll_allowance',
    'municipality_id',
  ],
  [
    'the words for rolls',
    saveRollWords,
    'from municipality where id = $1 for no key update',
    'update municipality',
    'municipality_id',
  ],
  [
    'the rule for the number of rolls',
    saveAllowanceRule,
    'from allowance_rule where municipality_id = $1 for update',
    'update allowance_rule',
    'municipality_id',
  ],
  [
    'the capacity of the routes',
    savePickupCapacity,
    'from pickup_capacity where municipality_id = $1 for update',
    'update pickup_capacity',
    'municipality_id',
  ],
  [
    'the day on which a year becomes public',
    publishCollectionYear,
    'from collection_year where municipality_id = $1 and year = $2 for update',
    'insert into collection_year',
    'municipality_id',
    thisYear,
  ],
  ['a card', changeCard, 'from card where id = $1 for update', 'update card', 'card_id'],
])(
  'a change of %s takes its lock before the old value is read and logged',
  async (_, endpoint, lock, write, key, year) => {
    const keys = await newSample()
    // Without a rule, an administrator changes the number of rolls without a colleague.
    await sql`delete from allowance_rule`.execute(db)
    const { expectLock } = await recordExample(endpoint, keys)
    expect(expectLock(lock, write)).toEqual([Number(keys[key]), ...(year ? [year] : [])])
  },
)

test('a login locks the employee against a block or a password change, and a renewal locks the session', async () => {
  const { response, positionOf } = await record(login, { body: clerk })
  expect(positionOf('for share')).toBe(positionOf('insert into session'))
  const [cookie] = response.cookies
  const renewal = await record(refreshSession, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } })
  renewal.expectLock('for update of session', 'update session set generation')
})

test('a login locks the employee alone before it reads that there is no second factor', async () => {
  const { expectLock } = await record(login, { body: clerk })
  expectLock('for no key update', 'select from second_factor')
  // With two share locks, two logins would each wait for the other to update the employee.
  expectLock('for no key update', 'for share')
})

test('a login that deletes full attempt budgets skips the budgets that another login has locked', async () => {
  const { positionOf } = await record(login, { body: clerk })
  expect(positionOf('for update skip locked')).toBe(positionOf('delete from attempt_budget'))
})
