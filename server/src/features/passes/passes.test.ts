import {
  addressNoteText,
  cancelRollIssue,
  exportRollIssues,
  findResident,
  findResidentAtAddress,
  fullPath,
  issueRolls,
  listRollIssues,
  listUndoable,
  purposeHeader,
  type RequestInput,
  showResidentName,
} from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { today } from '../../platform/runtime/days.ts'
import { thisYear } from '../../test/days-ahead.ts'
import { insertAddress, insertEmployee, insertPass, insertRow } from '../../test/make.ts'
import { retryWhileBusy, testServer } from '../../test/server.ts'

const { app, call, db, send, tokenOf } = await testServer()
let address_id = 0
let passes = 0

beforeAll(async () => {
  address_id = (await insertAddress(db, { alias: 'home', street: 'Wieënweg', house_number: 12 })).id
  await insertRow(db, 'roll_allowance', { municipality_id: 917, year: thisYear, rolls: 6 })
})

const newPass = async (pass: Partial<Parameters<typeof insertPass>[1]> = {}) => {
  passes += 1
  const number = `09${String(passes).padStart(8, '0')}`
  // An address has at most one active pass.
  const at = passes === 1 ? address_id : (await insertAddress(db, { street: 'Wieënweg', house_number: 12 + passes })).id
  const { id } = await insertPass(db, { address_id: at, number, ...pass })
  return { id, number }
}
const find = (environmental_pass_number: string) =>
  call('municipal', findResident, { body: { environmental_pass_number } })
const issue = (environmental_pass_number: string, rolls: number) =>
  call('municipal', issueRolls, { body: { environmental_pass_number, rolls } })
const issueWithKey = (key: string, environmental_pass_number: string, rolls: number) =>
  retryWhileBusy(() =>
    app.inject({
      method: 'POST',
      url: fullPath(issueRolls),
      headers: { authorization: `Bearer ${tokenOf.get('municipal')}`, 'idempotency-key': key },
      payload: { environmental_pass_number, rolls },
    }),
  )

describe('S7.13 S3.5 S1.5 the resident of a pass', () => {
  test.each(['0900000001', ' 09 0000 0001', '09-0000-0001'])(
    'is found for the pass number %s, with the address and the rolls of this year',
    async (typed) => {
      if (passes === 0) await newPass()
      expect(await find(typed)).toMatchObject({
        environmental_pass_number: '0900000001',
        status: 'active',
        blocked_reason: null,
        replaced_by: null,
        name: 'J. v. d. B•••',
        address: { alias: 'home', street: 'Wieënweg', house_number: 12 },
        rolls: { this_year: 0, allowance: 6, last_request: null },
      })
    },
  )

  test('has only initials and the first letter of the surname, and another call returns the whole name', async () => {
    const { number } = await newPass({ name: 'M. de Wit-Özdemir' })
    expect(await find(number)).toMatchObject({ name: 'M. d. W•••' })
    const whole = { environmental_pass_number: number }
    expect(await call('municipal', showResidentName, { body: whole })).toEqual({ name: 'M. de Wit-Özdemir' })
  })

  test('of an address that was split has its last day, and names the addresses that replaced it', async () => {
    const former = await insertAddress(db, { street: 'Splitsing', house_number: 12 })
    const { id } = await insertAddress(db, { street: 'Splitsing', house_number: 12, house_number_extension: 'A' })
    await insertRow(db, 'address_successor', { former_id: former.id, address_id: id, change: 'split' })
    const { number } = await newPass({ address_id: former.id })
    expect((await find(number)).address_retired_on).toBeNull()
    await sql`update address set retired_on = '2026-03-03' where id = ${former.id}`.execute(db)
    const { address, address_retired_on } = await find(number)
    expect(address_retired_on).toBe('2026-03-03')
    expect(address?.notes?.map(addressNoteText)).toEqual([expect.stringContaining('12 A')])
  })

  test('is found by a number in the form of the municipality; another number gets 422 with advice', async () => {
    const { number } = await newPass()
    await newPass({ number: 'OUD123456' })
    const form = { characters: 'digits', min_length: 10, max_length: 10, prefixes: ['*'], suffixes: ['*'] }
    await insertRow(db, 'pass_form', { municipality_id: 917, ...form })
    const refused = (advice: RegExp) => ({
      status: 422,
      errors: { environmental_pass_number: [expect.stringMatching(advice)] },
    })
    expect(await find(`*${number}*`)).toMatchObject({ environmental_pass_number: number })
    expect(await find('OUD123456')).toMatchObject({ environmental_pass_number: 'OUD123456' })
    await expect(find('101010101')).rejects.toMatchObject(refused(/mist mogelijk een nul vooraan/))
    await expect(find(`#${number}`)).rejects.toMatchObject(refused(/^Voor het pasnummer staat #/))
    await expect(find('9999999999')).rejects.toMatchObject({ status: 404 })
    await sql`delete from pass_form`.execute(db)
    expect((await find(number)).environmental_pass_number).toBe(number)
    await expect(find('101010101')).rejects.toMatchObject({ status: 404 })
  })

  test('has only the fields that this test lists, and no other stored data', async () => {
    const { number } = await newPass()
    await issue(number, 1)
    const fieldsOf = (value: object, above = ''): string[] =>
      Object.entries(value).flatMap(([field, inside]) =>
        inside !== null && typeof inside === 'object' ? fieldsOf(inside, `${above}${field}.`) : `${above}${field}`,
      )
    const wire = await send('municipal', findResident, { body: { environmental_pass_number: number } })
    expect(fieldsOf(wire.json().data).sort()).toEqual([
      'address.alias',
      'address.city',
      'address.house_number',
      'address.house_number_extension',
      'address.location',
      'address.municipality.id',
      'address.municipality.name',
      'address.object_code',
      'address.postal_code',
      'address.street',
      'address_retired_on',
      'blocked_reason',
      'change_id',
      'collection_system',
      'environmental_pass_number',
      'name',
      'replaced_by',
      'rolls.allowance',
      'rolls.last_request.request_id',
      'rolls.last_request.requested_at',
      'rolls.last_request.requested_by',
      'rolls.last_request.rolls',
      'rolls.on_previous_pass',
      'rolls.this_year',
      'status',
    ])
  })

  test('is returned for a blocked pass, with the reason of the block and the replacement pass', async () => {
    const replacement = await newPass()
    const { number } = await newPass({ status: 'blocked', blocked_reason: 'loss', replaced_by_id: replacement.id })
    expect(await find(number)).toMatchObject({
      status: 'blocked',
      blocked_reason: 'loss',
      replaced_by: replacement.number,
    })
  })

  test.each(['', '12345', 'a'.repeat(21), '09 0000/0001', '09%', "1' or '1'='1"])(
    'S5.3 returns 422 for %j as a pass number',
    async (typed) => {
      await expect(find(typed)).rejects.toMatchObject({
        status: 422,
        errors: { environmental_pass_number: [expect.any(String)] },
      })
    },
  )

  test('an active pass counts as expired after its last day, and gets no rolls', async () => {
    const { number } = await newPass({ valid_until: today() })
    expect(await find(number)).toMatchObject({ status: 'active' })
    await sql`update environmental_pass set valid_until = ${today()}::date - 1 where number = ${number}`.execute(db)
    expect(await find(number)).toMatchObject({ status: 'expired' })
    await expect(issue(number, 1)).rejects.toMatchObject({ status: 422, message: 'Deze pas is verlopen' })
  })
})

describe('S7.14 S3.6 S1.5 an issue of rolls', () => {
  test('is stored, and increases the number of rolls of this year', async () => {
    const { number } = await newPass()
    expect(await issue(number, 2)).toEqual({ rolls: 2, request_id: expect.any(Number), rolls_this_year: 2 })
    expect(await issue(number, 1)).toMatchObject({ rolls: 1, rolls_this_year: 3 })
    const { rolls } = await find(number)
    expect(rolls).toMatchObject({
      this_year: 3,
      allowance: 6,
      last_request: { rolls: 1, requested_by: 'Kim de Vries' },
    })
  })

  test('is refused above the allowance of the year, in one sentence with the remaining rolls and the allowance', async () => {
    const { number } = await newPass()
    const refused = (message: string) => ({ status: 422, message, errors: { rolls: [message] } })
    await issue(number, 4)
    await expect(issue(number, 9)).rejects.toMatchObject(
      refused('Dit huishouden kan dit jaar nog 2 van de 6 rollen krijgen'),
    )
    await issue(number, 2)
    await expect(issue(number, 1)).rejects.toMatchObject(
      refused('Dit huishouden kan dit jaar niets meer krijgen: het maximum is 6 rollen'),
    )
  })

  test('is refused in the words of the municipality while nobody chose an allowance, and allowed afterwards', async () => {
    const { number } = await newPass()
    await sql`delete from roll_allowance`.execute(db)
    await sql`update municipality set roll_singular = 'luierzak', roll_plural = 'luierzakken'`.execute(db)
    expect((await find(number)).rolls).toMatchObject({ this_year: 0, allowance: null })
    await expect(issue(number, 1)).rejects.toMatchObject({
      status: 409,
      message:
        'Voor dit jaar is geen aantal luierzakken per huishouden gekozen. Vraag een beheerder om dat in te stellen.',
    })
    await insertRow(db, 'roll_allowance', { municipality_id: 917, year: thisYear, rolls: 6 })
    await expect(issue(number, 7)).rejects.toMatchObject({
      message: 'Dit huishouden kan dit jaar nog 6 van de 6 luierzakken krijgen',
    })
    await sql`update municipality set roll_singular = default, roll_plural = default`.execute(db)
    expect(await issue(number, 1)).toMatchObject({ rolls_this_year: 1 })
  })

  test('never exceeds the allowance when ten requests arrive at once', async () => {
    const { number } = await newPass()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => issueWithKey(`clerk-${at}`, number, 1)))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.sort()).toEqual([...Array(6).fill(200), ...Array(4).fill(422)])
    expect((await find(number)).rolls?.this_year).toBe(6)
  })

  test('does not count for the allowance of the next year', async () => {
    const { number } = await newPass()
    await issue(number, 6)
    await sql`update roll_issue set requested_at = requested_at - interval '1 year'
      where environmental_pass_id = (select id from environmental_pass where number = ${number})`.execute(db)
    expect((await find(number)).rolls?.this_year).toBe(0)
    await issue(number, 6)
  })

  test.each([
    [{ status: 'blocked', blocked_reason: 'theft' } as const, 'Deze pas is geblokkeerd: gestolen'],
    [{ status: 'expired' } as const, 'Deze pas is verlopen'],
  ])('is rejected for a pass with %j, with the reason', async (pass, reason) => {
    const { number } = await newPass(pass)
    await expect(issue(number, 1)).rejects.toMatchObject({
      status: 422,
      message: reason,
      errors: { environmental_pass_number: [reason] },
    })
  })

  test.each(['pas_defect', 'vraag_inwoner', 'aanslag_bezwaar'])(
    'is rejected for the purpose %s, because only the purpose extra_rollen allows rolls',
    async (purpose) => {
      const { number: environmental_pass_number } = await newPass()
      const body = { environmental_pass_number, rolls: 1 }
      await expect(call('municipal', issueRolls, { body }, { [purposeHeader]: purpose })).rejects.toMatchObject({
        status: 422,
        errors: { [purposeHeader]: ['Kies een doel uit de lijst'] },
      })
    },
  )

  test.each([0, -1, 1.5, 100, '2', null])('S5.3 is rejected for %j as the number of rolls', async (rolls) => {
    const { number } = await newPass()
    await expect(issue(number, rolls as number)).rejects.toMatchObject({
      status: 422,
      errors: { rolls: [expect.any(String)] },
    })
  })

  test('is stored once when parallel requests and a later request have the same idempotency key', async () => {
    const { number } = await newPass()
    const answers = await Promise.all(Array.from({ length: 8 }, () => issueWithKey('key-1', number, 2)))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers[0]?.json().data).toMatchObject({ rolls: 2, rolls_this_year: 2 })
    await issue(number, 1)
    expect((await issueWithKey('key-1', number, 2)).json().data).toMatchObject({ rolls_this_year: 2 })
    expect((await find(number)).rolls?.this_year).toBe(3)
  })

  test('returns the first response when its idempotency key is repeated in the next year', async () => {
    const { id, number } = await newPass()
    await issue(number, 1)
    const first = await issueWithKey('new-year', number, 2)
    await sql`update roll_issue set requested_at = requested_at - interval '1 year'
      where environmental_pass_id = ${id}`.execute(db)
    const again = await issueWithKey('new-year', number, 2)
    expect(again.json()).toEqual(first.json())
    expect(again.json().data).toMatchObject({ rolls_this_year: 3 })
  })

  test('returns 409 for an idempotency key that was used with other input, and 422 for a key with a space', async () => {
    const [one, other] = [await newPass(), await newPass()]
    await issueWithKey('key-2', one.number, 2)
    expect((await issueWithKey('key-2', one.number, 3)).statusCode).toBe(409)
    expect((await issueWithKey('key-2', other.number, 2)).statusCode).toBe(409)
    expect((await issueWithKey('with a space', one.number, 2)).statusCode).toBe(422)
  })

  test('is stored for only one pass when parallel requests use one idempotency key for several passes', async () => {
    const passes = await Promise.all(Array.from({ length: 4 }, () => newPass()))
    for (let round = 1; round <= 6; round += 1) {
      const answers = await Promise.all(passes.map(({ number }) => issueWithKey(`round-${round}`, number, 1)))
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409])
    }
  })
})

describe('a resident who forgot the pass', () => {
  const findAt = (alias: string) => call('municipal', findResidentAtAddress, { body: { alias } })
  const lastEvents = async () => {
    const { rows } = await sql`
      select action, purpose, result, object_kind from audit_event order by position desc limit 2`.execute(db)
    return rows
  }

  test('is found by address with the active pass, and gets rolls, and both accesses are logged with their own purpose', async () => {
    const { id: at } = await insertAddress(db, { alias: 'forgot', street: 'Wieënweg', house_number: 901 })
    const later = { issued_on: '2025-01-01', status: 'blocked', blocked_reason: 'loss' }
    await insertPass(db, { address_id: at, number: 'FORGOT1001' })
    await insertPass(db, { address_id: at, number: 'FORGOT1002', ...later })
    const { address, resident } = await findAt('forgot')
    expect(address).toMatchObject({ alias: 'forgot', street: 'Wieënweg', house_number: 901 })
    expect(resident).toMatchObject({ environmental_pass_number: 'FORGOT1001', name: 'J. v. d. B•••', status: 'active' })
    const body = { environmental_pass_number: 'FORGOT1001', rolls: 1 }
    const sent = await send('municipal', issueRolls, { body }, { [purposeHeader]: 'pas_vergeten' })
    expect(sent.statusCode).toBe(200)
    expect(await lastEvents()).toEqual([
      { action: 'request_rolls', purpose: 'pas_vergeten', result: 'done', object_kind: 'pass' },
      { action: 'find_resident', purpose: 'pas_vergeten', result: 'done', object_kind: 'pass' },
    ])
  })

  test('is shown with the active pass, or else with the last pass', async () => {
    const { id: at } = await insertAddress(db, { alias: 'expired', street: 'Wieënweg', house_number: 902 })
    for (const [number, issued_on] of [
      ['EXPIRED1001', '2024-01-01'],
      ['EXPIRED1002', '2025-01-01'],
      ['EXPIRED1003', '2025-01-01'],
      ['EXPIRED1004', '2023-01-01'],
    ] as const)
      await insertPass(db, { address_id: at, number, issued_on, status: 'expired' })
    expect(await findAt('expired')).toMatchObject({
      resident: { environmental_pass_number: 'EXPIRED1003', status: 'expired' },
    })
    await insertPass(db, { address_id: at, number: 'ACTIVE1005', issued_on: '2022-01-01' })
    expect(await findAt('expired')).toMatchObject({ resident: { environmental_pass_number: 'ACTIVE1005' } })
  })

  test('is null at an address without a pass, and the log names the address', async () => {
    await insertAddress(db, { alias: 'no-pass', street: 'Wieënweg', house_number: 903 })
    expect(await findAt('no-pass')).toMatchObject({ address: { alias: 'no-pass' }, resident: null })
    expect((await lastEvents())[0]).toMatchObject({
      purpose: 'pas_vergeten',
      result: 'done',
      object_kind: 'address',
    })
  })
})

describe('cancelling an issue of rolls', () => {
  const cancel = (request_id: number | undefined) =>
    call('municipal', cancelRollIssue, { params: { request_id: String(request_id) } })

  test('restores the rolls within five minutes, and has no effect when it is repeated, also later', async () => {
    const { number } = await newPass()
    await issue(number, 1)
    const { request_id } = await issue(number, 2)
    expect(await cancel(request_id)).toEqual({ rolls_this_year: 1 })
    await sql`update roll_issue set requested_at = now() - interval '6 minutes' where id = ${request_id}`.execute(db)
    expect(await cancel(request_id)).toEqual({ rolls_this_year: 1 })
    await expect(call('both', cancelRollIssue, { params: { request_id: String(request_id) } })).rejects.toMatchObject({
      status: 409,
    })
    expect((await find(number)).rolls?.this_year).toBe(1)
  })
})

describe('the actions that an employee can undo', () => {
  const undoable = (person: 'municipal' | 'both' = 'municipal') => call(person, listUndoable, {})
  const age = (request_id: number | undefined, seconds: number) =>
    sql`update roll_issue set requested_at = now() - make_interval(secs => ${seconds}) where id = ${request_id}`.execute(
      db,
    )

  test("are the employee's issues of the last five minutes, newest first, with the end of a pass number", async () => {
    await sql`delete from roll_issue`.execute(db)
    const { number } = await newPass()
    const { request_id: first } = await issue(number, 1)
    const { request_id: second } = await issue(number, 2)
    await age(first, 100)
    const issued = { kind: 'roll_issue', pass_ending: number.slice(-4), seconds_left: expect.any(Number) }
    const done_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
    const listed = await undoable()
    expect(listed).toEqual([
      { ...issued, id: second, rolls: 2, done_at },
      { ...issued, id: first, rolls: 1, done_at },
    ])
    const [at, earlier] = listed.map((action) => Date.parse(action.done_at ?? ''))
    expect(Math.abs(Number(at) - Number(earlier) - 100_000)).toBeLessThanOrEqual(30_000)
    const [, { seconds_left } = { seconds_left: 0 }] = await undoable()
    expect(seconds_left).toBeGreaterThan(100)
    expect(seconds_left).toBeLessThanOrEqual(200)
    expect(await undoable('both')).toEqual([])
    await age(second, 150)
    expect((await undoable()).map(({ id }) => id)).toEqual([first, second])
  })

  test('exclude cancelled issues, and issues of five minutes ago', async () => {
    await sql`delete from roll_issue`.execute(db)
    const { number } = await newPass()
    const { request_id: cancelled } = await issue(number, 1)
    await call('municipal', cancelRollIssue, { params: { request_id: String(cancelled) } })
    const { request_id: late } = await issue(number, 2)
    await age(late, 300)
    expect(await undoable()).toEqual([])
  })

  test('include the last issue that the card of a pass shows', async () => {
    const { number } = await newPass()
    const { request_id } = await issue(number, 1)
    expect((await find(number)).rolls?.last_request).toMatchObject({ request_id })
    expect((await undoable()).map(({ id }) => id)).toContain(request_id)
  })
})

describe('S2.12 the list of roll issues', () => {
  const listed = (query: RequestInput<typeof listRollIssues>['query']) => call('municipal', listRollIssues, { query })

  test('has the issues of a period, newest first, with totals per week and only the end of each pass number', async () => {
    await sql`delete from roll_issue`.execute(db)
    const { number } = await newPass()
    await issue(number, 1)
    const { request_id } = await issue(number, 2)
    await call('municipal', cancelRollIssue, { params: { request_id: String(request_id) } })
    const { data, meta } = await listed({ from: today(), to: today() })
    expect(data).toMatchObject([
      { rolls: 2, cancelled: true, pass_ending: number.slice(-4), requested_by: 'Kim de Vries' },
      { rolls: 1, cancelled: false },
    ])
    expect(meta).toEqual({
      next: null,
      total_rolls: 1,
      weeks: [{ week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), rolls: 1 }],
    })
    expect((await listed({ from: '2020-01-01', to: '2020-12-31' })).data).toEqual([])
  })

  test('has only the issues of the given employee, and only the issues on passes with the given ending', async () => {
    await sql`delete from roll_issue`.execute(db)
    const [{ number: one }, { number: other }] = [await newPass(), await newPass()]
    await issue(one, 1)
    await issue(other, 2)
    await sql`update employee set name = 'Sem Smit' where id not in (select employee_id from roll_issue)`.execute(db)
    await call('both', issueRolls, { body: { environmental_pass_number: one, rolls: 3 } })
    const on = { from: today(), to: today() }
    const rollsOf = async (criteria: { employee?: string; ending?: string }) => {
      const { data, meta } = await listed({ ...on, ...criteria })
      expect(meta.total_rolls).toBe(data.reduce((sum, { rolls }) => sum + rolls, 0))
      const { body } = await send('municipal', exportRollIssues, { body: { ...on, ...criteria } })
      expect(body.trim().split('\n')).toHaveLength(1 + data.length)
      return data.map(({ rolls }) => rolls)
    }
    expect(await rollsOf({ employee: 'kim de' })).toEqual([2, 1])
    expect(await rollsOf({ ending: one.slice(-4) })).toEqual([3, 1])
    expect(await rollsOf({ employee: 'Kim', ending: one.slice(-4) })).toEqual([1])
    expect(await rollsOf({ employee: '%' })).toEqual([])
    await expect(listed({ ...on, ending: one })).rejects.toMatchObject({
      errors: { ending: ['Vul de laatste vier tekens in van het pasnummer'] },
    })
  })

  test('is sorted by the moment of issue, not by the order of storage', async () => {
    await sql`delete from roll_issue`.execute(db)
    const { number } = await newPass()
    const { request_id: first } = await issue(number, 1)
    const { request_id: second } = await issue(number, 2)
    await sql`update roll_issue set requested_at = requested_at - interval '1 second' where id = ${second}`.execute(db)
    const { data } = await listed({ from: today(), to: today() })
    expect(data.map(({ id }) => id)).toEqual([first, second])
  })

  test('has at most fifty issues per page, and totals of all pages', async () => {
    await sql`delete from roll_issue`.execute(db)
    for (let at = 0; at < 9; at += 1) {
      const { number } = await newPass()
      for (let roll = 0; roll < 6; roll += 1) await issue(number, 1)
    }
    const first = await listed({ from: today(), to: today() })
    const second = await listed({ from: today(), to: today(), cursor: first.meta.next ?? '' })
    expect([first.data.length, second.data.length, second.meta.next]).toEqual([50, 4, null])
    expect(first.meta.total_rolls).toBe(54)
  })

  test.each(['rolls', '-rolls', 'requested_by', '-requested_by', 'pass_ending', '-pass_ending'] as const)(
    'has in the order %s all issues sorted over its pages, and each issue once',
    async (order) => {
      await sql`delete from roll_issue`.execute(db)
      const passes = [await newPass(), await newPass()]
      const employees = [
        await insertEmployee(db, { email: `${crypto.randomUUID()}@heerlen.example`, name: 'anna' }),
        await insertEmployee(db, { email: `${crypto.randomUUID()}@heerlen.example`, name: 'Bea' }),
      ]
      for (let at = 0; at < 53; at += 1) {
        const environmental_pass_id = (passes[at % 2] ?? expect.unreachable()).id
        const employee_id = (employees[at % 3 === 0 ? 0 : 1] ?? expect.unreachable()).id
        await insertRow(db, 'roll_issue', { environmental_pass_id, employee_id, rolls: 1 + (at % 4) })
      }
      const first = await listed({ from: today(), to: today(), order })
      const second = await listed({ from: today(), to: today(), order, cursor: first.meta.next ?? '' })
      const found = [...first.data, ...second.data]
      expect([first.data.length, new Set(found.map(({ id }) => id)).size]).toEqual([50, 53])
      const column = order.replace('-', '') as 'rolls' | 'requested_by' | 'pass_ending'
      const values = found.map((it) => String(it[column]).toLowerCase())
      const ascending = values.toSorted((one, other) => one.localeCompare(other))
      expect(values).toEqual(order.startsWith('-') ? ascending.toReversed() : ascending)
    },
  )

  test('shows each issue once when issues of several pages have the same moment', async () => {
    await sql`delete from roll_issue`.execute(db)
    const { id: environmental_pass_id } = await newPass()
    const { id: employee_id } = await insertEmployee(db, { email: 'gelijk@heerlen.example' })
    const ids: number[] = []
    for (let at = 0; at < 52; at += 1)
      ids.push((await insertRow(db, 'roll_issue', { environmental_pass_id, employee_id, rolls: 1 })).id)
    await sql`update roll_issue set requested_at = now()`.execute(db)
    const first = await listed({ from: today(), to: today() })
    const second = await listed({ from: today(), to: today(), cursor: first.meta.next ?? '' })
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids.toReversed())
  })

  test('has the weeks in order, and no issues of other days or of other municipalities', async () => {
    await sql`delete from roll_issue`.execute(db)
    const { id: own } = await newPass()
    const elsewhere = await insertAddress(db, {
      street: 'Zonstraat',
      city: 'Kerkrade',
      municipality: { id: 928, name: 'Kerkrade' },
      house_number: 2,
    })
    const { id: other } = await newPass({ address_id: elsewhere.id })
    const { id: employee_id } = await insertEmployee(db, { email: 'weken@heerlen.example', name: 'Wil Weken' })
    const insertIssue = (environmental_pass_id: number, requested_at: string, rolls: number) =>
      insertRow(db, 'roll_issue', { environmental_pass_id, employee_id, requested_at, rolls })
    await insertIssue(own, '2024-03-13T10:00:00Z', 1)
    await insertIssue(own, '2024-03-05T10:00:00Z', 2)
    await insertIssue(own, '2024-03-06T10:00:00Z', 3)
    await insertIssue(own, '2024-03-03T22:59:59Z', 4)
    await insertIssue(own, '2024-03-17T23:00:00Z', 5)
    await insertIssue(other, '2024-03-06T10:00:00Z', 6)
    const { data, meta } = await listed({ from: '2024-03-04', to: '2024-03-17' })
    expect(data.map(({ rolls, requested_by }) => [rolls, requested_by])).toEqual(
      [1, 3, 2].map((rolls) => [rolls, 'Wil Weken']),
    )
    expect(meta.weeks).toEqual([
      { week: '2024-03-04', rolls: 5 },
      { week: '2024-03-11', rolls: 1 },
    ])
  })

  test('S5.3 rejects a day in the year 0000', async () => {
    await expect(listed({ from: '0000-01-01', to: today() })).rejects.toMatchObject({
      status: 422,
      errors: { from: ['Deze dag bestaat niet'] },
    })
  })

  test('S5.3 rejects a period that ends before it begins', async () => {
    await expect(listed({ from: '2026-02-01', to: '2026-01-01' })).rejects.toMatchObject({
      errors: { to: ['De laatste dag ligt voor de eerste'] },
    })
  })
})
