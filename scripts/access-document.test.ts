import { endpoints } from '@rd4-loket/contract/endpoints'
import { expect, test } from 'vitest'
import { accessDocument } from './access-document.ts'

test('the table of access has one row for each call, with its callers, exceptions and purposes', () => {
  const rows = accessDocument()
    .split('\n')
    .filter((line) => / `(GET|POST|PUT|DELETE) /.test(line))
  expect(rows).toHaveLength(Object.keys(endpoints).length)
  expect(rows).toEqual(
    expect.arrayContaining([
      '| refreshSession | `POST /api/auth/refresh` | yes | yes | yes | yes | always | – |',
      '| showBill | `GET /api/v1/counter/addresses/:alias/bill` | – | yes | – | – | – | aanslag_vraag, aanslag_bezwaar |',
      '| addNotice | `POST /api/v1/counter/settings/notices` | – | – | own | – | – | – |',
      '| logout | `POST /api/v1/counter/user/auth/logout` | – | yes | yes | yes | password, factor, confirm | – |',
    ]),
  )
})
