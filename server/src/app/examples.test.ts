import { endpoints } from '@rd4-loket/contract/endpoints'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../platform/database/sql.ts'
import { insertSample, nextMunicipality } from '../test/sample.ts'
import { callerOf, testServer } from '../test/server.ts'

const { db, idOf, sendExample } = await testServer()

// The account calls need a password, a code or a secret that no example can contain.
const calls = Object.entries(endpoints).filter(
  ([, { path }]) => !/^(\/counter)?(\/user)?\/auth\/|\/counter\/user\//.test(path),
)

test.each(calls)('%s accepts its example for rows of the municipality of the caller', async (_, endpoint) => {
  const municipality = nextMunicipality()
  const keys = await insertSample(db, municipality, idOf.get(callerOf(endpoint)))
  await sql`update employee set municipality_id = ${municipality.id} where email like '%@loket.example'`.execute(db)
  const response = await sendExample(endpoint, keys)
  expect(response.statusCode, response.body).toBe(endpoint.status ?? 200)
  if (endpoint.type || endpoint.file || endpoint.download || endpoint.unwrapped) return
  const { data, meta } = response.json()
  z.parse(endpoint.data, data)
  if (endpoint.meta) z.parse(endpoint.meta, meta)
})
