import { addOpenedPlace, listOpenedPlaces, logout } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { endSessions, insertSession } from '../../domain/sessions/session.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertCollectionSystem, insertEmployee } from '../../test/make.ts'
import { type Person, testLogin, testServer } from '../../test/server.ts'

const { call, db } = await testServer()

const { id: address_id } = await insertAddress(db, { alias: 'a-1', house_number: 1 })
for (let number = 2; number <= 14; number += 1) await insertAddress(db, { alias: `a-${number}`, house_number: number })
await insertCollectionSystem(db, { alias: 's-1', name: 'Akerstraat bij 1', address_id })

const open = (person: Person, kind: 'address' | 'collection_system', alias: string) =>
  call(person, addOpenedPlace, { body: { kind, alias } })
const opened = async (person: Person) => (await call(person, listOpenedPlaces, {})).map(({ alias }) => alias)
const clear = () => sql`update session set opened_places = '[]'`.execute(db)

test('returns the places that this session opened, latest first and each once', async () => {
  await open('bsgw', 'address', 'a-1')
  await open('bsgw', 'collection_system', 's-1')
  await open('bsgw', 'address', 'a-2')
  await open('bsgw', 'address', 'a-1')
  expect(await opened('bsgw')).toEqual(['a-1', 'a-2', 's-1'])
  expect((await call('bsgw', listOpenedPlaces, {}))[2]).toMatchObject({
    kind: 'collection_system',
    name: 'Akerstraat bij 1',
    city: 'Heerlen',
  })
  expect(await opened('both')).toEqual([])
})

test('returns at most 12 places, and no place that does not exist or was retired', async () => {
  await clear()
  for (let number = 1; number <= 14; number += 1) await open('bsgw', 'address', `a-${number}`)
  expect(await opened('bsgw')).toHaveLength(12)
  await open('bsgw', 'address', 'nowhere')
  await sql`update address set retired_on = '2026-01-01' where alias = 'a-14'`.execute(db)
  expect((await opened('bsgw')).slice(0, 2)).toEqual(['a-13', 'a-12'])
})

test('stores no places after the logout', async () => {
  await open('both', 'address', 'a-1')
  expect(await opened('both')).toEqual(['a-1'])
  await call('both', logout, {})
  const stored = await sql<{ places: number }>`
    select count(*)::int as places from session where ended_at is not null and opened_places <> '[]'`.execute(db)
  expect(stored.rows[0]?.places).toBe(0)
})

test('stores no places after the end of all sessions of an employee', async () => {
  const { id } = await insertEmployee(db, { email: 'kim@heerlen.example' })
  await insertSession(db, id, testLogin)
  await sql`update session set opened_places = '[{"kind": "address", "id": 1}]' where employee_id = ${id}`.execute(db)
  await endSessions(db, id)
  const { rows } = await sql`select opened_places from session where employee_id = ${id}`.execute(db)
  expect(rows).toEqual([{ opened_places: [] }])
})
