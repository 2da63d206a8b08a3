import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { loginOrigin } from './login-origin.ts'

const originOf = (ip: string, userAgent?: string) =>
  loginOrigin({ ip, headers: { 'user-agent': userAgent } } as unknown as FastifyRequest)

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Microsoft Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['<b>kim@heerlen.example</b>', null, null],
  ['', null, null],
  [undefined, null, null],
])('%s is named %s on %s', (userAgent, browser, system) => {
  expect(originOf('192.0.2.7', userAgent)).toEqual({ browser, system, network: '192.0.2.x' })
})

test.each([
  ['192.0.2.77', '192.0.2.x'],
  ['::ffff:192.0.2.77', '192.0.2.x'],
  ['2001:db8:12:34:56:78:9a:bc', '2001:db8:12:34::/64'],
])('the device with the address %s is shown as the network %s', (ip, network) => {
  expect(originOf(ip).network).toBe(network)
})
