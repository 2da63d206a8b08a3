import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { faultsInAllConditions } from './conditions.ts'
import { closeState, openState } from './open-state.ts'
import { tooWide } from './rules/size.ts'
import { asFileName } from './state.ts'
import { states } from './states.ts'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const widths = [360, 768, 1280, 1920]

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const state of states)
  test(`${state.screen}, ${state.state}`, async ({ browser }) => {
    const page = await openState(browser, state)
    const faults: string[] = []
    for (const width of state.width ? [state.width] : widths) {
      await page.setViewportSize({ width, height: 900 })
      // Some parts follow a new width after 400 ms.
      await page.waitForTimeout(500)
      faults.push(...(await tooWide(page)).map((fault) => `${width} px: ${fault}`))
      const path = `${folder}/${asFileName(`${state.screen} ${state.state}`)}-${width}.png`
      // Hiding the caret would leave an empty style attribute on each field, which the rules reject.
      await page.screenshot({ path, fullPage: true, animations: 'disabled', caret: 'initial' })
    }
    faults.push(...(await faultsInAllConditions(page)))
    await closeState(page, state)
    expect(faults).toEqual([])
  })
