import { fullPath, showEmployee } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { startFakeProvider } from '../../test/openid/fake-provider.ts'
import { heerlenSettings, organisationServer } from '../../test/openid/organisation-server.ts'

test('a login rejects the remembered previous session of its browser, before a notification of its end', async () => {
  const provider = await startFakeProvider()
  let version = 1
  const { app, start, finish, employeeOf, insertClerk } = await organisationServer([heerlenSettings(provider.issuer)], {
    sessionChanges: {
      version: () => version,
      count: () => {
        version += 1
      },
    },
  })
  await insertClerk('kim@heerlen.example')
  const cookies: Record<string, string> = {}
  const logIn = async () => finish(cookies, provider.logIn(await start(cookies)))
  await logIn()
  const { authorization } = await employeeOf(cookies)
  const status = async () => (await app.inject({ url: fullPath(showEmployee), headers: { authorization } })).statusCode
  expect(await status()).toBe(200)
  expect(await logIn()).toMatchObject({ outcome: 'done' })
  expect(await status()).toBe(401)
})
