import {
  approveAllowance,
  defaultRollWords,
  exportAuditEvents,
  exportRollIssues,
  findResident,
  listAllowances,
  saveAllowance,
  saveAllowanceRule,
  saveRollWords,
  searchAuditEvents,
  showAllowanceRule,
  showMeta,
} from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { thisYear } from '../../test/days-ahead.ts'
import { insertAddress, insertPass, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { call, db, send } = await testServer()
const heerlen = { municipality_id: '917' }
// An administrator who also works at the counter.
await sql`update employee set roles = array['municipal_employee', 'administrator'], name = 'Bo Beheer'
  where email = 'both@loket.example'`.execute(db)
await sql`update employee set name = 'Sam Balie' where email = 'municipal@loket.example'`.execute(db)
await insertAddress(db, { street: 'Markt', city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
// The rule of another municipality does not apply in Heerlen.
await insertRow(db, 'allowance_rule', { municipality_id: 928, changed_by: 'two_employees' })

test('S2.12 S1.3 an administrator at the counter sets the maximum number of rolls of a pass in a year', async () => {
  const { id: address_id } = await insertAddress(db)
  await insertPass(db, { address_id, number: '0900000001' })
  expect(await call('municipal', showAllowanceRule, { params: heerlen })).toEqual({ changed_by: 'administrator' })
  expect(await call('municipal', listAllowances, { params: heerlen })).toEqual(
    [thisYear - 1, thisYear, thisYear + 1].map((year) => ({ year, rolls: null, proposal: null })),
  )
  await call('both', saveAllowance, { params: { ...heerlen, year: String(thisYear) }, body: { rolls: 8 } })
  expect(await call('municipal', listAllowances, { params: heerlen })).toEqual([
    { year: thisYear - 1, rolls: null, proposal: null },
    { year: thisYear, rolls: 8, proposal: null },
    { year: thisYear + 1, rolls: null, proposal: null },
  ])
  const resident = await call('municipal', findResident, { body: { environmental_pass_number: '0900000001' } })
  expect(resident.rolls?.allowance).toBe(8)
})

const allowanceEvents = async () => {
  const body = { from: `${thisYear}-01-01`, to: `${thisYear}-12-31`, action: 'change_allowance' as const }
  return (await call('administrator', searchAuditEvents, { body })).data
}

test('logs the employee who changed the allowance, its municipality and year, and the new number', async () => {
  const before = await allowanceEvents()
  await call('both', saveAllowance, { params: { ...heerlen, year: String(thisYear + 1) }, body: { rolls: 9 } })
  const [event, ...others] = await allowanceEvents()
  expect(others).toEqual(before)
  expect(event).toMatchObject({
    employee: 'Bo Beheer',
    object_kind: 'allowance',
    object_key: `917/${thisYear + 1}`,
    result: 'done',
    old_values: {},
    new_values: { rolls: 9 },
  })
})

test.each(['928', '1', '999999999'])('S6.2 returns 404 for municipality %s', async (municipality_id) => {
  await expect(call('municipal', listAllowances, { params: { municipality_id } })).rejects.toMatchObject({
    status: 404,
  })
  const saving = call('both', saveAllowance, { params: { municipality_id, year: '2026' }, body: { rolls: 1 } })
  await expect(saving).rejects.toMatchObject({ status: 404, message: 'Deze gemeente is niet bekend' })
})

test.each([-1, 100, 1.5, '6', null])('S5.3 rejects %j as an allowance', async (rolls) => {
  const saving = call('both', saveAllowance, {
    params: { ...heerlen, year: '2026' },
    body: { rolls: rolls as number },
  })
  await expect(saving).rejects.toMatchObject({ status: 422, errors: { rolls: [expect.any(String)] } })
})

test.each([thisYear - 2, thisYear + 2])('S5.3 the allowance of %i is neither changed nor approved', async (year) => {
  const params = { ...heerlen, year: String(year) }
  const closed = { status: 422, errors: { year: ['Kies vorig jaar, dit jaar of volgend jaar'] } }
  await expect(call('both', saveAllowance, { params, body: { rolls: 8 } })).rejects.toMatchObject(closed)
  await expect(call('both', approveAllowance, { params, body: { rolls: 8 } })).rejects.toMatchObject(closed)
  expect(await rowsOf(db, sql`select from roll_allowance where year = ${year}`)).toEqual([])
})

test('S6.2 rejects a change by an employee who is no administrator, when the rule does not require two employees', async () => {
  expect(await call('municipal', showAllowanceRule, { params: heerlen })).toEqual({ changed_by: 'administrator' })
  const saving = call('municipal', saveAllowance, { params: { ...heerlen, year: '2026' }, body: { rolls: 1 } })
  await expect(saving).rejects.toMatchObject({ status: 403, message: 'Alleen een beheerder wijzigt dit aantal' })
})

test('S2.12 an administrator sets what the municipality calls its rolls, and the desk and the lists use these words', async () => {
  const words = { roll_singular: 'rol PMD-zakken', roll_plural: 'rollen PMD-zakken' }
  const save = (body: typeof words, person: 'both' | 'municipal' = 'both') =>
    call(person, saveRollWords, { params: heerlen, body })
  await expect(save(words, 'municipal')).rejects.toMatchObject({ status: 403 })
  await expect(save({ ...words, roll_plural: '<b>' })).rejects.toMatchObject({
    errors: { roll_plural: ['Vul 2 tot 40 letters, cijfers of spaties in'] },
  })
  expect(await save(words)).toEqual(words)
  const { municipalities } = await call('municipal', showMeta, {})
  expect(municipalities.map(({ roll_words }) => roll_words)).toEqual([words, defaultRollWords])
  const today = `${thisYear}-01-01`
  const { body: issues } = await send('municipal', exportRollIssues, { body: { from: today, to: today } })
  expect(issues).toContain('"Moment";"Rollen PMD-zakken"')
  const { body: log } = await send('both', exportAuditEvents, { body: { from: today, to: `${thisYear}-12-31` } })
  expect(log).toContain('"Aantal rollen PMD-zakken per huishouden gewijzigd"')
  await save(defaultRollWords)
})

describe('when the rule requires two employees for a change', () => {
  const params = { ...heerlen, year: String(thisYear) }
  const changeBy = (changed_by: 'administrator' | 'two_employees') =>
    call('administrator', saveAllowanceRule, { params: heerlen, body: { changed_by } })
  const propose = (rolls: number | null, person: 'municipal' | 'both' = 'municipal') =>
    call(person, saveAllowance, { params, body: { rolls } })
  const approve = (rolls: number, person: 'municipal' | 'both' = 'both') =>
    call(person, approveAllowance, { params, body: { rolls } })
  const find = async (person: 'municipal' | 'both' = 'both') =>
    (await call(person, listAllowances, { params: heerlen })).find(({ year }) => year === thisYear)

  beforeEach(async () => {
    await changeBy('administrator')
    await call('both', saveAllowance, { params, body: { rolls: 6 } })
    await changeBy('two_employees')
  })

  test('a proposal changes nothing until another employee approves it', async () => {
    expect(await propose(8)).toEqual({ year: thisYear, rolls: 6 })
    const proposal = { rolls: 8, by: 'Sam Balie' }
    expect(await find('municipal')).toEqual({ year: thisYear, rolls: 6, proposal: { ...proposal, own: true } })
    expect(await find()).toEqual({ year: thisYear, rolls: 6, proposal: { ...proposal, own: false } })
    expect(await approve(8)).toEqual({ year: thisYear, rolls: 8 })
    expect(await find()).toEqual({ year: thisYear, rolls: 8, proposal: null })
  })

  test('even an administrator can only propose, and nobody approves their own proposal', async () => {
    expect(await propose(8, 'both')).toEqual({ year: thisYear, rolls: 6 })
    await expect(approve(8)).rejects.toMatchObject({ status: 409 })
    expect(await find()).toMatchObject({ rolls: 6, proposal: { rolls: 8 } })
  })

  test('an approval of a number that is no longer proposed returns 409', async () => {
    await propose(8)
    await propose(9)
    await expect(approve(8)).rejects.toMatchObject({ status: 409 })
    await approve(9)
    await expect(approve(9, 'municipal')).rejects.toMatchObject({ status: 409 })
  })

  test('the same approval again has no effect, until the number is changed', async () => {
    await propose(8)
    const approved = await approve(8)
    const events = () => rowsOf(db, sql`select from audit_event where action = 'approve_allowance'`)
    const before = await events()
    expect(await approve(8)).toEqual(approved)
    expect(await events()).toEqual(before)
    await expect(approve(9)).rejects.toMatchObject({ status: 409 })
    await propose(9)
    await expect(approve(8)).rejects.toMatchObject({ status: 409 })
  })

  test('a proposal, an approval, a withdrawal and a change of the rule concern one year and one municipality', async () => {
    const [clerk, colleague] = await rowsOf<{ id: number }>(
      db,
      sql`select id from employee where email in ('municipal@loket.example', 'both@loket.example') order by email desc`,
    )
    const theirs = { municipality_id: 928, year: thisYear }
    const approved = { municipality_id: 917, year: thisYear - 1 }
    for (const allowance of [theirs, approved]) await insertRow(db, 'roll_allowance', { ...allowance, rolls: 3 })
    await insertRow(db, 'allowance_proposal', { ...theirs, rolls: 4, proposed_by: clerk?.id })
    await insertRow(db, 'allowance_proposal', {
      ...{ ...approved, rolls: 3 },
      ...{ proposed_by: clerk?.id, approved_by: colleague?.id },
    })
    await call('municipal', saveAllowance, { params: { ...heerlen, year: String(thisYear + 1) }, body: { rolls: 12 } })
    const others = () =>
      rowsOf(
        db,
        sql`select municipality_id, year, allowance.rolls, proposal.rolls as proposed, approved_by is not null as approved,
            changed_by
          from roll_allowance allowance
            left join allowance_proposal proposal using (municipality_id, year)
            left join allowance_rule using (municipality_id)
          where municipality_id <> 917 or year <> ${thisYear} order by municipality_id, year`,
      )
    const rule = { changed_by: 'two_employees' }
    const ofLastYear = { ...approved, ...rule, rolls: 3, proposed: 3, approved: true }
    const ofNextYear = {
      ...approved,
      ...rule,
      year: thisYear + 1,
      rolls: expect.any(Number),
      proposed: 12,
      approved: false,
    }
    const ofKerkrade = { ...theirs, ...rule, rolls: 3, proposed: 4, approved: false }
    expect(await call('municipal', listAllowances, { params: heerlen })).toHaveLength(3)
    expect(await call('municipal', showAllowanceRule, { params: heerlen })).toEqual(rule)
    await propose(8)
    await approve(8)
    await propose(9)
    expect(await find()).toMatchObject({ rolls: 8, proposal: { rolls: 9, by: 'Sam Balie' } })
    await propose(10, 'both')
    expect(await find()).toMatchObject({ rolls: 8, proposal: { rolls: 10, by: 'Bo Beheer' } })
    await propose(8)
    expect(await find()).toMatchObject({ rolls: 8, proposal: null })
    expect(await others()).toEqual([ofLastYear, ofNextYear, ofKerkrade])
    await changeBy('administrator')
    const later = { changed_by: 'administrator' }
    expect(await others()).toEqual([
      { ...ofLastYear, ...later },
      { ...ofNextYear, ...later, proposed: null },
      ofKerkrade,
    ])
  })

  test('the first number of a year is proposed, and withdrawn by proposing no number', async () => {
    await sql`delete from roll_allowance`.execute(db)
    expect(await propose(8)).toEqual({ year: thisYear, rolls: null })
    expect(await propose(null, 'both')).toEqual({ year: thisYear, rolls: null })
    expect(await find()).toEqual({ year: thisYear, rolls: null, proposal: null })
    await propose(8)
    await approve(8)
    await expect(propose(null)).rejects.toMatchObject({ errors: { rolls: ['Dit veld is verplicht'] } })
  })

  test('proposing the current number withdraws the proposal', async () => {
    await propose(8)
    await propose(6, 'both')
    expect(await find()).toMatchObject({ rolls: 6, proposal: null })
  })

  test('a change of the rule deletes the proposals that wait', async () => {
    await propose(8)
    await changeBy('administrator')
    expect(await find()).toMatchObject({ rolls: 6, proposal: null })
  })

  test('the log has the old and the new number, and the names of both employees', async () => {
    await propose(8)
    await approve(8)
    const body = { from: `${thisYear}-01-01`, to: `${thisYear}-12-31` }
    const [approved, proposed] = (await call('administrator', searchAuditEvents, { body })).data.filter(
      ({ object_kind }) => object_kind === 'allowance',
    )
    expect([approved, proposed]).toMatchObject([
      {
        action: 'approve_allowance',
        employee: 'Bo Beheer',
        old_values: { rolls: 6 },
        new_values: { rolls: 8, proposed_by: 'Sam Balie' },
      },
      {
        action: 'propose_allowance',
        employee: 'Sam Balie',
        object_name: 'Heerlen',
        old_values: { rolls: 6 },
        new_values: { rolls: 8 },
      },
    ])
  })
})
