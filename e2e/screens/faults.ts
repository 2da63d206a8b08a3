import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const listed = (violations: Awaited<ReturnType<AxeBuilder['analyze']>>['violations']) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

/** What axe finds wrong on the page as it stands. */
const axeFaults = async (page: Page) => listed((await new AxeBuilder({ page }).analyze()).violations)

/** The same but for contrast: forced colours are the browser's, and axe still reads the page's own. */
const axeFaultsInForcedColours = async (page: Page) =>
  listed((await new AxeBuilder({ page }).disableRules('color-contrast').analyze()).violations)

/** What goes on moving by itself. */
const endlessMotion = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
      .map((animation) => `${(animation as CSSAnimation).animationName} goes on moving`),
  )

/** By how much the page is wider than its window. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return over > 0 ? [`${over} px too wide`] : []
  })

/**
 * Controls smaller than 24 × 24 px. Links within a sentence are as high as their line, a box is as large as its label, and what
 * only the keyboard brings on screen has no size until then (WCAG 2.5.8).
 */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const enough = 23.5
    const sizeOf = (element: Element) => {
      // What stands out of its own box is pressed as well.
      const parts = [element, ...((element as HTMLInputElement).labels ?? []), ...element.querySelectorAll('svg')]
      const boxes = parts.map((part) => part.getBoundingClientRect())
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      }
    }
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=option]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => ({ element, ...sizeOf(element) }))
      .filter(({ width, height }) => width > 1 && height > 1 && (width < enough || height < enough))
      .map(
        ({ element, width, height }) =>
          `${element.tagName} '${element.textContent || element.getAttribute('aria-label')}' is ${Math.round(width)} × ${Math.round(height)} px`,
      )
  })

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
  { name: '1280 px', set: atWidth(1280), looks: [axeFaults, smallTargets] },
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
  { name: 'print', set: (page) => page.emulateMedia({ ...asIs, media: 'print' }), looks: [axeFaults] },
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
    looks: [tooWide],
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
