import type { Page } from '@playwright/test'
import { axeFaults, axeFaultsInForcedColours } from './rules/axe.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { htmlFaults } from './rules/html.ts'
import { endlessMotion } from './rules/motion.ts'
import { cutControls, hiddenReasons, smallTargets, tooWide } from './rules/size.ts'

const atWidth = (width: number) => (page: Page) => page.setViewportSize({ width, height: 900 })
const normalMedia = { media: 'screen', forcedColors: 'none', reducedMotion: 'no-preference' } as const

/** Adds a style rule through a constructed style sheet, which the content security policy allows. */
const addStyle = (rule: string) => (page: Page) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, rule)

/**
 * The conditions in which a state is checked, with the rules for each condition. A style that a condition adds remains
 * in all later conditions.
 */
const conditions: {
  name: string
  set: (page: Page) => Promise<unknown>
  rules: ((page: Page) => Promise<string[]>)[]
}[] = [
  { name: '1280 px', set: atWidth(1280), rules: [axeFaults, equalAccessFaults, htmlFaults, smallTargets] },
  {
    name: 'forced colours',
    set: (page) => page.emulateMedia({ forcedColors: 'active' }),
    rules: [axeFaultsInForcedColours],
  },
  {
    name: 'reduced motion',
    set: (page) => page.emulateMedia({ ...normalMedia, reducedMotion: 'reduce' }),
    rules: [endlessMotion],
  },
  {
    // 703 px is the printed width of A4 paper without its margins.
    name: 'print',
    set: async (page) => {
      await page.emulateMedia({ ...normalMedia, media: 'print' })
      await atWidth(703)(page)
    },
    rules: [axeFaults, tooWide],
  },
  {
    name: '320 px',
    set: async (page) => {
      await page.emulateMedia(normalMedia)
      await atWidth(320)(page)
    },
    rules: [axeFaults, smallTargets, hiddenReasons, tooWide],
  },
  {
    name: 'text spacing',
    set: addStyle(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    ),
    rules: [tooWide, cutControls],
  },
  {
    name: '200 % text',
    set: async (page) => {
      await atWidth(1280)(page)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    },
    rules: [axeFaults, tooWide],
  },
]

/** Returns the faults of a page in every condition. Leaves the page in the last condition. */
export async function faultsInAllConditions(page: Page) {
  const faults: string[] = []
  for (const { name, set, rules } of conditions) {
    await set(page)
    for (const rule of rules) faults.push(...(await rule(page)).map((fault) => `${name}: ${fault}`))
  }
  return faults
}
