import { ApiError } from '@rd4-loket/contract/general'
import type { FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { idempotencyKey, storeOnce } from './idempotency.ts'

const keyOf = (header?: string | string[]) =>
  idempotencyKey({ headers: header === undefined ? {} : { 'idempotency-key': header } } as unknown as FastifyRequest)

test.each(['k', 'x'.repeat(100), '!~'])('the idempotency key %s is accepted', (key) => {
  expect(keyOf(key)).toBe(key)
})

test.each(['', ' ', 'with a space', 'é', 'x'.repeat(101), ['one', 'two']])(
  'the idempotency key %j is rejected with 422 at its header',
  (key) => {
    expect(() => keyOf(key)).toThrow(ApiError)
    expect(() => keyOf(key)).toThrow(
      expect.objectContaining({ status: 422, errors: { 'idempotency-key': [expect.any(String)] } }),
    )
  },
)

test('a request without an idempotency key is stored without a search for an earlier request', async () => {
  expect(keyOf()).toBeNull()
  const change = { find: vi.fn(), hasSameInput: () => true, repeat: () => 'repeated', store: async () => 'stored' }
  expect(await storeOnce(null, change)).toBe('stored')
  expect(change.find).not.toHaveBeenCalled()
})

test.each([
  ['is stored when the key is new', undefined, true, 'stored', 'stored'],
  ['repeats the stored result when key and input are equal', 'row', true, 'stored', 'repeated'],
  ['is rejected when the input differs', 'row', false, 'stored', undefined],
  ['is rejected when a parallel request took the key', undefined, true, undefined, undefined],
])('a request with an idempotency key %s', async (_, row, isSame, stored, result) => {
  const store = vi.fn(async () => stored)
  const storing = storeOnce('key', {
    find: async () => row,
    hasSameInput: () => isSame,
    repeat: () => 'repeated',
    store,
  })
  if (result === undefined) await expect(storing).rejects.toMatchObject({ status: 409 })
  else expect(await storing).toBe(result)
  expect(store).toHaveBeenCalledTimes(row === undefined ? 1 : 0)
})
