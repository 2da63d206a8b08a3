import { listCollectionYears, publishCollectionYear, showMeta } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { today } from '../../platform/runtime/days.ts'
import { nextYear } from '../../test/days-ahead.ts'
import { testServer } from '../../test/server.ts'

const { call } = await testServer()
const heerlen = { municipality_id: '917' }

test('stores the publication day of a year, and that the municipality has collection days', async () => {
  const years = () => call('administrator', listCollectionYears, { params: heerlen })
  const [, next] = await years()
  expect(next?.published_on).toBeNull()
  const params = { ...heerlen, year: `${next?.year}` }
  const published_on = `${(next?.year ?? 0) - 1}-12-01`
  const loaded = async () => (await call('municipal', showMeta, {})).municipalities[0]?.loaded
  expect(await loaded()).toEqual([])
  await call('administrator', publishCollectionYear, { params, body: { published_on } })
  expect((await years())[1]).toMatchObject({ year: next?.year, published_on })
  expect(await loaded()).toEqual(['collection_days'])
  await expect(
    call('administrator', publishCollectionYear, { params, body: { published_on: '' } }),
  ).rejects.toMatchObject({ status: 422, errors: { published_on: ['Dit veld is verplicht'] } })
})

const publish = (year: number, published_on: string) =>
  call('administrator', publishCollectionYear, { params: { ...heerlen, year: `${year}` }, body: { published_on } })

test.each([
  ['before the year before', nextYear, `${nextYear - 2}-12-31`, `1 januari ${nextYear}`],
  ['after the first day of the year', nextYear, `${nextYear}-01-02`, `1 januari ${nextYear}`],
  ['after today in the running year', nextYear - 1, `${nextYear - 1}-12-31`, 'vandaag'],
])('rejects a publication day %s', async (_, year, published_on, last) => {
  await expect(publish(year, published_on)).rejects.toMatchObject({
    status: 422,
    errors: { published_on: [`Kies een dag van 1 januari ${year - 1} tot en met ${last}`] },
  })
})

test('accepts today in the running year, and the first day of the next year', async () => {
  await expect(publish(nextYear - 1, today())).resolves.toMatchObject({ published_on: today() })
  await expect(publish(nextYear, `${nextYear}-01-01`)).resolves.toMatchObject({ year: nextYear })
})

test('accepts the first and the last planned year', async () => {
  for (const year of [nextYear - 2, nextYear + 1])
    await expect(publish(year, `${year - 1}-12-01`)).resolves.toMatchObject({ year })
})

test('rejects a publication when the year is outside the planned years', async () => {
  for (const year of [2000, nextYear + 2, 2099])
    await expect(publish(year, '2020-01-01')).rejects.toMatchObject({
      status: 422,
      errors: { year: [`Kies een jaar van ${nextYear - 2} tot en met ${nextYear + 1}`] },
    })
})
