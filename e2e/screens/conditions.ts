import type { Page } from '@playwright/test'
import { axeFaults, axeFaultsInForcedColours } from './rules/axe.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { htmlFaults } from './rules/html.ts'
import { endlessMotion } from './rules/motion.ts'
import { cutControls, smallTargets, tooWide } from './rules/size.ts'

const atWidth = (width: number) => (page: Page) => page.setViewportSize({ width, height: 900 })
const asIs = { media: 'screen', forcedColors: 'none', reducedMotion: 'no-preference' } as const

/** Adds a rule to the page, in the one way that its policy leaves to a tool. */
const style = (rules: string) => (page: Page) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, rules)

/** The circumstances in which a state is looked at, each with what must hold in it. One that adds a style comes last. */
const circumstances: {
  name: string
  set: (page: Page) => Promise<unknown>
  looks: ((page: Page) => Promise<string[]>)[]
}[] = [
  { name: '1280 px', set: atWidth(1280), looks: [axeFaults, equalAccessFaults, htmlFaults, smallTargets] },
  {
    name: 'forced colours',
    set: (page) => page.emulateMedia({ forcedColors: 'active' }),
    looks: [axeFaultsInForcedColours],
  },
  {
    name: 'reduced motion',
    set: (page) => page.emulateMedia({ ...asIs, reducedMotion: 'reduce' }),
    looks: [endlessMotion],
  },
  {
    // A4, between the margins that a place is printed with.
    name: 'print',
    set: async (page) => {
      await page.emulateMedia({ ...asIs, media: 'print' })
      await atWidth(703)(page)
    },
    looks: [axeFaults, tooWide],
  },
  {
    name: '320 px',
    set: async (page) => {
      await page.emulateMedia(asIs)
      await atWidth(320)(page)
    },
    looks: [axeFaults, smallTargets, tooWide],
  },
  {
    name: 'text spacing',
    set: style('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'),
    looks: [tooWide, cutControls],
  },
  {
    name: '200 % text',
    set: async (page) => {
      await atWidth(1280)(page)
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    },
    looks: [axeFaults, tooWide],
  },
]

/** Everything wrong on a page, in every circumstance; the page is left in the last of them. */
export async function faultsOf(page: Page) {
  const faults: string[] = []
  for (const { name, set, looks } of circumstances) {
    await set(page)
    for (const look of looks) faults.push(...(await look(page)).map((fault) => `${name}: ${fault}`))
  }
  return faults
}
