import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { reach } from './open-state.ts'
import { states } from './states.ts'

const folder = fileURLToPath(new URL('../../docs/images', import.meta.url))

/** Nobody waits for a page of text because of its pictures. */
const largest = 300_000

const stateOf = (screen: string, name: string) => {
  const found = states.find((it) => it.screen === screen && it.state === name)
  if (!found) throw new Error(`There is no state '${name}' of ${screen}`)
  return found
}

/** The pictures in the README: what is on them, and how high they are. */
const pictures = [
  { file: 'address.png', of: stateOf('/address/$alias', 'whole'), height: 1260 },
  { file: 'pass-desk.png', of: stateOf('/services-and-settings', 'active pass'), height: 960 },
  { file: 'calendar.png', of: stateOf('/calendar', 'of one address'), height: 1260 },
]

for (const { file, of, height } of pictures)
  test(`the README's ${file}`, async ({ browser }) => {
    const page = await reach(browser, of)
    await page.setViewportSize({ width: 1280, height })
    const path = `${folder}/${file}`
    await page.screenshot({ path, animations: 'disabled' })
    await page.close()
    expect(statSync(path).size).toBeLessThan(largest)
  })
