import { expect, test } from 'vitest'
import { replyFaults } from './check-replies.ts'

const call = 'GET /api/v1/counter/notices'
const notice = {
  id: 1,
  title: 'Balie dicht',
  html: '<p>Dicht</p>',
  valid_from: '2026-01-01',
  valid_to: '2026-02-01',
  municipality: { id: 917, name: 'Heerlen' },
}
const json = (body: unknown, status = 200) => ({ status, type: 'application/json', body: JSON.stringify(body) })

test('accepts a reply of the contract', () => {
  expect(replyFaults(call, json({ data: [notice] }))).toEqual([])
})

test.each([
  ['a field outside the contract', json({ data: [{ ...notice, secret: 1 }] }), 'other fields: data.0.secret'],
  [
    'a nested field outside the contract',
    json({ data: [{ ...notice, municipality: { ...notice.municipality, x: 1 } }] }),
    'data.0.municipality.x',
  ],
  ['a field beside the data', json({ data: [], count: 0 }), "unrecognized_keys at ''"],
  ['a value of another type', json({ data: [{ ...notice, id: '1' }] }), "invalid_type at 'data.0.id'"],
  ['an undocumented status', json({}, 409), '409: undocumented status'],
  ['an undocumented content type', { ...json({ data: [] }), type: 'text/html' }, 'content type text/html'],
])('reports %s', (_, reply, fault) => {
  expect(replyFaults(call, reply)).toEqual([expect.stringContaining(fault)])
})
