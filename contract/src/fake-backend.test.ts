import { expect, test } from 'vitest'
import { showAddress } from './addresses.ts'
import { showBill } from './bill.ts'
import { ApiError } from './errors.ts'
import { exampleReply } from './examples.ts'
import { fakeReply, findEndpoint, replyToSentinel } from './fake-backend.ts'
import { findResident, issueRolls } from './passes.ts'

const path = '/api/v1/counter/addresses/fail-showBill-503'
const request = { method: 'GET', path, query: '', body: '' }

test('the address fail-showBill-503 fails only for its bill, and its other replies are about that address', () => {
  expect(replyToSentinel({ ...request, path: `${path}/bill` })).toMatchObject({
    status: 503,
    json: { status: 503, message: 'Dit onderdeel is even niet bereikbaar.' },
  })
  expect(replyToSentinel(request)).toEqual({
    headers: { 'api-version': '1.0.0' },
    status: 200,
    json: { data: { ...exampleReply(showAddress), alias: 'fail-showBill-503' } },
  })
})

test('a pass number without dashes makes a call fail, and the resident has that number', () => {
  const body = { environmental_pass_number: 'FAILISSUEROLLS422' }
  expect(fakeReply(findResident, { body })).toMatchObject(body)
  expect(() => fakeReply(issueRolls, { body: { ...body, rolls: 1 } })).toThrow(
    expect.objectContaining({ status: 422, name: ApiError.name }),
  )
})

test('a search for a text makes the search fail, also when the text is in the query', () => {
  const search = { method: 'POST', path: '/api/v1/counter/addresses/search', query: '' }
  expect(replyToSentinel({ ...search, body: '{"street":"fail-searchAddresses-500"}' })?.status).toBe(500)
  const calendar = { ...request, path: '/api/v1/counter/calendar', query: 'address=fail-showCalendar-404' }
  expect(replyToSentinel(calendar)?.status).toBe(404)
})

test('a sentinel that names no endpoint is an error', () => {
  expect(() => fakeReply(showBill, { params: { alias: 'fail-showBil-503' } })).toThrow('names no endpoint')
})

test('a call without a sentinel has no fake reply', () => {
  expect(replyToSentinel({ ...request, path: '/api/v1/counter/addresses/k7m2px9q4t' })).toBeUndefined()
})

test('a path with a parameter does not hide a literal path', () => {
  expect(findEndpoint('GET', '/api/v1/counter/addresses/municipalities')?.params).toEqual({})
  expect(findEndpoint('GET', '/api/v1/counter/addresses/a1')).toEqual({
    endpoint: showAddress,
    params: { alias: 'a1' },
  })
})
