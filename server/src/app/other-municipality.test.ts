import { addOpenedPlace, type Endpoint, mayUse } from '@rd4-loket/contract'
import { endpoints } from '@rd4-loket/contract/endpoints'
import type { SampleKeys } from '@rd4-loket/contract/examples'
import { describe, expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { insertOpenContact, insertSample, missingKeys, nextMunicipality, rowKeysOf } from '../test/sample.ts'
import { callerOf, testServer } from '../test/server.ts'
import { rowOf } from '../test/test-database.ts'

const { db, idOf, sendExample } = await testServer()

const moveCallers = (municipality_id: number) =>
  sql`update employee set municipality_id = ${municipality_id} where email like '%@loket.example'`.execute(db)

const home = nextMunicipality()
const ours = await insertSample(db, home)
await moveCallers(home.id)

const limited = Object.entries(endpoints).filter(([, { municipality }]) => municipality)
/** Each limited call with the rows of another municipality that it names: all of them, and each beside own rows. */
const calls = limited.flatMap(([name, endpoint]) => {
  const keys = rowKeysOf(endpoint)
  const choices = keys.length > 1 ? [keys, ...keys.map((key) => [key])] : keys.map((key) => [key])
  return choices.map((chosen) => [name, chosen.join(' and '), endpoint, chosen] as const)
})
// The tasks of this caller are the outcomes of own objections. `dashboard.test.ts` verifies those of an administrator.
const isOwnWork = (name: string) => name === 'listTasks' || name === 'countTasks'
const lists = limited.filter(([name, endpoint]) => rowKeysOf(endpoint).length === 0 && !isOwnWork(name))

test('S6.2 a call of a municipal employee has a limit, except those about the own account or the whole portal', () => {
  const isUnlimited = ({ access, municipality }: Endpoint) =>
    !municipality && access !== 'everyone' && mayUse(access, { roles: ['municipal_employee', 'administrator'] })
  const names = Object.entries(endpoints)
    .filter(([, endpoint]) => isUnlimited(endpoint) && !endpoint.path.match(/^\/(counter\/)?user\//))
    .map(([name]) => name)
  expect(names.sort()).toEqual(['addOpenedPlace', 'checkLogs', 'listLogs', 'listUndoable', 'showMeta'])
})

async function snapshot() {
  const tables = [
    'card',
    'card_read',
    'contact',
    'employee',
    'roll_issue',
    'resident',
    'environmental_pass',
    'pass_change',
    'missed_report',
    'pickup_appointment',
    'pickup_capacity',
    'roll_allowance',
    'allowance_rule',
    'allowance_proposal',
    'municipality',
    'pass_form',
    'letter_sender',
    'charge_rule',
    'malfunction_mail',
  ] as const
  const all = [
    ...tables,
    'collection_exception',
    'collection_change',
    'collection_rule',
    'collection_year',
    'calendar_feed',
    'mail',
  ] as const
  return JSON.stringify(await Promise.all(all.map((table) => sql`select * from ${sql.identifier(table)}`.execute(db))))
}

/** Sends the example of an endpoint. Returns the response without its id, its time and the count of requests. */
async function respond(endpoint: Endpoint, keys: SampleKeys) {
  const { statusCode, headers, body } = await sendExample(endpoint, keys)
  const {
    'x-request-id': request,
    'x-ratelimit-remaining': left,
    'x-ratelimit-reset': reset,
    date,
    ...others
  } = headers
  return { statusCode, others, body: body.replace(String(request), '') }
}

describe('S6.2 a row of another municipality is treated as missing', () => {
  test.each(calls)('%s with %s', async (_, _keys, endpoint, chosen) => {
    const theirs = await insertSample(db, nextMunicipality())
    const before = await snapshot()
    const of = (keys: SampleKeys) => ({ ...ours, ...Object.fromEntries(chosen.map((key) => [key, keys[key]])) })
    const response = await respond(endpoint, of(theirs))
    expect([404, 422]).toContain(response.statusCode)
    expect(response).toEqual(await respond(endpoint, of(missingKeys)))
    expect(await snapshot()).toBe(before)
  })

  test.each(lists)('%s lists rows of the municipality of the caller only', async (_, endpoint) => {
    const other = nextMunicipality()
    const theirs = await insertSample(db, other)
    // The caller opened this address, and has a contact there, while working in the other municipality.
    await sendExample(addOpenedPlace, theirs, { person: callerOf(endpoint) })
    const employee_id = idOf.get(callerOf(endpoint)) ?? 0
    const { id: address_id } = await rowOf(
      db,
      sql<{ id: number }>`select id from address where alias = ${theirs.alias}`,
    )
    await insertOpenContact(db, { employee_id, address_id })
    const atHome = await sendExample(endpoint, theirs)
    expect(atHome.statusCode).toBe(200)
    expect(atHome.body).not.toContain(other.name)
    await moveCallers(other.id)
    const there = await sendExample(endpoint, theirs)
    await moveCallers(home.id)
    expect(there.body).toContain(other.name)
  })
})

const byAlias = Object.entries(endpoints).filter(([, { path }]) => path.includes('/:alias'))
test.each(byAlias)('%s returns 404 for a guessed alias, such as an id or a changed alias', async (_, endpoint) => {
  const { alias } = ours
  const { id } = await rowOf(db, sql<{ id: number }>`select id from address where alias = ${alias}`)
  for (const guess of ['nowhere', '1', String(id), alias.slice(0, -1), `${alias}0`, "' or 1=1 --", '%']) {
    const { statusCode } = await sendExample(endpoint, { ...ours, alias: guess, system_alias: guess })
    expect(statusCode, guess).toBe(404)
  }
})
