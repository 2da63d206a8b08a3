import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test('S4.4 returns the requested page when it belongs to the portal', () => {
  expect(returnPath('/address?postal_code=6411CD')).toBe('/address?postal_code=6411CD')
})

test.each([
  '//elders.example/address',
  '/\\elders.example',
  '/\t/elders.example',
  '/.//elders.example',
  '/..//elders.example',
  '/address/..//elders.example',
  '/%2e//elders.example',
  '/.%2E//elders.example',
  '/.\\/elders.example',
  '/./\\elders.example',
  '/\t.//elders.example',
  '/%2Felders.example',
  '/%5Celders.example',
  '/%09/elders.example',
  'https://elders.example',
  'javascript:alert(1)',
  '/login?return_to=/login',
  '/',
  '',
  undefined,
])('S4.4 returns the dashboard for a URL of another host, the start page or the login: %j', (requested) => {
  expect(returnPath(requested)).toBe('/dashboard')
})
