import { expect, test } from 'vitest'
import { readableUrl } from './readable-url.ts'

test.each([
  ['/', '/'],
  ['/address/a%20b?street=%C3%A9', '/address/a%20b?street=%C3%A9'],
  ['/%', '/%25'],
  ['/%?street=50%', '/%25?street=50%'],
  ['/api/%ff', '/api/%25ff'],
  ['/API/v1/counter/meta?A=B', '/api/v1/counter/meta?A=B'],
  ['/Api', '/api'],
  ['/apiary', '/apiary'],
])('rewrites the URL %s to %s', (url, readable) => {
  expect(readableUrl(url)).toBe(readable)
})
