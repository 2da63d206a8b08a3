import {
  activatePass,
  type BlockedReason,
  blockPass,
  findResident,
  findResidentAtAddress,
  issuePass,
  issueRolls,
  listPassSystems,
  listUndoable,
  replacePass,
  searchAuditEvents,
  undoPassChange,
} from '@rd4-loket/contract'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { thisYear } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionSystem, insertContainer, insertPass, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'

const { call, db } = await testServer()
await insertAddress(db, { house_number: 999 })
await insertRow(db, 'roll_allowance', { municipality_id: 917, year: thisYear, rolls: 6 })
let passes = 0

/** Inserts a pass at an address of its own. Returns its number and its address. */
async function newPass(pass: Partial<Parameters<typeof insertPass>[1]> = {}) {
  passes += 1
  const number = `09${String(passes).padStart(8, '0')}`
  const { id: address_id } = await insertAddress(db, { house_number: passes })
  await insertPass(db, { address_id, number, ...pass })
  return { number, address_id }
}
let replacements = 0
const newNumber = () => {
  replacements += 1
  return `55${String(replacements).padStart(8, '0')}`
}

const find = (environmental_pass_number: string) =>
  call('municipal', findResident, { body: { environmental_pass_number } })
const block = (environmental_pass_number: string, reason: BlockedReason = 'loss') =>
  call('municipal', blockPass, { body: { environmental_pass_number, reason } })
const replace = (environmental_pass_number: string, new_pass_number: string, reason: BlockedReason = 'defect') =>
  call('both', replacePass, { body: { environmental_pass_number, new_pass_number, reason } })
const undo = (change_id: number, person: 'municipal' | 'both' = 'both') =>
  call(person, undoPassChange, { params: { change_id: String(change_id) } })
const lastEvent = async () => {
  const { rows } = await sql<{ action: string }>`
    select action, result, object_kind, result_count, old_values, new_values, purpose from audit_event
    where log = 'audit' order by position desc limit 1`.execute(db)
  return rows[0]
}

test.each(['loss', 'theft', 'defect', 'move'] as const)(
  'blocks a pass for %s from today on, and logs the status before and after',
  async (reason) => {
    const { number } = await newPass()
    await block(number, reason)
    expect(await lastEvent()).toMatchObject({
      action: 'block_pass',
      result: 'done',
      object_kind: 'pass',
      result_count: 1,
      purpose: 'pas_defect',
      old_values: { status: 'Actief' },
      new_values: { status: expect.stringMatching(/^Geblokkeerd: (verloren|gestolen|defect|verhuizing)$/) },
    })
    expect(await find(number)).toMatchObject({ status: 'blocked', blocked_reason: reason, replaced_by: null })
    const { rows } =
      await sql`select blocked_on = (now() at time zone 'Europe/Amsterdam')::date as today from environmental_pass
      where number = ${number}`.execute(db)
    expect(rows).toEqual([{ today: true }])
  },
)

describe('a retry after a lost reply', () => {
  const notActive = { status: 409, message: 'Deze pas is al niet meer actief. Zoek de pas opnieuw op.' }
  const replaced = { status: 409, message: 'Deze pas is al vervangen. Zoek de pas opnieuw op.' }

  test('of a block returns the stored change, which can still be undone', async () => {
    const { number } = await newPass()
    const { change_id } = await block(number)
    expect(await block(number)).toEqual({ change_id })
    await undo(change_id, 'municipal')
    expect(await find(number)).toMatchObject({ status: 'active' })
  })

  test('of a replacement returns the stored change, also when the old pass was blocked before', async () => {
    for (const pass of [{}, { status: 'blocked', blocked_reason: 'theft' }, { status: 'expired' }]) {
      const { number } = await newPass(pass)
      const next = newNumber()
      const stored = await replace(number, next)
      expect(await replace(number, next)).toEqual(stored)
      expect(await find(next)).toMatchObject({ status: 'active' })
    }
  })

  test('of an activation returns the stored change, whose undo restores the system before', async () => {
    const { number, address_id } = await newPass()
    const system = await insertCollectionSystem(db, { address_id, alias: 'retried' }, [address_id])
    await insertContainer(db, { collection_system_id: system.id, kind: 'ondergronds', volume_litres: 5000 })
    const activate = (collection_system: string | null, person: Person = 'municipal') =>
      call(person, activatePass, { body: { environmental_pass_number: number, collection_system } })
    const stored = await activate('retried')
    expect(await activate('retried')).toEqual(stored)
    await undo(stored.change_id, 'municipal')
    expect(await find(number)).toMatchObject({ collection_system: null })
    const again = await activate('retried')
    expect(again).not.toEqual(stored)
    expect(await activate(null)).not.toEqual(again)
    expect(await activate('retried')).not.toEqual(again)
    expect(await activate('retried', 'both')).not.toEqual(await activate('retried'))
  })

  test('of an undo has no effect, also after five minutes and after a later change of the pass', async () => {
    const { number } = await newPass()
    const { change_id } = await block(number)
    await undo(change_id, 'municipal')
    await block(number, 'theft')
    await sql`update pass_change set changed_at = now() - interval '6 minutes' where id = ${change_id}`.execute(db)
    await undo(change_id, 'municipal')
    expect(await find(number)).toMatchObject({ status: 'blocked', blocked_reason: 'theft' })
    const refused = { status: 409, message: 'Alleen wie dit deed, kan het ongedaan maken' }
    await expect(undo(change_id, 'both')).rejects.toMatchObject(refused)
  })

  test('at the same time as its first request returns the same change', async () => {
    const [blocked, old, next] = [await newPass(), await newPass(), newNumber()]
    const [one, other] = await Promise.all([block(blocked.number), block(blocked.number)])
    expect(one).toEqual(other)
    const [first, second] = await Promise.all([replace(old.number, next), replace(old.number, next)])
    expect(first).toEqual(second)
  })

  test('is refused when a colleague did it, with another reason, or with another new pass', async () => {
    const [blocked, old, next] = [await newPass(), await newPass(), newNumber()]
    await block(blocked.number)
    const byColleague = { environmental_pass_number: blocked.number, reason: 'loss' } as const
    await expect(call('both', blockPass, { body: byColleague })).rejects.toMatchObject(notActive)
    await expect(block(blocked.number, 'theft')).rejects.toMatchObject(notActive)
    await replace(old.number, next)
    const body = { environmental_pass_number: old.number, new_pass_number: next, reason: 'defect' } as const
    await expect(call('municipal', replacePass, { body })).rejects.toMatchObject(replaced)
    await expect(replace(old.number, next, 'loss')).rejects.toMatchObject(replaced)
    await expect(replace(old.number, newNumber())).rejects.toMatchObject(replaced)
  })

  test('of a block is refused after the pass was changed again', async () => {
    const { number } = await newPass()
    await block(number)
    await call('municipal', replacePass, {
      body: { environmental_pass_number: number, new_pass_number: newNumber(), reason: 'loss' },
    })
    await expect(block(number)).rejects.toMatchObject(notActive)
  })
})

test('replaces a pass: blocks the old pass and activates the new pass for the same resident', async () => {
  const { number } = await newPass()
  const next = newNumber()
  await replace(number, next)
  expect(await lastEvent()).toMatchObject({
    action: 'replace_pass',
    result_count: 2,
    old_values: { status: 'Actief' },
    new_values: { status: 'Geblokkeerd: defect, vervangen' },
  })
  expect(await find(number)).toMatchObject({ status: 'blocked', blocked_reason: 'defect', replaced_by: next })
  const { address, name } = await find(number)
  expect(await find(next)).toMatchObject({
    status: 'active',
    replaced_by: null,
    address,
    name,
    rolls: { this_year: 0 },
  })
})

test.each([
  [
    { status: 'blocked', blocked_reason: 'theft' } as const,
    { status: 'blocked', blocked_reason: 'theft' },
    'Geblokkeerd: gestolen',
  ],
  [{ status: 'expired' } as const, { status: 'expired', blocked_reason: null }, 'Vervallen'],
])('replaces a pass with %j, and the old pass keeps that status', async (pass, kept, logged) => {
  const { number } = await newPass(pass)
  const next = newNumber()
  await replace(number, next)
  expect(await lastEvent()).toMatchObject({
    old_values: { status: logged },
    new_values: { status: `${logged}, vervangen` },
  })
  expect(await find(number)).toMatchObject({ ...kept, replaced_by: next })
  expect(await find(next)).toMatchObject({ status: 'active' })
})

test('replaces no pass of a resident who moves or moved away', async () => {
  const message = 'De inwoner is verhuisd. Geef de nieuwe bewoner een ‘Eerste pas’.'
  const { number } = await newPass()
  await expect(replace(number, newNumber(), 'move')).rejects.toMatchObject({ status: 409, message })
  expect(await find(number)).toMatchObject({ status: 'active' })
  await block(number, 'move')
  await expect(replace(number, newNumber(), 'defect')).rejects.toMatchObject({ status: 409, message })
})

test('activates one of two replacements that two desks scan at the same time, and returns 409 to the other desk', async () => {
  const { number, address_id } = await newPass()
  const results = await Promise.allSettled([newNumber(), newNumber()].map((next) => replace(number, next)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find((it) => it.status === 'rejected')?.reason).toMatchObject({
    status: 409,
    message: 'Deze pas is al vervangen. Zoek de pas opnieuw op.',
  })
  const { rows } = await sql`
    select count(*)::int as active from environmental_pass where address_id = ${address_id} and status = 'active'`.execute(
    db,
  )
  expect(rows).toEqual([{ active: 1 }])
})

test('the server does not replace an expired pass when its address has another active pass, and changes nothing', async () => {
  const { address_id } = await newPass()
  const old = newNumber()
  await insertPass(db, { address_id, number: old, status: 'expired' })
  await expect(replace(old, newNumber())).rejects.toMatchObject({
    status: 409,
    message: 'Dit adres heeft al een andere actieve pas. Zoek de pas opnieuw op.',
  })
  expect(await find(old)).toMatchObject({ status: 'expired', replaced_by: null, change_id: null })
})

test('the server does not accept the old pass, or a pass in use, as the new pass', async () => {
  const [{ number }, other] = [await newPass(), await newPass()]
  for (const [next, message] of [
    [number, 'Dit is de oude pas. Scan de nieuwe pas.'],
    [other.number, 'Deze pas is al in gebruik. Neem een andere nieuwe pas.'],
  ] as const)
    await expect(replace(number, next)).rejects.toMatchObject({ status: 422, errors: { new_pass_number: [message] } })
  expect(await find(number)).toMatchObject({ status: 'active' })
})

test('undoes a replacement: the old pass is active again, and the new number is free', async () => {
  const { number } = await newPass()
  const next = newNumber()
  const { change_id } = await replace(number, next)
  expect(await find(next)).toMatchObject({ change_id })
  expect(await call('both', listUndoable, {})).toContainEqual({
    kind: 'replace',
    id: change_id,
    pass_ending: number.slice(-4),
    rolls: null,
    done_at: expect.any(String),
    seconds_left: expect.any(Number),
  })
  await undo(change_id)
  expect(await lastEvent()).toMatchObject({
    action: 'undo_pass_change',
    result_count: 2,
    old_values: { status: 'Geblokkeerd: defect' },
    new_values: { status: 'Actief' },
  })
  expect(await find(number)).toMatchObject({
    status: 'active',
    blocked_reason: null,
    replaced_by: null,
    change_id: null,
  })
  await expect(find(next)).rejects.toMatchObject({ status: 404 })
  await replace(number, next)
})

test('undoes a replacement after a change of the new pass was undone', async () => {
  const { number } = await newPass()
  const next = newNumber()
  const { change_id } = await replace(number, next)
  const { change_id: blocked } = await block(next)
  await expect(undo(change_id)).rejects.toMatchObject({ status: 409 })
  await undo(blocked, 'municipal')
  await undo(change_id)
  expect(await find(number)).toMatchObject({ status: 'active', replaced_by: null })
  await expect(find(next)).rejects.toMatchObject({ status: 404 })
})

test('undoes a block, and no other block', async () => {
  const [{ number }, other] = [await newPass(), await newPass()]
  const { change_id } = await block(number)
  const { change_id: other_id } = await block(other.number)
  await undo(change_id, 'municipal')
  expect(await find(number)).toMatchObject({ status: 'active', blocked_reason: null })
  expect(await find(other.number)).toMatchObject({ status: 'blocked' })
  const undoable = (await call('municipal', listUndoable, {})).map(({ id }) => id)
  expect([undoable.includes(change_id), undoable.includes(other_id)]).toEqual([false, true])
})

test('a change of a pass, and its undo, change no other pass', async () => {
  const [{ number }, other] = [await newPass(), await newPass()]
  const stored = async () => {
    const { rows } = await sql`
      select pass.*, array(select id from pass_change where environmental_pass_id = pass.id) as changes
      from environmental_pass pass where number = ${other.number}`.execute(db)
    return rows
  }
  const before = await stored()
  expect(before).toHaveLength(1)
  await undo((await block(number)).change_id, 'municipal')
  await undo((await replace(number, newNumber())).change_id)
  await replace(number, newNumber())
  expect(await stored()).toEqual(before)
})

test('returns 409 for the undo of a block when the address now has another active pass', async () => {
  const { number, address_id } = await newPass()
  const { change_id } = await block(number)
  const later = newNumber()
  await insertPass(db, { address_id, number: later })
  await expect(undo(change_id, 'municipal')).rejects.toMatchObject({
    status: 409,
    message: 'Dit adres heeft al een andere actieve pas. Zoek de pas opnieuw op.',
  })
  expect(await find(number)).toMatchObject({ status: 'blocked' })
  expect(await find(later)).toMatchObject({ status: 'active' })
})

test('the server does not undo a replacement after rolls were issued on the new pass', async () => {
  const { number } = await newPass()
  const next = newNumber()
  const { change_id } = await replace(number, next)
  await call('both', issueRolls, { body: { environmental_pass_number: next, rolls: 1 } })
  await expect(undo(change_id)).rejects.toMatchObject({
    status: 409,
    message: 'De nieuwe pas is al gebruikt. De vervanging kan niet meer ongedaan worden gemaakt.',
  })
  expect(await find(next)).toMatchObject({ status: 'active' })
})

test('the server does not undo a change after the same pass was changed again', async () => {
  const { number } = await newPass()
  const { change_id: first } = await block(number)
  await call('municipal', replacePass, {
    body: { environmental_pass_number: number, new_pass_number: newNumber(), reason: 'loss' },
  })
  await expect(undo(first, 'municipal')).rejects.toMatchObject({ status: 409 })
})

test('a block by a colleague stays when an earlier change of the pass is undone at the same time', async () => {
  for (let times = 0; times < 20; times += 1) {
    const { number, address_id } = await newPass()
    const system = await insertCollectionSystem(db, { address_id, alias: `race-${times}` }, [address_id])
    await insertContainer(db, { collection_system_id: system.id, kind: 'ondergronds', volume_litres: 5000 })
    const body = { environmental_pass_number: number, collection_system: `race-${times}` }
    const { change_id } = await call('both', activatePass, { body })
    await Promise.allSettled([block(number), undo(change_id)])
    expect(await find(number)).toMatchObject({ status: 'blocked', blocked_reason: 'loss' })
  }
})

test('logs the old and the new pass when a replacement is undone', async () => {
  const subjectsOf = async (access: () => Promise<unknown>) => {
    const { rows: before } = await sql<{ last: number }>`
      select coalesce(max(position), 0) as last from processing_record`.execute(db)
    await access()
    const { rows } = await sql<{ data_subject_id: string }>`
      select data_subject_id from processing_record where position > ${before[0]?.last}`.execute(db)
    return rows.map(({ data_subject_id }) => data_subject_id)
  }
  // Another pass and its replacement. Their ids are lower than the ids of the passes below.
  const other = await newPass()
  await replace(other.number, newNumber())
  const { number } = await newPass()
  const next = newNumber()
  const { change_id } = await replace(number, next)
  const seen = [...(await subjectsOf(() => find(number))), ...(await subjectsOf(() => find(next)))]
  expect((await subjectsOf(() => undo(change_id))).sort()).toEqual(seen.sort())
})

test('activates a pass for one underground system that its address may use, or for all these systems', async () => {
  const { number, address_id } = await newPass()
  const body = { environmental_pass_number: number }
  const system = await insertCollectionSystem(db, { address_id, name: 'Aker 1', alias: 'aker-1' }, [address_id])
  await insertContainer(db, { collection_system_id: system.id, kind: 'ondergronds', volume_litres: 5000 })
  await insertCollectionSystem(db, { address_id, name: 'Aker 2', alias: 'aker-2' })
  const systems = () => call('municipal', listPassSystems, { body })
  expect(await systems()).toEqual([{ alias: 'aker-1', name: 'Aker 1', is_chosen: false }])
  const activate = (collection_system: string | null) =>
    call('municipal', activatePass, { body: { ...body, collection_system } })
  const { change_id } = await activate('aker-1')
  expect(await lastEvent()).toMatchObject({
    action: 'activate_pass',
    old_values: { collection_system: 'Alle' },
    new_values: { collection_system: 'Aker 1' },
  })
  expect(await systems()).toMatchObject([{ is_chosen: true }])
  expect(await find(number)).toMatchObject({ status: 'active', collection_system: 'Aker 1' })
  await expect(activate('aker-2')).rejects.toMatchObject({ status: 422 })
  await undo(change_id, 'municipal')
  expect(await find(number)).toMatchObject({ collection_system: null })
  await activate('aker-1')
  await activate(null)
  expect(await find(number)).toMatchObject({ collection_system: null })
  await block(number)
  await expect(activate('aker-1')).rejects.toMatchObject({
    status: 409,
    message: 'Deze pas is niet meer actief. Zoek de pas opnieuw op.',
  })
})

test('a block of a pass with a later day of issue begins on that day', async () => {
  const { number } = await newPass({ issued_on: '2999-01-01' })
  await block(number)
  const { rows } = await sql`select blocked_on::text from environmental_pass where number = ${number}`.execute(db)
  expect(rows).toEqual([{ blocked_on: '2999-01-01' }])
})

test('undoes the last two changes of a pass one after the other, newest first', async () => {
  const { number, address_id } = await newPass()
  const system = await insertCollectionSystem(db, { address_id, alias: 'aker-3' }, [address_id])
  await insertContainer(db, { collection_system_id: system.id, kind: 'ondergronds', volume_litres: 5000 })
  const { change_id: first } = await call('municipal', activatePass, {
    body: { environmental_pass_number: number, collection_system: 'aker-3' },
  })
  const { change_id: second } = await block(number)
  const undoable = async () => (await call('municipal', listUndoable, {})).map(({ id }) => id)
  expect((await undoable()).slice(0, 2)).toEqual([second, first])
  await undo(second, 'municipal')
  expect(await undoable()).not.toContain(second)
  expect(await find(number)).toMatchObject({ status: 'active', collection_system: 'Aker 1', change_id: first })
  await undo(first, 'municipal')
  expect(await find(number)).toMatchObject({ collection_system: null, change_id: null })
})

test('lists only systems with an underground container that is in use, sorted by name', async () => {
  const { number, address_id } = await newPass()
  const { address_id: neighbour } = await newPass()
  const drum = { kind: 'ondergronds', volume_litres: 5000 }
  const insertSystem = async (name: string, container: object, user = address_id) => {
    const { id } = await insertCollectionSystem(db, { address_id, name, alias: name }, [user])
    await insertContainer(db, { collection_system_id: id, ...container })
  }
  await insertSystem('Zon', drum)
  await insertSystem('Berg', drum)
  await insertSystem('Gesloten', { ...drum, removed_on: '2025-01-01' })
  await insertSystem('Bovengronds', { kind: 'minicontainer', volume_litres: 240 })
  await insertSystem('Buren', drum, neighbour)
  const body = { environmental_pass_number: number }
  const choose = (collection_system: string) =>
    call('municipal', activatePass, { body: { ...body, collection_system } })
  await choose('Zon')
  expect(await call('municipal', listPassSystems, { body })).toEqual([
    { alias: 'Berg', name: 'Berg', is_chosen: false },
    { alias: 'Zon', name: 'Zon', is_chosen: true },
  ])
  await expect(choose('Gesloten')).rejects.toMatchObject({
    errors: { collection_system: ['Dit adres mag dit verzamelsysteem niet gebruiken'] },
  })
})

test('lists the changes and issues that the employee made in the last five minutes, newest first', async () => {
  await sql`delete from roll_issue`.execute(db)
  await sql`delete from pass_change`.execute(db)
  const age = (change_id: number, seconds: number) =>
    sql`update pass_change set changed_at = now() - make_interval(secs => ${seconds}) where id = ${change_id}`.execute(
      db,
    )
  const made: { number: string; change_id: number }[] = []
  for (const seconds of [300, 100.1, 20]) {
    const { number } = await newPass()
    const { change_id } = await block(number)
    await age(change_id, seconds)
    made.push({ number, change_id })
  }
  const [, early, late] = made
  const { number } = await newPass()
  const { request_id } = await call('municipal', issueRolls, { body: { environmental_pass_number: number, rolls: 1 } })
  await sql`update roll_issue set requested_at = now() - interval '60 seconds' where id = ${request_id}`.execute(db)
  const listed = await call('municipal', listUndoable, {})
  expect(listed.map(({ kind, id, pass_ending }) => [kind, id, pass_ending])).toEqual([
    ['block', late?.change_id, late?.number.slice(-4)],
    ['roll_issue', request_id, number.slice(-4)],
    ['block', early?.change_id, early?.number.slice(-4)],
  ])
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from changed_at + interval '5 minutes' - clock_timestamp())::float as seconds
    from pass_change where id = ${early?.change_id}`.execute(db)
  const seconds_left = listed.at(-1)?.seconds_left
  expect(seconds_left).toBeGreaterThanOrEqual(rows[0]?.seconds ?? Infinity)
  expect(seconds_left).toBeLessThanOrEqual(200)
  expect(await call('both', listUndoable, {})).toEqual([])
})

describe('the first pass of an address', () => {
  let addresses = 0
  const newAddress = async () => {
    addresses += 1
    return insertAddress(db, { street: 'Zonder pas', house_number: addresses, alias: `passless-${addresses}` })
  }
  const issue = (alias: string, new_pass_number: string, name = 'J. van den Berg', person: Person = 'both') =>
    call(person, issuePass, { body: { alias, new_pass_number, name } })
  const findAt = (alias: string) => call('municipal', findResidentAtAddress, { body: { alias } })
  const residentsAt = async (address_id: number) => {
    const { rows } = await sql`select name from resident where address_id = ${address_id}`.execute(db)
    return rows
  }

  test('is issued to the new resident after the former resident moved, also after an earlier replacement', async () => {
    const { alias } = await newAddress()
    const [lost, moved, next] = [newNumber(), newNumber(), newNumber()]
    await issue(alias, lost, 'P. Vorige')
    await replace(lost, moved, 'loss')
    await expect(issue(alias, next, 'N. Nieuw')).rejects.toMatchObject({ status: 409 })
    await block(moved, 'move')
    expect(await findAt(alias)).toMatchObject({ resident: null })
    await issue(alias, next, 'N. Nieuw')
    expect(await find(next)).toMatchObject({ status: 'active', name: 'N. N•••' })
    expect(await findAt(alias)).toMatchObject({ resident: { environmental_pass_number: next, name: 'N. N•••' } })
    await expect(issue(alias, newNumber(), 'N. Nieuw')).rejects.toMatchObject({ status: 409 })
  })

  test('is issued to the named resident as an active pass, and the log has its status before and after', async () => {
    const { alias } = await newAddress()
    const number = newNumber()
    const { change_id } = await issue(alias, number, '  M. Ümit-de Wit ')
    expect(await lastEvent()).toMatchObject({
      action: 'issue_pass',
      result: 'done',
      object_kind: 'pass',
      result_count: 1,
      purpose: 'eerste_pas',
      old_values: { status: 'Geen pas' },
      new_values: { status: 'Actief', address: alias },
    })
    const body = { from: `${thisYear}-01-01`, to: `${thisYear}-12-31` }
    const [shown] = (await call('administrator', searchAuditEvents, { body })).data
    expect(shown).toMatchObject({
      action: 'issue_pass',
      new_values: { address: expect.stringMatching(/^Zonder pas \d/) },
    })
    expect(await find(number)).toMatchObject({
      status: 'active',
      name: 'M. Ü. W•••',
      address: { alias },
      rolls: { this_year: 0 },
      change_id,
    })
    expect(await findAt(alias)).toMatchObject({ resident: { environmental_pass_number: number } })
    expect(await call('both', listUndoable, {})).toContainEqual({
      kind: 'issue',
      id: change_id,
      pass_ending: number.slice(-4),
      rolls: null,
      done_at: expect.any(String),
      seconds_left: expect.any(Number),
    })
  })

  test('is issued once when the same employee repeats the call; another name or employee gets 409', async () => {
    const { id, alias } = await newAddress()
    const number = newNumber()
    const first = await issue(alias, number)
    expect(await issue(alias, number)).toEqual(first)
    expect(await residentsAt(id)).toHaveLength(1)
    const later = { status: 409, message: 'Dit adres heeft inmiddels een milieupas. Zoek het adres opnieuw op.' }
    await expect(issue(alias, number, 'P. Janssen')).rejects.toMatchObject(later)
    await expect(issue(alias, number, undefined, 'municipal')).rejects.toMatchObject(later)
    await expect(issue(alias, newNumber())).rejects.toMatchObject(later)
    // The same number at another address is not a repeat.
    await expect(issue((await newAddress()).alias, number)).rejects.toMatchObject({ status: 422 })
  })

  test('is issued at one of two addresses when two desks scan its number at the same time; the other desk gets 422', async () => {
    const number = newNumber()
    const addresses = [await newAddress(), await newAddress()]
    const results = await Promise.allSettled(addresses.map(({ alias }) => issue(alias, number)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 422, errors: { new_pass_number: ['Deze pas is al in gebruik. Neem een andere nieuwe pas.'] } },
    })
  })

  test('is issued once when two desks issue a pass at one address at the same time; the other desk gets 409', async () => {
    const { id, alias } = await newAddress()
    const results = await Promise.allSettled(
      (['both', 'municipal'] as const).map((person) => issue(alias, newNumber(), undefined, person)),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((it) => it.status === 'rejected')?.reason).toMatchObject({ status: 409 })
    expect(await residentsAt(id)).toHaveLength(1)
  })

  test.each(['blocked', 'expired'] as const)('is not issued at an address with a pass that is %s', async (status) => {
    const { id: address_id, alias } = await newAddress()
    const blocked_reason = status === 'blocked' ? 'loss' : null
    await insertPass(db, { address_id, number: newNumber(), status, blocked_reason })
    await expect(issue(alias, newNumber())).rejects.toMatchObject({ status: 409 })
    expect(await residentsAt(address_id)).toHaveLength(1)
  })

  test('has a number that no pass has, and a rejected call stores no resident', async () => {
    const { id, alias } = await newAddress()
    const { number } = await newPass()
    await expect(issue(alias, number)).rejects.toMatchObject({
      status: 422,
      errors: { new_pass_number: ['Deze pas is al in gebruik. Neem een andere nieuwe pas.'] },
    })
    expect(await residentsAt(id)).toEqual([])
  })

  test.each([
    ['', 'Dit veld is verplicht'],
    ['0101010101', 'Een naam heeft geen cijfers. Vul de naam van de inwoner in'],
  ])('has the name of its resident: %j is rejected', async (name, message) => {
    const { alias } = await newAddress()
    await expect(issue(alias, newNumber(), name)).rejects.toMatchObject({ status: 422, errors: { name: [message] } })
  })

  test('is not issued at a retired address, or in another municipality', async () => {
    const { id, alias } = await newAddress()
    await sql`update address set retired_on = '2026-01-01' where id = ${id}`.execute(db)
    const kerkrade = await insertAddress(db, {
      street: 'Elders',
      municipality: { id: 928, name: 'Kerkrade' },
      city: 'Kerkrade',
    })
    for (const unknown of [alias, kerkrade.alias])
      await expect(issue(unknown, newNumber(), undefined, 'municipal')).rejects.toMatchObject({
        status: 404,
        message: 'Dit adres is niet bekend in uw gemeente',
      })
  })

  test('is deleted with its resident when its issue is undone, and the number is free again', async () => {
    const [{ id, alias }, other] = [await newAddress(), await newAddress()]
    const [number, otherNumber] = [newNumber(), newNumber()]
    await issue(other.alias, otherNumber)
    const { change_id } = await issue(alias, number)
    await expect(undo(change_id, 'municipal')).rejects.toMatchObject({ status: 409 })
    await undo(change_id)
    expect(await lastEvent()).toMatchObject({
      action: 'undo_pass_change',
      result_count: 1,
      old_values: { status: 'Actief' },
      new_values: { status: 'Geen pas' },
    })
    await expect(find(number)).rejects.toMatchObject({ status: 404 })
    expect(await residentsAt(id)).toEqual([])
    expect(await find(otherNumber)).toMatchObject({ status: 'active' })
    await expect(undo(change_id)).rejects.toMatchObject({ status: 404 })
    await issue(alias, number)
  })

  test('leaves a resident with an objection that was handed over when its issue is undone', async () => {
    const { id, alias } = await newAddress()
    const number = newNumber()
    const { change_id } = await issue(alias, number)
    await sql`
      insert into objection_handover (resident_id, address_id, year, note, handed_over_by)
      select resident.id, address_id, 2025, 'Twee keer geteld', (select min(id) from employee)
      from resident where address_id = ${id}`.execute(db)
    await undo(change_id)
    await expect(find(number)).rejects.toMatchObject({ status: 404 })
    expect(await residentsAt(id)).toHaveLength(1)
  })

  test('stays when rolls were issued on it, or when an employee or an import changed it', async () => {
    const used = {
      status: 409,
      message: 'De pas is al gebruikt of gewijzigd. De uitgifte van de pas kan niet meer ongedaan worden gemaakt.',
    }
    const blockByImport = (number: string) =>
      sql`update environmental_pass set status = 'blocked', blocked_reason = 'loss' where number = ${number}`.execute(
        db,
      )
    const number = newNumber()
    const { change_id } = await issue((await newAddress()).alias, number)
    await blockByImport(number)
    await expect(undo(change_id)).rejects.toMatchObject(used)
    expect(await find(number)).toMatchObject({ status: 'blocked' })

    const changed = newNumber()
    const { change_id: changed_id } = await issue((await newAddress()).alias, changed)
    const { change_id: blocked_id } = await block(changed)
    await expect(undo(changed_id)).rejects.toMatchObject({ status: 409 })
    await undo(blocked_id, 'municipal')
    await call('both', issueRolls, { body: { environmental_pass_number: changed, rolls: 1 } })
    await expect(undo(changed_id)).rejects.toMatchObject(used)
    expect(await find(changed)).toMatchObject({ status: 'active' })
  })

  test('is deleted when its only change was undone', async () => {
    const number = newNumber()
    const { change_id } = await issue((await newAddress()).alias, number)
    await undo((await block(number)).change_id, 'municipal')
    await undo(change_id)
    await expect(find(number)).rejects.toMatchObject({ status: 404 })
  })

  test('is deleted without its resident when an import gave that resident another pass', async () => {
    const { id: address_id, alias } = await newAddress()
    const number = newNumber()
    const { change_id } = await issue(alias, number)
    await sql`
      insert into environmental_pass (number, resident_id, address_id, status, issued_on)
      select ${newNumber()}, id, ${address_id}, 'expired', '2020-01-01' from resident where address_id = ${address_id}`.execute(
      db,
    )
    await undo(change_id)
    expect(await residentsAt(address_id)).toHaveLength(1)
  })
})
