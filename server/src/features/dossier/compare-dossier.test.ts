import { checkDossier, type DossierFormat, fullPath, makeDossier, maxUploadBytes } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { uploadLimits } from '../../platform/runtime/limits.ts'
import { insertAddress, insertClearances, insertOccupancy } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'

const { app, db, send } = await testServer()
let address_id: number
beforeAll(async () => {
  ;({ id: address_id } = await insertAddress(db, { alias: 'checked', object_code: '0917000012' }))
  await insertOccupancy(db, { address_id, first_day: '2020-01-01' })
  await insertClearances(db, ['2025-02-03T09:00:00Z', '2025-04-03T09:00:00Z'], { address_id })
})

const make = async (format: DossierFormat) =>
  (await send('bsgw', makeDossier, { params: { alias: 'checked' }, query: { year: '2025', format } })).rawPayload
/** Uploads a file as a visitor. Every upload comes from an address of its own, unless the test states one. */
let addresses = 0
const upload = (
  file: Buffer,
  { remoteAddress = `198.51.100.${++addresses}`, type = 'application/octet-stream' } = {},
) =>
  app.inject({
    method: 'POST',
    url: fullPath(checkDossier),
    payload: file,
    remoteAddress,
    headers: { 'content-type': type },
  })
describe('the public check of a dossier', () => {
  test.each(['pdf', 'csv', 'json'] as const)(
    'returns one of three words and nothing else, for a %s',
    async (format) => {
      const file = await make(format)
      const reply = await upload(file)
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ data: { outcome: 'unchanged' } })
      const edited = Buffer.concat([Buffer.from('%'), file])
      expect((await upload(edited)).json()).toEqual({ data: { outcome: 'changed' } })
    },
  )

  test('returns "changed" for a file that is not a dossier', async () => {
    expect((await upload(Buffer.from('%PDF-1.7 een andere brief'))).json()).toEqual({ data: { outcome: 'changed' } })
  })

  test('rejects an empty file, a file of another content type, and a file above the maximum size', async () => {
    expect((await upload(Buffer.alloc(0))).statusCode).toBe(422)
    expect((await upload(Buffer.from('x'), { type: 'text/csv' })).statusCode).toBe(415)
    expect((await upload(Buffer.alloc(maxUploadBytes + 1))).statusCode).toBe(413)
  })

  test('accepts a limited number of files per minute from one network address', async () => {
    const statuses: number[] = []
    for (let file = 0; file <= uploadLimits.perMinute; file++)
      statuses.push((await upload(Buffer.from('x'), { remoteAddress: '203.0.113.7' })).statusCode)
    expect(statuses).toEqual([...Array(uploadLimits.perMinute).fill(200), 429])
    expect((await upload(Buffer.from('x'), { remoteAddress: '203.0.113.8' })).statusCode).toBe(200)
  })

  test('writes no line in a log, because its reply has no data of a household', async () => {
    const count = () => rowsOf(db, sql`select log, length from log_chain order by log`)
    const file = await make('json')
    const before = await count()
    await upload(file)
    expect(await count()).toEqual(before)
  })

  test('returns "outdated" when a lift was added after the dossier was made', async () => {
    const file = await make('json')
    await insertClearances(db, ['2025-06-03T09:00:00Z'], { address_id })
    expect((await upload(file)).json()).toEqual({ data: { outcome: 'outdated' } })
  })
})
