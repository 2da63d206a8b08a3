import { changeCollections, previewCollectionList, saveCollectionList, showCalendar } from '@rd4-loket/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { nextYear as year } from '../../test/days-ahead.ts'
import { insertAddress, insertCollectionArea, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db, send } = await testServer()
let area_id: number
const body = (text: string) => ({ municipality_id: 917, area_id, text })
const list = `datum;afvalstroom
7-9-${year};gft
${year}-09-21;gft
${year}-09-08;Papier
${year}-09-31;gft
${year}-09-09;sneeuw
`
const days = async () => {
  const query = { address: 'one', from: `${year}-09-01`, to: `${year}-09-30` }
  return (await call('bsgw', showCalendar, { query })).data.map(({ start, category }) => `${start} ${category}`)
}

beforeEach(async () => {
  for (const table of ['collection_area', 'collection_year', 'address'])
    await sql`delete from ${sql.identifier(table)}`.execute(db)
  await insertAddress(db, { alias: 'one', postal_code: '6411CD' })
  await insertRow(db, 'collection_year', { municipality_id: 917, year, published_on: '2020-01-01' })
  const rules = [{ category: 'gft' as const, days: [`${year}-09-01`, `${year}-09-15`], valid_from: '2020-01-01' }]
  area_id = (await insertCollectionArea(db, { name: 'West', postal_codes: ['6411AA', '6411ZZ'], rules })).id
})

describe('a list of days', () => {
  test('is previewed with its effect and its rejected lines, and the preview stores nothing', async () => {
    expect(await call('administrator', previewCollectionList, { body: body(list) })).toEqual({
      area: { id: area_id, name: 'West' },
      addresses: 1,
      years: [year],
      streams: [
        { category: 'gft', before: 2, after: 2 },
        { category: 'paper', before: 0, after: 1 },
      ],
      rejected_lines: 2,
      rejected: [
        { line: 5, text: `${year}-09-31;gft`, reason: 'dit is geen datum' },
        { line: 6, text: `${year}-09-09;sneeuw`, reason: 'deze afvalstroom is niet bekend' },
      ],
      published: [year],
      withdrawn: 0,
    })
    expect(await days()).toEqual([`${year}-09-01 gft`, `${year}-09-15 gft`])
  })

  test('replaces the rules in its year, and withdraws exceptions on days that are no longer planned', async () => {
    const collection = { area_id, category: 'gft' as const, day: `${year}-09-15`, revision: 0 }
    const change = { municipality_id: 917, action: 'cancel' as const, collections: [collection], reason: 'werk' }
    await call('administrator', changeCollections, { body: change })
    expect(await call('administrator', saveCollectionList, { body: body(list) })).toMatchObject({ withdrawn: 1 })
    expect(await days()).toEqual([`${year}-09-07 gft`, `${year}-09-08 paper`, `${year}-09-21 gft`])
    // A second upload of the same list is rejected, because it changes nothing.
    await expect(call('administrator', previewCollectionList, { body: body(list) })).rejects.toMatchObject({
      errors: { text: ['Hier verandert niets aan: de ophaaldagen zijn al zo'] },
    })
  })

  test('is previewed with the number of rejected lines, and with the first hundred rejected lines', async () => {
    const past = Array.from({ length: 150 }, () => '2020-01-01;gft\n').join('')
    const found = await call('administrator', previewCollectionList, { body: body(list + past) })
    expect(found.rejected_lines).toBe(152)
    expect(found.rejected).toHaveLength(100)
  })

  test.each([
    ['', 'Dit veld is verplicht'],
    ['dag;soort\n2027-01-01;gft', 'De eerste regel noemt de kolommen datum en afvalstroom'],
    ['datum;afvalstroom\n', 'In deze lijst staan geen dagen'],
    ['datum;afvalstroom\n2020-01-01;gft', 'Geen regel is bruikbaar. Regel 2: deze dag is al geweest'],
    ['x'.repeat(60_001), 'Dit is te lang'],
  ])('S5.3 is rejected with an error at the field: %#', async (text, message) => {
    for (const endpoint of [previewCollectionList, saveCollectionList])
      await expect(call('administrator', endpoint, { body: body(text) })).rejects.toMatchObject({
        status: 422,
        errors: { text: [expect.stringContaining(message)] },
      })
  })

  test('returns 413 for a list that is longer than the maximum body', async () => {
    const response = await send('administrator', previewCollectionList, { body: body('x'.repeat(200_000)) })
    expect(response.statusCode).toBe(413)
  })
})
