import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { logIn } from './keyboard.ts'

const portal = `http://127.0.0.1:${process.env.JOURNEYS_PORTAL_PORT}`
const api = `http://127.0.0.1:${process.env.JOURNEYS_PORT}`
let server: ChildProcess
let folder: string

// This server serves only the portal's files. The portal calls another server, which has the data, on another origin.
test.beforeAll(async ({ request }) => {
  folder = mkdtempSync(join(tmpdir(), 'rd4-loket-other-host-'))
  const settings = {
    PORT: process.env.JOURNEYS_PORTAL_PORT,
    DATA_DIR: folder,
    DEMO: 'off',
    PUBLIC_URL: '',
    API_HOST: api,
  }
  server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await expect(async () => expect((await request.get(`${portal}/readyz`)).status()).toBe(200)).toPass()
})

test.afterAll(async () => {
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
  rmSync(folder, { recursive: true })
})

test.describe('on another host', () => {
  test.use({ baseURL: portal })

  test('S7.15 the portal works with a server on another origin, and a reload does not log out', async ({ page }) => {
    await logIn(page, 'medewerker@bsgw.example')
    await expect(page).toHaveURL(`${portal}/dashboard`)
    await page.goto('/address?street=wieenweg&house_number=12')
    await expect(page.getByRole('link', { name: 'Wieënweg 12' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Wieënweg 12' })).toBeVisible()
  })
})

test('S7.15 only a page of the origin in PUBLIC_URL may read the responses', async ({ request }) => {
  const get = (origin: string) => request.get(`${api}/api/v1/openapi.json`, { headers: { origin } })
  expect((await get(portal)).headers()['access-control-allow-origin']).toBe(portal)
  expect((await get('https://elders.example')).headers()['access-control-allow-origin']).not.toBe(
    'https://elders.example',
  )
})
