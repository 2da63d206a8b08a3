import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { openState } from './open-state.ts'
import { states } from './states.ts'

const folder = fileURLToPath(new URL('../../docs/images', import.meta.url))

/** The maximum size of a picture in bytes. */
const maxSize = 300_000

const mainState = (screen: string) => {
  const found = states.find((it) => it.screen === screen && it.main)
  if (!found) throw new Error(`${screen} has no main state`)
  return found
}

const pictures = [
  { file: 'address.png', state: mainState('/address/$alias'), height: 1260 },
  { file: 'pass-desk.png', state: mainState('/services-and-settings'), height: 960 },
  { file: 'calendar.png', state: mainState('/calendar'), height: 1260 },
]

for (const { file, state, height } of pictures)
  test(`takes the README's ${file}`, async ({ browser }) => {
    const page = await openState(browser, state)
    await page.setViewportSize({ width: 1280, height })
    const path = `${folder}/${file}`
    await page.screenshot({ path, animations: 'disabled' })
    await page.close()
    expect(statSync(path).size).toBeLessThan(maxSize)
  })
