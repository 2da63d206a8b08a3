import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { logIn } from './keyboard.ts'

const assets = join(import.meta.dirname, '../web/dist/assets')
const renameParts = (from: RegExp, to: (name: string) => string) => {
  for (const name of readdirSync(assets).filter((file) => from.test(file)))
    renameSync(join(assets, name), join(assets, to(name)))
}

// Put back whatever happens: the other journeys are served from the same folder.
const bringBack = () => renameParts(/\.gone$/, (name) => name.replace(/\.gone$/, ''))
test.afterEach(bringBack)

test('S8.4 a page part that is gone (a new version) loads the page anew, at most once in 60 seconds', async ({
  page,
}) => {
  await logIn(page, 'medewerker@bsgw.example')
  await expect(page).toHaveURL(/\/dashboard$/)
  renameParts(/^AddressSearchPage-.*\.js(\.br)?$/, (name) => `${name}.gone`)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.getByRole('link', { name: 'Zoek adres', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/misgegaan|niet/)
  expect(loads).toHaveLength(1)

  bringBack()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Zoek adres' })).toBeVisible()
})
