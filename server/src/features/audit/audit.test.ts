import { createHash } from 'node:crypto'
import {
  type AuditEntry,
  checkLogs,
  defaultOfficeHours,
  exportAuditEvents,
  findResident,
  listAddressClearances,
  listAddressEquipment,
  listLogs,
  purposeHeader,
  type Reply,
  reviewMonth,
  saveOfficeHours,
  searchAuditEvents,
  showBill,
  showMonth,
  showOfficeHours,
  showResidentName,
  showSubjectReport,
} from '@rd4-loket/contract'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { everyMunicipality } from '../../domain/places/in-municipality.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LoggedAccess } from '../../platform/http/api.ts'
import { today } from '../../platform/runtime/days.ts'
import { thisYear } from '../../test/days-ahead.ts'
import {
  insertAddress,
  insertCollectionArea,
  insertEmployee,
  insertOccupancy,
  insertPass,
  insertRow,
} from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'
import { makePassNamer } from './audit.ts'

const { call, db, send } = await testServer()
const pass = { environmental_pass_number: '0101010101' }
const other = { environmental_pass_number: '0202020202' }
const unknown = { environmental_pass_number: '9999999999' }
const elsewhere = { environmental_pass_number: '0404040404' }
const period = { from: `${thisYear}-01-01`, to: `${thisYear}-12-31` }

beforeAll(async () => {
  const { id: address_id } = await insertAddress(db, {})
  const kerkrade = await insertAddress(db, { city: 'Kerkrade', municipality: { id: 928, name: 'Kerkrade' } })
  await insertPass(db, { address_id, number: pass.environmental_pass_number })
  // An address has at most one active pass.
  await insertPass(db, { address_id, number: other.environmental_pass_number, status: 'expired' })
  await insertPass(db, { address_id: kerkrade.id, number: elsewhere.environmental_pass_number })
  await sql`update employee set name = 'Noor Balie' where email = 'municipal@loket.example'`.execute(db)
  for (const body of [pass, pass, other]) await call('municipal', findResident, { body })
  await call('municipal', showResidentName, { body: pass })
  await send('municipal', findResident, { body: unknown })
  await call('both', findResident, { body: pass })
})

const search = async (filter: object = {}) =>
  (await call('administrator', searchAuditEvents, { body: { ...period, ...filter } })).data
const seen = async (filter: object = {}) =>
  (await search(filter)).map(({ employee, action, result }) => `${employee} ${action} ${result}`)

describe('the audit log', () => {
  test('finds accesses by pass number, even when the pass does not exist', async () => {
    expect(await seen(pass)).toEqual([
      'Kim de Vries find_resident done',
      'Noor Balie show_resident_name done',
      'Noor Balie find_resident done',
      'Noor Balie find_resident done',
    ])
    expect(await seen(unknown)).toEqual(['Noor Balie find_resident not_found'])
  })

  test('finds entries by employee, by action and by day', async () => {
    const { id } = await rowOf(db, sql<{ id: number }>`select id from employee where name = 'Noor Balie'`)
    expect(await search({ employee_id: id })).toHaveLength(5)
    expect(await seen({ employee_id: id, action: 'show_resident_name' })).toHaveLength(1)
    expect(await seen({ from: '2020-01-01', to: '2020-12-31' })).toEqual([])
  })

  test('returns the purpose, the IP address and the request id of an entry', async () => {
    const [event] = await search({ ...pass, action: 'show_resident_name' })
    expect(event).toMatchObject({
      purpose: 'extra_rollen',
      origin: '127.0.0.1',
      result_count: 1,
      object_kind: 'pass',
      trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test('returns pages that contain each entry once, the latest moment first, also of entries at one moment', async () => {
    await sql`insert into audit_event (log, trace_id, happened_at, employee_key, action, result, origin)
      select 'audit', gen_random_uuid(), now() - n % 7 * interval '1 second', audit_key, 'export', 'done', 'test'
      from employee, generate_series(1, 120) n where email = 'municipal@loket.example'`.execute(db)
    const positions: number[] = []
    const moments: string[] = []
    let next: string | null = null
    do {
      const body = { ...period, action: 'export' as const, cursor: next }
      const found: Reply<typeof searchAuditEvents> = await call('administrator', searchAuditEvents, { body })
      positions.push(...found.data.map(({ position }) => position))
      moments.push(...found.data.map(({ happened_at }) => happened_at))
      next = found.meta.next
    } while (next)
    expect([positions.length, new Set(positions).size]).toEqual([120, 120])
    expect(moments).toEqual(moments.toSorted().reverse())
  })

  test('returns only the accesses of employees of the administrator’s own municipality', async () => {
    await sql`update employee set municipality_id = 928 where email = 'both@loket.example'`.execute(db)
    expect(await seen(pass)).not.toContain('Kim de Vries find_resident done')
  })

  test('is exported without the pass number, and with a quote before a cell that a spreadsheet would execute', async () => {
    await sql`update employee set name = '=1+1;"x"' where name = 'Noor Balie'`.execute(db)
    const response = await send('administrator', exportAuditEvents, {
      body: { ...period, ...pass, action: 'show_resident_name' },
    })
    const rows: Record<string, string>[] = parse(response.body, { delimiter: ';', bom: true, columns: true })
    expect(rows).toEqual([
      {
        Tijdstip: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
        Medewerker: `'=1+1;"x"`,
        Handeling: 'Hele naam bekeken',
        Doel: 'Extra rollen',
        Resultaat: 'Gelukt',
        Aantal: '1',
        Waarvan: '',
        Soort: 'pass',
        Sleutel: expect.stringMatching(/^[0-9a-f]{16,}$/),
        Was: '',
        'Is nu': '',
        Herkomst: '="127.0.0.1"',
        Kenmerk: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
    expect(response.body).not.toContain(pass.environmental_pass_number)
    const [exported, looked] = await search()
    expect(exported).toMatchObject({ action: 'export', object_key: 'logboek', result_count: 1 })
    expect(looked).toMatchObject({ action: 'export_audit_events', object_kind: 'pass', result_count: 1 })
    await sql`update employee set name = 'Noor Balie' where name = '=1+1;"x"'`.execute(db)
  })

  test('is exported completely when it has more entries than one query reads', async () => {
    await sql`insert into audit_event (log, trace_id, employee_key, action, result, origin)
      select 'audit', gen_random_uuid(), audit_key, 'exceed_pass_limit', 'refused', 'test'
      from employee, generate_series(1, 2300) where email = 'municipal@loket.example'`.execute(db)
    const { body } = await send('administrator', exportAuditEvents, {
      body: { ...period, action: 'exceed_pass_limit' },
    })
    expect(body.trimEnd().split('\r\n')).toHaveLength(1 + 2300)
  })

  test('has no entries of the security log, which has no entries of the audit log', async () => {
    await sql`insert into audit_event (log, trace_id, employee_key, action, result, origin)
      select 'security', gen_random_uuid(), audit_key, 'log_in', 'done', 'test'
      from employee where email = 'municipal@loket.example'`.execute(db)
    const actionsIn = async (log: 'audit' | 'security') => (await search({ log })).map(({ action }) => action)
    expect(await actionsIn('audit')).not.toContain('log_in')
    expect(await actionsIn('security')).toEqual(['log_in'])
  })

  test('records a search by a pass as an access only when it returns an entry about that pass', async () => {
    const pass = { environmental_pass_number: '0505050505' }
    const processings = async () => (await rowsOf(db, sql`select from processing_record`)).length
    const before = await processings()
    expect(await search(pass)).toEqual([])
    expect(await search({ ...pass, action: 'find_resident' })).toEqual([])
    expect(await processings()).toBe(before)
  })

  test('S5.3 rejects a period that ends before it begins', async () => {
    await expect(search({ from: '2026-02-01', to: '2026-01-01' })).rejects.toMatchObject({
      status: 422,
      errors: { to: ['De laatste dag ligt voor de eerste'] },
    })
  })
})

describe('an entry names', () => {
  const noorBalie = () =>
    rowOf(db, sql<{ id: number; audit_key: string }>`select id, audit_key from employee where name = 'Noor Balie'`)
  /** Logs an event about an object, and returns the entry about it. */
  const entryAbout = async (object_kind: string, object_key: string) => {
    await insertRow(db, 'audit_event', {
      log: 'audit',
      trace_id: crypto.randomUUID(),
      employee_key: (await noorBalie()).audit_key,
      action: 'export',
      object_kind,
      object_key,
      result: 'done',
      origin: 'test',
    })
    return (await search({ action: 'export' }))[0]
  }

  test.each<[string, (noor: { id: number; audit_key: string }) => [kind: string, key: string], string | null]>([
    ['its employee', ({ audit_key }) => ['employee', audit_key], 'Noor Balie'],
    ['the employee of a reviewed month', ({ id }) => ['employee_month', `${id} 2026-01`], 'Noor Balie'],
    ['its municipality', () => ['allowance', '917/2026'], 'Heerlen'],
    ['its list', () => ['list', 'addresses'], 'addresses'],
    ['nothing for an object that does not exist', () => ['card', '999999'], null],
    ['nothing for a key that is not a number', () => ['allowance', 'none'], null],
    ['nothing for a pass', () => ['pass', 'f00d'], null],
  ])('%s', async (_, objectOf, name) => {
    const [object_kind, object_key] = objectOf(await noorBalie())
    expect(await entryAbout(object_kind, object_key)).toMatchObject({ object_key, object_name: name })
  })

  test('its collection area, its card, and the municipality of a change of collection days', async () => {
    // The other areas, cards and changes have names and municipalities that are wrong for the entries.
    const areas = [await insertCollectionArea(db, { name: 'Noord' }), await insertCollectionArea(db, { name: 'Zuid' })]
    const cards = []
    for (const title of ['Feestdag', 'Storing'])
      cards.push(
        await insertRow(db, 'card', {
          ...{
            title,
            html: '',
            places: ['dashboard'],
            shown_from: '2026-01-01T00:00Z',
            shown_until: '2026-01-02T00:00Z',
          },
        }),
      )
    const changes = []
    for (const municipality_id of [928, 917])
      changes.push(await insertRow(db, 'collection_change', { municipality_id, kind: 'planner' }))
    for (const [kind, objects, names] of [
      ['collection_area', areas, ['Noord', 'Zuid']],
      ['collection_rules', areas, ['Noord', 'Zuid']],
      ['card', cards, ['Feestdag', 'Storing']],
      ['notice', cards, ['Feestdag', 'Storing']],
      ['collection_change', changes, ['Kerkrade', 'Heerlen']],
    ] as const)
      for (const [at, { id }] of objects.entries())
        expect(await entryAbout(kind, `${id}`)).toMatchObject({ object_name: names[at] })
  })

  test('the address with its extension', async () => {
    const { id: address_id, alias } = await insertAddress(db, { house_number: 7, house_number_extension: '2' })
    await insertOccupancy(db, { address_id, first_day: '2020-01-01' })
    await call('bsgw', listAddressEquipment, { params: { alias } })
    expect((await search({ action: 'show_equipment' }))[0]?.object_name).toBe('Akerstraat 7-2, Heerlen')
  })
})

describe('the report for a data subject', () => {
  test('lists each action with its purpose, and without the employee', async () => {
    const report = await call('administrator', showSubjectReport, { body: other })
    expect(report).toEqual([{ at: expect.any(String), action: 'find_resident', purpose: 'extra_rollen' }])
    const again = await call('administrator', showSubjectReport, { body: other })
    expect(again.map(({ action, purpose }) => [action, purpose])).toEqual([
      ['show_subject_report', 'inzageverzoek'],
      ['find_resident', 'extra_rollen'],
    ])
  })

  test('lists the accesses to the current household of the pass holder, each call once', async () => {
    const { id: address_id, alias } = await insertAddress(db, { house_number: 9 })
    const params = { alias }
    const question = { [purposeHeader]: 'aanslag_vraag' }
    const objection = { [purposeHeader]: 'aanslag_bezwaar' }
    const former = await insertOccupancy(db, { address_id, first_day: '2020-01-01' })
    await call('bsgw', listAddressEquipment, { params }, question)
    await sql`update occupancy set last_day = '2025-05-31' where id = ${former.id}`.execute(db)
    // The size of the current household changed: one household with two occupancies.
    const current = { address_id, subject_id: 'current' }
    const first = await insertOccupancy(db, { ...current, first_day: '2025-06-01' })
    await call('bsgw', showBill, { params, query: { year: '2025' } }, objection)
    await sql`update occupancy set last_day = '2025-12-31' where id = ${first.id}`.execute(db)
    await insertOccupancy(db, { ...current, first_day: '2026-01-01' })
    await call('bsgw', listAddressClearances, { params, query: {} }, question)
    await insertPass(db, { address_id, number: '0505050505' })
    await insertPass(db, { address_id, number: '0606060606', status: 'blocked', blocked_reason: 'move' })
    const actionsOf = async (number: string) =>
      (await call('administrator', showSubjectReport, { body: { environmental_pass_number: number } })).map(
        ({ action, purpose }) => `${action} ${purpose}`,
      )
    const accesses = ['list_clearances aanslag_vraag', 'show_bill aanslag_bezwaar']
    expect(await actionsOf('0505050505')).toEqual(accesses)
    expect(await actionsOf('0505050505')).toEqual(['show_subject_report inzageverzoek', ...accesses])
    // The holder of this pass moved away, so another household lives there now.
    expect(await actionsOf('0606060606')).toEqual([])
  })

  test('returns the same 404 for a pass of another municipality and for an unknown pass', async () => {
    for (const body of [elsewhere, unknown])
      await expect(call('administrator', showSubjectReport, { body })).rejects.toMatchObject({
        status: 404,
        message: 'Deze pas is niet bekend',
      })
  })
})

describe('the review of a month', () => {
  const month = today().slice(0, 7)
  const inMonth = async (wanted = month) =>
    (await call('administrator', showMonth, { params: { month: wanted } })).find(({ name }) => name === 'Noor Balie')

  beforeAll(async () => {
    await sql`insert into audit_event (log, happened_at, trace_id, employee_key, action, object_key, result, origin)
      select 'audit', moment, gen_random_uuid(), audit_key, 'find_resident', 'f00d', 'done', 'test'
      from employee, unnest(array[
        -- On Wednesday: two moments within office hours, one before and one after. The last moment is on Saturday.
        '2026-01-07 07:00', '2026-01-07 18:59', '2026-01-07 06:59', '2026-01-07 19:00', '2026-01-10 12:00',
        -- In Dutch local time, the first two are just within the month, and the last two just outside the month.
        '2026-01-01 00:00', '2026-01-31 23:59', '2025-12-31 23:59', '2026-02-01 00:00'
      ]::timestamp[]) as local, lateral (select local at time zone 'Europe/Amsterdam' as moment) moments
      where name = 'Noor Balie'`.execute(db)
  })

  test('counts lookups, names that were shown, failed lookups, repeated passes and lookups outside office hours', async () => {
    await send('municipal', showResidentName, { body: unknown })
    expect(await inMonth()).toMatchObject({ lookups: 4, names_shown: 1, not_found: 1, same_pass: 2, reviewed: null })
    expect(await inMonth('2026-01')).toMatchObject({ lookups: 7, addresses: 0, outside_hours: 5, same_pass: 7 })
  })

  test('counts what is outside the office hours of the municipality, which an administrator sets', async () => {
    const params = { municipality_id: '917' }
    expect(await call('administrator', showOfficeHours, { params })).toEqual(defaultOfficeHours)
    const later = { opens: '07:30', closes: '20:00', tolerance: 4 }
    expect(await call('administrator', saveOfficeHours, { params, body: later })).toEqual(later)
    expect(await inMonth('2026-01')).toMatchObject({ outside_hours: 5, office_hours: later })
    await call('administrator', saveOfficeHours, { params, body: { ...later, opens: '06:00' } })
    expect(await inMonth('2026-01')).toMatchObject({ outside_hours: 3 })
    await expect(
      call('administrator', saveOfficeHours, { params, body: { ...later, closes: '07:30' } }),
    ).rejects.toMatchObject({ errors: { closes: ['Dit is niet later dan het begin'] } })
    await expect(
      call('administrator', saveOfficeHours, { params: { municipality_id: '928' }, body: later }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await search({ action: 'change_office_hours' }))[0]).toMatchObject({
      ...{ object_name: 'Heerlen', old_values: { opens: '07:30' }, new_values: { opens: '06:00' } },
    })
    await sql`delete from office_hours`.execute(db)
  })

  test('counts each address once, and includes provider employees', async () => {
    await sql`insert into audit_event
        (log, happened_at, trace_id, employee_key, action, object_kind, object_key, result, origin)
      select 'audit', local at time zone 'Europe/Amsterdam', gen_random_uuid(), audit_key, 'show_bill', 'address', alias, 'done',
        'test'
      from employee, (values
        ('a1', '2026-03-04 18:00'::timestamp), ('a1', '2026-03-04 20:00'), ('a1', '2026-03-04 20:01'), ('a2', '2026-03-05 09:00')
      ) as opened (alias, local)
      where email = 'bsgw@loket.example'`.execute(db)
    const found = await call('administrator', showMonth, { params: { month: '2026-03' } })
    expect(found).toMatchObject([{ lookups: 0, not_found: 0, addresses: 2, outside_hours: 1, same_pass: 0 }])
  })

  test('leaves out the security log', async () => {
    await sql`insert into audit_event (log, happened_at, trace_id, employee_key, action, object_kind, result, origin)
      select 'security', '2026-05-06 12:00', gen_random_uuid(), audit_key, 'change_rights', 'address', 'done', 'test'
      from employee where name = 'Noor Balie'`.execute(db)
    expect(await call('administrator', showMonth, { params: { month: '2026-05' } })).toEqual([])
  })

  test('stores its reviewer and moment, and appears in the audit log', async () => {
    const { employee_id = 0 } = (await inMonth('2026-01')) ?? {}
    const reviewed = await call('administrator', reviewMonth, {
      params: { month: '2026-01', employee_id: String(employee_id) },
      body: { remark: ' Besproken ' },
    })
    expect(reviewed.reviewed).toEqual({ by: 'Kim de Vries', at: expect.any(String), remark: 'Besproken' })
    expect((await inMonth('2026-01'))?.reviewed).toEqual(reviewed.reviewed)
    expect(await search({ action: 'review_month' })).toMatchObject([{ object_key: `${employee_id} 2026-01` }])
  })

  test('is of one month and one employee only, and a second review replaces it', async () => {
    const { employee_id = 0 } = (await inMonth('2026-01')) ?? {}
    const sam = await insertEmployee(db, { email: 'sam@heerlen.example', municipality_id: 917 })
    await sql`
      insert into audit_event (log, happened_at, trace_id, employee_key, action, object_key, result, origin)
      select 'audit', '2026-01-08 12:00', gen_random_uuid(), audit_key, 'find_resident', 'f00d', 'done', 'test'
      from employee where id = ${sam.id}`.execute(db)
    const params = { month: '2026-01', employee_id: String(employee_id) }
    await call('administrator', reviewMonth, { params, body: {} })
    expect((await inMonth())?.reviewed).toBeNull()
    const inJanuary = await call('administrator', showMonth, { params: { month: '2026-01' } })
    // The employee with the most accesses is first.
    expect(inJanuary.map((row) => [row.employee_id, row.reviewed !== null])).toEqual([
      [employee_id, true],
      [sam.id, false],
    ])
    const ofSam = { month: '2026-01', employee_id: String(sam.id) }
    expect(await call('administrator', reviewMonth, { params: ofSam, body: {} })).toMatchObject({
      employee_id: sam.id,
      lookups: 1,
    })
    await sql`update audit_review set reviewed_at = '2026-02-01', reviewed_by = gen_random_uuid()`.execute(db)
    expect((await inMonth('2026-01'))?.reviewed).toMatchObject({ by: null, at: '2026-02-01T01:00:00+01:00' })
    const { reviewed } = await call('administrator', reviewMonth, { params, body: {} })
    expect(reviewed?.by).toBe('Kim de Vries')
    expect(reviewed?.at.slice(0, 10)).toBe(today())
  })

  test('counts a review from before the end of the month only until the month has ended', async () => {
    const { employee_id = 0 } = (await inMonth('2026-01')) ?? {}
    const review = (of: string) =>
      call('administrator', reviewMonth, { params: { month: of, employee_id: String(employee_id) }, body: {} })
    expect((await review(month)).reviewed).not.toBeNull()
    expect((await inMonth())?.reviewed).not.toBeNull()
    await review('2026-01')
    await sql`update audit_review set reviewed_at = '2026-01-31 23:59 Europe/Amsterdam' where month = '2026-01-01'`.execute(
      db,
    )
    expect((await inMonth('2026-01'))?.reviewed).toBeNull()
    await sql`update audit_review set reviewed_at = '2026-02-01 00:00 Europe/Amsterdam' where month = '2026-01-01'`.execute(
      db,
    )
    expect((await inMonth('2026-01'))?.reviewed).not.toBeNull()
  })

  test('returns 403 to the employee under review, who is an administrator as well', async () => {
    const { id } = await rowOf(
      db,
      sql<{ id: number }>`
        insert into audit_event (log, happened_at, trace_id, employee_key, action, object_key, result, origin)
        select 'audit', '2026-04-08T12:00+02', gen_random_uuid(), audit_key, 'find_resident', 'f00d', 'done', 'test'
        from employee where email = 'administrator@loket.example'
        returning (select id from employee where audit_key = employee_key) as id`,
    )
    const params = { month: '2026-04', employee_id: String(id) }
    await expect(call('administrator', reviewMonth, { params, body: {} })).rejects.toMatchObject({
      status: 409,
      message: 'Een andere beheerder beoordeelt uw eigen maand',
    })
    const found = await call('administrator', showMonth, { params: { month: '2026-04' } })
    expect(found).toMatchObject([{ employee_id: id, own: true, reviewed: null }])
  })

  test('returns 404 for a month without accesses', async () => {
    const { employee_id = 0 } = (await inMonth()) ?? {}
    await expect(
      call('administrator', reviewMonth, { params: { month: '2020-01', employee_id: String(employee_id) }, body: {} }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test('a check of the logs reports their length and the first position with a changed row, or null', async () => {
  expect((await call('administrator', listLogs, {})).map(({ log, checked }) => [log, checked])).toEqual([
    ['audit', null],
    ['processing', null],
    ['security', null],
  ])
  const [audit, processing] = await call('administrator', checkLogs, {})
  expect(audit).toMatchObject({ log: 'audit', checked: { length: audit?.length, broken_at: null } })
  await sql`alter table processing_record disable trigger reject_change`.execute(db)
  await sql`update processing_record set name = 'nothing' where position = 2`.execute(db)
  await sql`alter table processing_record enable trigger reject_change`.execute(db)
  expect((await call('administrator', checkLogs, {}))[1]).toMatchObject({
    log: 'processing',
    checked: { length: processing?.length, broken_at: 2 },
  })
})

test('names a pass by its last characters and its street, only where the administrator may know the pass', async () => {
  await send('both', findResident, { body: elsewhere })
  const passes = async (filter: object) => [...new Set((await search(filter)).map((it) => JSON.stringify(it.pass)))]
  expect(await passes(pass)).toEqual(['{"ending":"0101","street":"Akerstraat"}'])
  expect(await passes(elsewhere)).toEqual([undefined])
  expect(await passes(unknown)).toEqual([undefined])
  expect(JSON.stringify(await search())).not.toContain(pass.environmental_pass_number)
})

test('names a pass that was stored after the log was read', async () => {
  const late = { environmental_pass_number: '0909090909' }
  await send('municipal', findResident, { body: late })
  // The search itself is a later event about the pass.
  const named = async () => (await search(late)).at(-1)?.pass?.ending
  expect(await named()).toBeUndefined()
  const { address_id } = await rowOf(
    db,
    sql<{
      address_id: number
    }>`select address_id from environmental_pass where number = ${pass.environmental_pass_number}`,
  )
  await insertPass(db, { address_id, number: late.environmental_pass_number, status: 'expired' })
  expect(await named()).toBe('0909')
})

test('names all passes at the second page, although one call makes the keys of few', async () => {
  const stored = await rowsOf(db, sql<{ number: string }>`select number from environmental_pass`)
  const hash = (number: string) => createHash('sha256').update(number).digest('hex')
  const made = new Set<string>()
  const keyOf = (number: string) => {
    made.add(number)
    return hash(number)
  }
  const namePasses = makePassNamer(db, { passes: 1, per_call: 1 })
  const [example] = await search(pass)
  if (!example) throw new Error('The log has no entry about the pass')
  const countNamed = async () => {
    const events = stored.map(({ number }): AuditEntry => ({ ...example, object_key: hash(number), pass: undefined }))
    const access: Pick<LoggedAccess, 'transaction' | 'keyOf'> = { transaction: db, keyOf }
    await namePasses(access, everyMunicipality, events)
    return events.filter((event) => event.pass).length
  }
  expect(await countNamed()).toBeLessThan(stored.length)
  await expect.poll(() => made.size).toBe(stored.length)
  expect(await countNamed()).toBe(stored.length)
})
