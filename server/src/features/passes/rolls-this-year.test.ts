import {
  blockPass,
  cancelRollIssue,
  findResident,
  fullPath,
  issuePass,
  issueRolls,
  listRollIssues,
  replacePass,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { clearTables } from '../../test/clear-tables.ts'
import { thisYear } from '../../test/days-ahead.ts'
import { insertAddress, insertPass, insertRow } from '../../test/make.ts'
import { type Person, retryWhileBusy, testServer } from '../../test/server.ts'

const { app, call, db, tokenOf } = await testServer()
const { id: address_id } = await insertAddress(db)
await insertRow(db, 'municipality', { id: 928, name: 'Kerkrade' })
const number = '0900000001'
const { id: pass_id } = await insertPass(db, { address_id, number })

beforeEach(async () => {
  await clearTables(db, 'roll_issue', 'roll_allowance')
  await insertRow(db, 'roll_allowance', { municipality_id: 917, year: thisYear, rolls: 6 })
})

const rolls = async () => (await call('municipal', findResident, { body: { environmental_pass_number: number } })).rolls
const issue = (count: number) =>
  call('municipal', issueRolls, { body: { environmental_pass_number: number, rolls: count } })
const issueWithKey = async (idempotency_key: string, count: number, person: Person = 'municipal') => {
  const response = await retryWhileBusy(() =>
    app.inject({
      method: 'POST',
      url: fullPath(issueRolls),
      headers: { authorization: `Bearer ${tokenOf.get(person)}`, 'idempotency-key': idempotency_key },
      payload: { environmental_pass_number: number, rolls: count },
    }),
  )
  const { data, ...problem } = response.json()
  return data ?? problem
}
const cancel = ({ request_id }: { request_id?: number | undefined }) =>
  call('municipal', cancelRollIssue, { params: { request_id: String(request_id) } })
/** Sets `requested_at` of each issue of `count` rolls to `seconds` after the start of this year in Dutch time. */
const moveToNewYear = (count: number, seconds: number) =>
  sql`
  update roll_issue set requested_at = dutch_new_year(${thisYear}) + ${seconds} * interval '1 second'
  where rolls = ${count}`.execute(db)

describe('replies about rolls', () => {
  test("count the issues since New Year's Day in Dutch time", async () => {
    await issue(4)
    await moveToNewYear(4, 0)
    expect(await rolls()).toMatchObject({ this_year: 4 })
    await moveToNewYear(4, -1)
    expect(await rolls()).toMatchObject({ this_year: 0 })
  })

  test('leave out the issues of last year, even after a cancellation', async () => {
    await issue(3)
    await moveToNewYear(3, -1)
    expect(await cancel(await issue(1))).toEqual({ rolls_this_year: 0 })
  })

  test('have the allowance of this year and of the municipality of the address', async () => {
    await insertRow(db, 'roll_allowance', { municipality_id: 917, year: thisYear - 1, rolls: 97 })
    await insertRow(db, 'roll_allowance', { municipality_id: 917, year: thisYear + 1, rolls: 98 })
    await insertRow(db, 'roll_allowance', { municipality_id: 928, year: thisYear, rolls: 99 })
    expect(await rolls()).toMatchObject({ allowance: 6 })
    await sql`delete from roll_allowance where municipality_id = 917 and year = ${thisYear}`.execute(db)
    expect(await rolls()).toMatchObject({ allowance: null })
  })

  test('have the last issue that was not cancelled', async () => {
    await issue(1)
    const last = await issue(2)
    expect(await rolls()).toMatchObject({ last_request: { rolls: 2 } })
    await cancel(last)
    expect(await rolls()).toMatchObject({ last_request: { rolls: 1 } })
  })
})

describe('a repeated idempotency key', () => {
  test("returns the rolls since New Year's Day in Dutch time", async () => {
    await issue(1)
    await issueWithKey('night', 2)
    // In UTC both issues are of the old year.
    await moveToNewYear(1, -900)
    await moveToNewYear(2, 900)
    expect(await issueWithKey('night', 2)).toMatchObject({ rolls: 2, rolls_this_year: 2 })
  })

  test('returns a total without cancelled issues, and 409 when its own issue was cancelled', async () => {
    const first = await issue(3)
    await cancel(first)
    const keyed = await issueWithKey('cancelled', 2)
    expect(keyed).toMatchObject({ rolls_this_year: 2 })
    expect(await issueWithKey('cancelled', 2)).toEqual(keyed)
    await cancel(keyed)
    expect(await issueWithKey('cancelled', 2)).toMatchObject({
      status: 409,
      message: 'Deze uitgifte is ongedaan gemaakt. Geef de rollen zo nodig opnieuw uit.',
    })
    expect(await rolls()).toMatchObject({ this_year: 0 })
  })

  test('does not conflict with an equal key of a colleague', async () => {
    const own = await issueWithKey('shared', 2)
    const other = await issueWithKey('shared', 2, 'both')
    expect(other.request_id).not.toBe(own.request_id)
    expect(other).toMatchObject({ rolls_this_year: 4 })
  })
})

test('the week of an issue begins on Monday at midnight in Dutch time', async () => {
  // 00:30 on Monday 5 January 2026 in the Netherlands is 23:30 on Sunday in UTC.
  const issuedAt = { environmental_pass_id: pass_id, employee_id: 1, requested_at: '2026-01-04T23:30:00Z', rolls: 2 }
  await insertRow(db, 'roll_issue', issuedAt)
  const { meta } = await call('municipal', listRollIssues, { query: { from: '2026-01-05', to: '2026-01-05' } })
  expect(meta.weeks).toEqual([{ week: '2026-01-05', rolls: 2 }])
})

describe('rolls count per household', () => {
  let households = 0
  /** Inserts a pass at an address of its own. */
  async function newHousehold() {
    households += 1
    const { id: address_id, alias } = await insertAddress(db, { house_number: 200 + households })
    const old = `08000000${String(households).padStart(2, '0')}`
    await insertPass(db, { address_id, number: old })
    return { address_id, alias, old, next: old.replace(/^08/, '18') }
  }
  const rollsOf = async (environmental_pass_number: string) =>
    (await call('municipal', findResident, { body: { environmental_pass_number } })).rolls
  const issueOn = (environmental_pass_number: string, count: number) =>
    call('municipal', issueRolls, { body: { environmental_pass_number, rolls: count } })
  const replace = (environmental_pass_number: string, new_pass_number: string) =>
    call('municipal', replacePass, { body: { environmental_pass_number, new_pass_number, reason: 'loss' } })

  test('S3.5 S3.6 a replacement pass has the rolls of the previous pass, and gets no more than the allowance', async () => {
    const { old, next } = await newHousehold()
    await issueOn(old, 4)
    await replace(old, next)
    expect(await rollsOf(next)).toMatchObject({ this_year: 4, on_previous_pass: 4, last_request: { rolls: 4 } })
    expect(await issueOn(next, 1)).toMatchObject({ rolls_this_year: 5 })
    await expect(issueOn(next, 2)).rejects.toMatchObject({
      status: 422,
      errors: { rolls: ['Dit huishouden kan dit jaar nog 1 van de 6 rollen krijgen'] },
    })
    const { request_id } = await issueOn(next, 1)
    expect(await rollsOf(next)).toMatchObject({ this_year: 6, on_previous_pass: 4 })
    await expect(issueOn(next, 1)).rejects.toMatchObject({
      errors: { rolls: ['Dit huishouden kan dit jaar niets meer krijgen: het maximum is 6 rollen'] },
    })
    expect(await cancel({ request_id })).toEqual({ rolls_this_year: 5 })
  })

  test('the old pass shows the rolls of the household, and none of them as rolls of a previous pass', async () => {
    const { old, next } = await newHousehold()
    await issueOn(old, 2)
    await replace(old, next)
    await issueOn(next, 1)
    expect(await rollsOf(old)).toMatchObject({ this_year: 3, on_previous_pass: 0 })
  })

  test('a retry returns the rolls of the household at the time of the issue', async () => {
    const { old, next } = await newHousehold()
    await issueOn(old, 3)
    await replace(old, next)
    const send = async () => {
      const response = await app.inject({
        method: 'POST',
        url: fullPath(issueRolls),
        headers: { authorization: `Bearer ${tokenOf.get('municipal')}`, 'idempotency-key': `household-${next}` },
        payload: { environmental_pass_number: next, rolls: 2 },
      })
      return response.json().data
    }
    const first = await send()
    expect(first).toMatchObject({ rolls_this_year: 5 })
    expect(await send()).toEqual(first)
  })

  test('S3.6 the first pass of a new household starts at 0, also when the rolls were issued at the same address', async () => {
    const { alias, old, next } = await newHousehold()
    await issueOn(old, 6)
    await call('municipal', blockPass, { body: { environmental_pass_number: old, reason: 'move' } })
    await call('municipal', issuePass, { body: { alias, new_pass_number: next, name: 'K. Nieuw' } })
    expect(await rollsOf(next)).toMatchObject({ this_year: 0, on_previous_pass: 0, last_request: null })
    expect(await issueOn(next, 6)).toMatchObject({ rolls_this_year: 6 })
  })

  test('a replacement and an issue on the old pass at the same time never exceed the allowance', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { old, next } = await newHousehold()
      await Promise.allSettled([issueOn(old, 4), issueOn(old, 4), replace(old, next)])
      await Promise.allSettled([issueOn(next, 4), issueOn(next, 4), issueOn(next, 2)])
      const { this_year = 0 } = (await rollsOf(next)) ?? {}
      expect(this_year).toBeGreaterThan(0)
      expect(this_year).toBeLessThanOrEqual(6)
    }
  })
})
