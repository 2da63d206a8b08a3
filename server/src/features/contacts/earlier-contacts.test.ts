import { listEarlierContacts, openContact, openPassContact, type Purpose } from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dayOf, textOf, today } from '../../platform/runtime/days.ts'
import { insertAddress, insertOccupancy, insertPass, insertRow } from '../../test/make.ts'
import { type Person, testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'

const { call, db, idOf, send } = await testServer()

beforeEach(async () => {
  await sql`delete from contact`.execute(db)
})

const daysAgo = (days: number) => textOf(dayOf(today()) - days)

let houses = 0

/** What is stored about an address: its households, its passes and one earlier contact. */
type StoredHouse = {
  /** Each household: its subject, and how many days ago it came and went. */
  households?: [subject_id: string, came: number, left?: number][]
  /** Each pass: the day of its issue, and the day of its block for a move. */
  passes?: [number: string, issued: number, blocked?: number][]
  /** The days since the earlier contact. */
  days: number
  /** The pass of the earlier contact, or the former household that it was about. */
  by_pass?: string
  about?: string
  purpose?: Purpose | null
  municipality?: { id: number; name: string }
}

/** Inserts an address with its earlier contact, which an employee with both roles closed. Returns its alias. */
async function store({
  households = [],
  passes = [],
  days,
  by_pass,
  about,
  purpose = 'vraag_inwoner',
  ...of
}: StoredHouse) {
  houses += 1
  const { id: address_id, alias } = await insertAddress(db, { house_number: 100 + houses, alias: `h-${houses}`, ...of })
  const occupancies = new Map<string, number>()
  for (const [subject_id, came, left] of households) {
    const last_day = left === undefined ? null : daysAgo(left)
    const { id } = await insertOccupancy(db, { address_id, subject_id, first_day: daysAgo(came), last_day })
    occupancies.set(subject_id, id)
  }
  for (const [number, issued, blocked] of passes) {
    const block = { status: 'blocked', blocked_reason: 'move', blocked_on: daysAgo(blocked ?? 0) }
    await insertPass(db, { address_id, number, issued_on: daysAgo(issued), ...(blocked !== undefined && block) })
  }
  const [resident] = await rowsOf<{ id: number }>(
    db,
    sql`select resident_id as id from environmental_pass where number = ${by_pass ?? ''}`,
  )
  const moment = new Date(Date.now() - days * 86_400_000)
  await insertRow(db, 'contact', {
    ...{ employee_id: idOf.get('both'), address_id, resident_id: resident?.id ?? null },
    ...{ occupancy_id: occupancies.get(about ?? '') ?? null, purpose, channel: 'phone', outcome: 'answered' },
    ...{ note: 'Wat er gezegd is', started_at: moment, opened_at: moment, changed_at: moment, closed_at: moment },
  })
  return alias
}

async function findEarlier(person: Person, of: { alias: string } | { number: string }) {
  const { id } =
    'alias' in of
      ? await call(person, openContact, { body: { kind: 'address', alias: of.alias } })
      : await call('municipal', openPassContact, { body: { environmental_pass_number: of.number } })
  return call(person, listEarlierContacts, { params: { contact_id: id } })
}

const pass = (at: number) => `05050505${String(houses).padStart(2, '0')}${at}`.slice(0, 12)

describe('a contact of the same household', () => {
  const cases: [string, (numbers: [string, string]) => StoredHouse, boolean][] = [
    ['of today', () => ({ households: [['S1', 400]], days: 20 }), true],
    ['of today, long ago', () => ({ households: [['S1', 400]], days: 200 }), true],
    [
      'that left and came back',
      () => ({
        households: [
          ['S1', 400, 200],
          ['S2', 199, 100],
          ['S1', 99],
        ],
        days: 250,
      }),
      true,
    ],
    [
      'that left',
      () => ({
        households: [
          ['S1', 400, 30],
          ['S2', 29],
        ],
        days: 40,
      }),
      false,
    ],
    [
      'that left, as the contact states',
      () => ({
        households: [
          ['S1', 400, 30],
          ['S2', 29],
        ],
        days: 2,
        about: 'S1',
      }),
      false,
    ],
    ['that came after an empty time', () => ({ households: [['S1', 10]], days: 20 }), false],
    ['without a subject, with the same pass', ([own]) => ({ passes: [[own, 400]], days: 200 }), true],
    [
      'without a subject, with the pass of who left',
      ([old, own]) => ({
        passes: [
          [old, 400, 60],
          [own, 50],
        ],
        days: 70,
      }),
      false,
    ],
    [
      'with a new subject and the old pass',
      ([own]) => ({
        passes: [[own, 400]],
        households: [
          ['S1', 400, 30],
          ['S2', 29],
        ],
        days: 40,
      }),
      false,
    ],
    ['without a subject and without a pass, in 30 days', () => ({ days: 29 }), true],
    ['without a subject and without a pass, after 30 days', () => ({ days: 31 }), false],
  ]
  const roles: Person[] = ['bsgw', 'municipal']
  const table = cases.flatMap(([title, stored, isShown]) =>
    roles.map((person) => [title, person, stored, isShown] as const),
  )

  test.each(table)('%s is shown to %s only if it is the own one', async (_, person, stored, isShown) => {
    const alias = await store(stored([pass(1), pass(2)]))
    const { data } = await findEarlier(person, { alias })
    expect(data).toHaveLength(isShown ? 1 : 0)
  })
})

describe('a contact with a pass', () => {
  test.each([
    ['the same holder, who moved away', 0, 1],
    ['the next holder', 1, 0],
  ])('is shown for %s', async (_, at, shown) => {
    const numbers = [pass(3), pass(4)] as const
    const passes = [[numbers[0], 400, 10] as [string, number, number], [numbers[1], 5] as [string, number]]
    await store({ passes, days: 20, by_pass: numbers[0] })
    expect((await findEarlier('municipal', { number: numbers[at] ?? '' })).data).toHaveLength(shown)
  })
})

describe('the note of an earlier contact', () => {
  test.each<[Purpose | null, Person, boolean]>([
    ['aanslag_vraag', 'bsgw', true],
    ['aanslag_vraag', 'municipal', false],
    ['aanslag_bezwaar', 'bsgw', true],
    ['aanslag_bezwaar', 'municipal', true],
    ['vraag_inwoner', 'bsgw', false],
    ['vraag_inwoner', 'municipal', true],
    ['extra_rollen', 'bsgw', false],
    ['extra_rollen', 'both', true],
    ['inzageverzoek', 'bsgw', true],
    ['inzageverzoek', 'municipal', true],
    ['toezicht', 'both', false],
    [null, 'both', false],
  ])('with the purpose %s is read by %s: %s', async (purpose, person, mayRead) => {
    const alias = await store({ households: [['S1', 400]], days: 20, purpose })
    const { data } = await findEarlier(person, { alias })
    expect(data).toMatchObject([
      {
        purpose,
        outcome: 'answered',
        channel: 'phone',
        note: mayRead ? 'Wat er gezegd is' : null,
        has_hidden_note: !mayRead,
      },
    ])
  })
})

describe('the list of earlier contacts', () => {
  test('counts those of the last 30 days, newest first, without the contact itself and without opened places', async () => {
    const alias = await store({ households: [['S1', 400]], days: 20 })
    const { address_id } = await rowOf(db, sql<{ address_id: number }>`select address_id from contact`)
    for (const days of [40, 3]) {
      const moment = new Date(Date.now() - days * 86_400_000)
      const moments = { started_at: moment, closed_at: moment }
      await insertRow(db, 'contact', { employee_id: idOf.get('bsgw'), address_id, outcome: 'transferred', ...moments })
    }
    await insertRow(db, 'contact', { employee_id: idOf.get('both'), address_id, closed_at: new Date() })
    const { data, meta } = await findEarlier('bsgw', { alias })
    expect(data.map(({ outcome }) => outcome)).toEqual(['transferred', 'answered', 'transferred'])
    expect(meta).toEqual({ last_30_days: 2 })
  })

  test('is a missing row for an employee of another municipality, and for a colleague', async () => {
    const alias = await store({ days: 3, municipality: { id: 928, name: 'Kerkrade' } })
    const { id } = await call('bsgw', openContact, { body: { kind: 'address', alias } })
    for (const person of ['municipal', 'both'] as const)
      expect((await send(person, listEarlierContacts, { params: { contact_id: id } })).statusCode).toBe(404)
    await sql`update contact set closed_at = now(), slot = null where public_id = ${id}`.execute(db)
    await insertRow(db, 'contact', {
      employee_id: idOf.get('municipal'),
      slot: 1,
      address_id: (await rowOf(db, sql<{ address_id: number }>`select address_id from contact limit 1`)).address_id,
    })
    const own = await rowOf(db, sql<{ id: string }>`select public_id as id from contact where slot is not null`)
    expect((await send('municipal', listEarlierContacts, { params: { contact_id: own.id } })).statusCode).toBe(404)
  })
})
