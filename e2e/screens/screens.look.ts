import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { faultsOf } from './faults.ts'
import { reach } from './reach.ts'
import { states } from './states.ts'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const widths = [360, 768, 1280, 1920]

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const state of states)
  test(`${state.screen}, ${state.state}`, async ({ browser }) => {
    const page = await reach(browser, state)
    const name = `${state.screen} ${state.state}`.replace(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true, animations: 'disabled' })
    }
    const faults = await faultsOf(page)
    await page.close()
    expect(faults).toEqual([])
  })
