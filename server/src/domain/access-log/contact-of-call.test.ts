import { contactHeader, type Endpoint, openContact, type RequestInput, showBill } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import { exampleRequest, type SampleKeys } from '@rd4-loket/contract/examples'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { thisYear } from '../../test/days-ahead.ts'
import { insertAddress } from '../../test/make.ts'
import { insertOpenContact, insertSample } from '../../test/sample.ts'
import { callerOf, type Person, testServer } from '../../test/server.ts'
import { rowOf, rowsOf } from '../../test/test-database.ts'

const { call, db, idOf, send } = await testServer()
const elsewhere = await insertAddress(db, { alias: 'elsewhere', house_number: 99 })
await sql`insert into roll_allowance select 917, ${thisYear}, 99`.execute(db)

// Each call has rows of its own, so that a list of many customers has only those of one.
beforeEach(async () => {
  for (const table of ['clearance_objection', 'objection_handover', 'missed_report', 'contact'])
    await sql`delete from ${sql.identifier(table)}`.execute(db)
})

const idOfCaller = (person: Person) => idOf.get(person) ?? 0
const addressOf = async ({ alias }: SampleKeys) =>
  (await rowOf(db, sql<{ id: number }>`select id from address where alias = ${alias}`)).id

/** Sends the example of a call with a contact. Returns the response, and the rows that it added to the audit log. */
async function sendFor(person: Person, endpoint: Endpoint, keys: SampleKeys, contact: string | undefined) {
  const { position } = await rowOf(
    db,
    sql<{ position: number }>`select coalesce(max(position), 0) as position from audit_event where log = 'audit'`,
  )
  const input = exampleRequest(endpoint, keys) as Partial<RequestInput<Endpoint>>
  const response = await send(person, endpoint, input, contact === undefined ? {} : { [contactHeader]: contact })
  const events = await rowsOf(
    db,
    sql`select action, result from audit_event where log = 'audit' and position > ${position} order by position`,
  )
  return { status: response.statusCode, body: response.body, stated: response.headers[contactHeader], events }
}

const stored = async () => {
  const tables = ['roll_issue', 'clearance_objection', 'objection_handover', 'pickup_appointment', 'contact'] as const
  const others = ['environmental_pass', 'pass_change', 'missed_report', 'resident'] as const
  return JSON.stringify(
    await Promise.all(
      [...tables, ...others].map((table) => rowsOf(db, sql`select * from ${sql.identifier(table)} order by id`)),
    ),
  )
}

const ofOneCustomer = Object.entries(endpoints as Record<string, Endpoint>).filter(
  ([, { personal }]) => personal && !personal.several,
)

describe('a call with the contact of its customer', () => {
  test.each(ofOneCustomer)('%s shows the data of the customer, and states the contact', async (_, endpoint) => {
    const person = callerOf(endpoint)
    const keys = await insertSample(db, { id: 917, name: 'Heerlen' }, idOfCaller(person))
    if (JSON.stringify(exampleRequest(endpoint, keys)).includes(keys.alias_without_pass)) {
      const { id: address_id } = await rowOf(
        db,
        sql<{ id: number }>`select id from address where alias = ${keys.alias_without_pass}`,
      )
      keys.contact_id = await insertOpenContact(db, { employee_id: idOfCaller(person), address_id })
    }
    const { status, stated, body } = await sendFor(person, endpoint, keys, keys.contact_id)
    expect(status, body).toBe(endpoint.status ?? 200)
    expect(stated).toBe(keys.contact_id)
  })
})

describe('a call with the contact of another customer', () => {
  test.each(ofOneCustomer)('%s is refused, changes nothing and is logged as refused', async (_, endpoint) => {
    const person = callerOf(endpoint)
    const employee_id = idOfCaller(person)
    const keys = await insertSample(db, { id: 917, name: 'Heerlen' }, employee_id)
    const contact = await rowOf(
      db,
      sql<{ id: string }>`
        insert into contact (employee_id, slot, address_id) values (${employee_id}, 2, ${elsewhere.id})
        returning public_id as id`,
    )
    const before = await stored()
    const { status, stated, body, events } = await sendFor(person, endpoint, keys, contact.id)
    expect(status, body).toBe(409)
    expect(JSON.parse(body).message).toBe('Deze gegevens zijn van een andere klant. Open het adres opnieuw.')
    expect(stated).toBe(contact.id)
    expect(events).toEqual([{ action: endpoint.personal?.action, result: 'refused' }])
    expect(await stored()).toBe(before)
  })

  const lists = Object.entries(endpoints as Record<string, Endpoint>).filter(
    ([name]) => name === 'listHandovers' || name === 'listObjections',
  )
  test.each(lists)('%s, which is about many customers, is refused too', async (_, endpoint) => {
    const person = callerOf(endpoint)
    const keys = await insertSample(db, { id: 917, name: 'Heerlen' })
    const contact = await insertOpenContact(db, { employee_id: idOfCaller(person), address_id: elsewhere.id })
    expect(await sendFor(person, endpoint, keys, contact)).toMatchObject({ status: 409 })
    expect(await sendFor(person, endpoint, keys, undefined)).toMatchObject({ status: 200 })
  })
})

describe('who may use which contact', () => {
  const colleague = async (keys: SampleKeys) =>
    insertOpenContact(db, { employee_id: idOfCaller('both'), address_id: await addressOf(keys) })
  const closed = async (keys: SampleKeys) => {
    await sql`update contact set slot = null, closed_at = now() where public_id = ${keys.contact_id}`.execute(db)
    return keys.contact_id
  }
  const system = async ({ system_alias }: SampleKeys) =>
    (await call('bsgw', openContact, { body: { kind: 'collection_system', alias: system_alias } })).id

  test.each<[string, (keys: SampleKeys) => Promise<string | undefined>, number, string]>([
    ['no contact', async () => undefined, 200, 'done'],
    ['the own contact of the address', async ({ contact_id }) => contact_id, 200, 'done'],
    ['a contact of a colleague with the same address', colleague, 404, 'not_found'],
    ['an unknown contact', async () => crypto.randomUUID(), 404, 'not_found'],
    ['a text that is no id', async () => '17', 404, 'not_found'],
    ['the own contact after it was closed', closed, 409, 'refused'],
    ['an own contact with a collection system', system, 409, 'refused'],
  ])('with %s', async (_, contactFor, status, result) => {
    const keys = await insertSample(db, { id: 917, name: 'Heerlen' }, idOfCaller('bsgw'))
    const sent = await sendFor('bsgw', showBill, keys, await contactFor(keys))
    expect(sent).toMatchObject({ status, events: [{ action: 'show_bill', result }, ...sent.events.slice(1)] })
  })
})
