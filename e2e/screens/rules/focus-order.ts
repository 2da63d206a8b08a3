import type { Page } from '@playwright/test'

/** The focused element, its index in the expected tab stops (or -1), and the visual faults of its focus. */
type FocusState = { at: number; name: string; faults: string[] }

declare global {
  interface Window {
    /** Returns the state of the focused element, or undefined when no element has the focus. */
    focusState: () => FocusState | undefined
    /** The state of the focus before each key press, oldest first. */
    focusStates: (FocusState | undefined)[]
  }
}

/** Returns the names of the expected tab stops in reading order, and focuses the first tab stop. */
const findTabStops = (page: Page) =>
  page.evaluate(() => {
    // Hides scrolling from the page. A long list would otherwise replace its rows during the walk.
    addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true })
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
    const inside = document.querySelector('dialog:modal') ?? document
    const isTabStopOfGroup = (input: HTMLInputElement) => {
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${input.name}"]`)]
      return input === (group.find(({ checked }) => checked) ?? group[0])
    }
    // The actions of a task are shown while its row has the focus.
    const appearsOnFocus = (element: HTMLElement) =>
      element.closest('dialog') === null &&
      element.closest('li')?.querySelector(':scope > [data-task][tabindex="0"]') != null
    const isTabStop = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      (element.checkVisibility({ visibilityProperty: true }) || appearsOnFocus(element)) &&
      (!element.matches('input[type=radio]') || isTabStopOfGroup(element as HTMLInputElement))
    const elements = [...inside.querySelectorAll<HTMLElement>(focusable)]
    // An open list can close when it loses the focus. Its choices are then no longer tab stops.
    elements.find(isTabStop)?.focus()
    const stops = elements.filter(isTabStop)
    const nameOf = (element: HTMLElement | null) => {
      const name = element?.getAttribute('aria-label') || element?.innerText || element?.getAttribute('name') || ''
      return `${element?.tagName.toLowerCase()} '${name.slice(0, 40)}'`
    }

    /**
     * Reports a fault when neither the focused element, its label, nor an element around it has an outline of 2 px.
     * Also reports a fault when both the focused element and its label are covered.
     */
    window.focusState = () => {
      const element = document.activeElement as HTMLElement
      if (element === document.body) return
      const labels = [...((element as HTMLInputElement).labels ?? [])]
      const around = [element.parentElement, element.closest('tr, li, label, div')]
      const shown = [element, ...labels, ...around].filter((it) => it !== null) as HTMLElement[]
      const styles = shown.flatMap((it) => [getComputedStyle(it), getComputedStyle(it, '::after')])
      const isOutlined = styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      )
      const isUncovered = [element, ...labels].some((it) => {
        const { left, top, width, height } = it.getBoundingClientRect()
        return [0.5, 0.1, 0.9].some((across) =>
          [0.5, 0.1, 0.9].some((down) => {
            const hit = document.elementFromPoint(left + width * across, top + height * down)
            return hit !== null && (it.contains(hit) || hit.contains(it)) && hit !== document.documentElement
          }),
        )
      })
      return {
        at: stops.indexOf(element),
        name: nameOf(element),
        faults: [...(isOutlined ? [] : ['has no outline of 2 px']), ...(isUncovered ? [] : ['is covered'])],
      }
    }
    return stops.map(nameOf)
  })

/** Presses Tab a number of times. Returns the state of the focus before the first press and after each press. */
async function statesWhileTabbing(page: Page, presses: number) {
  await page.evaluate(() => {
    window.focusStates = []
    addEventListener('keydown', () => window.focusStates.push(window.focusState()), { capture: true })
  })
  // The browser handles the presses in order, so the test does not wait between two presses.
  await Promise.all(Array.from({ length: presses }, () => page.keyboard.down('Tab')))
  await page.keyboard.up('Tab')
  return page.evaluate(() => [...window.focusStates, window.focusState()])
}

/**
 * Presses Tab through the whole page and back to the top. Returns the elements that Tab skips, visits twice or visits
 * out of reading order. Also returns fields whose focus cannot be seen (WCAG 2.4.7, 2.4.11), and focus traps (2.1.2).
 */
export async function focusOrderFaults(page: Page) {
  const stops = await findTabStops(page)
  // The browser shows the focus only after a key press.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const states = await statesWhileTabbing(page, stops.length + 5)
  // On some pages the browser itself takes the focus between the last and the first stop.
  const end = states.findIndex((focused, index) => !focused || (focused.at === 0 && index > 1))
  const walk = (end === -1 ? states : states.slice(0, end)).filter((it) => it !== undefined)
  // The focus stays in a date field for several presses, which move between its day, month and year.
  const visits = walk.filter(({ at }, index) => at === -1 || at !== walk[index - 1]?.at)
  const faults = visits.flatMap((focused) => [
    ...focused.faults.map((fault) => `focus: ${focused.name} ${fault}`),
    ...(focused.at === -1 ? [`focus: ${focused.name} is not a control`] : []),
  ])
  const visited = visits.map(({ at }) => at)
  if (JSON.stringify(visited) !== JSON.stringify(stops.map((_, at) => at)))
    faults.push(
      `focus: the order is ${visited.map((at) => stops[at]).join(' > ')}; the reading order is ${stops.join(' > ')}`,
    )
  const isAtTop = end !== -1 && states.slice(end, end + 2).some((focused) => focused?.at === 0)
  if (stops.length > 0 && !isAtTop) faults.push('focus: Tab does not return to the top')
  return faults
}
