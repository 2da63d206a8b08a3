import { listCollectionYears, publishCollectionYear } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { nextYear } from '../../test/days-ahead.ts'
import { testServer } from '../../test/server.ts'

const { call } = await testServer()
const heerlen = { municipality_id: '917' }

test('stores the publication day of a year', async () => {
  const years = () => call('administrator', listCollectionYears, { params: heerlen })
  const [, next] = await years()
  expect(next?.published_on).toBeNull()
  const params = { ...heerlen, year: `${next?.year}` }
  const published_on = `${(next?.year ?? 0) - 1}-12-01`
  await call('administrator', publishCollectionYear, { params, body: { published_on } })
  expect((await years())[1]).toMatchObject({ year: next?.year, published_on })
  await expect(
    call('administrator', publishCollectionYear, { params, body: { published_on: '' } }),
  ).rejects.toMatchObject({ status: 422, errors: { published_on: ['Dit veld is verplicht'] } })
})

test('rejects a publication when the year or the publication day is outside the planned years', async () => {
  const publish = (year: number, published_on: string) =>
    call('administrator', publishCollectionYear, { params: { ...heerlen, year: `${year}` }, body: { published_on } })
  for (const year of [2000, nextYear + 2, 2099])
    await expect(publish(year, '2020-01-01')).rejects.toMatchObject({
      status: 422,
      errors: { year: [`Kies een jaar van ${nextYear - 2} tot en met ${nextYear + 1}`] },
    })
  await expect(publish(nextYear, `${nextYear + 2}-01-01`)).rejects.toMatchObject({
    status: 422,
    errors: { published_on: [`Kies een dag tot en met 31 december ${nextYear + 1}`] },
  })
})
