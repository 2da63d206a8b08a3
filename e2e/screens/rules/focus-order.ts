import type { Page } from '@playwright/test'

/** The focused element, its index in the expected tab stops (or -1), and the visual faults of its focus. */
type FocusState = { at: number; name: string; faults: string[] }

/** Returns the names of the expected tab stops in reading order, and focuses the first tab stop. */
const findTabStops = (page: Page) =>
  page.evaluate(() => {
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
    const inside = document.querySelector('dialog:modal') ?? document
    const isTabStopOfGroup = (input: HTMLInputElement) => {
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${input.name}"]`)]
      return input === (group.find(({ checked }) => checked) ?? group[0])
    }
    const isTabStop = (element: HTMLElement) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }) &&
      (!element.matches('input[type=radio]') || isTabStopOfGroup(element as HTMLInputElement))
    const elements = [...inside.querySelectorAll<HTMLElement>(focusable)]
    // A list can close when it loses the focus. Its choices are then no tab stops of the walk.
    elements.find(isTabStop)?.focus()
    const stops = elements.filter(isTabStop)
    const nameOf = (element: HTMLElement | null) => {
      const name = element?.getAttribute('aria-label') || element?.innerText || element?.getAttribute('name') || ''
      return `${element?.tagName.toLowerCase()} '${name.slice(0, 40)}'`
    }

    /**
     * Returns the state of the focus. The focused element, its label or an element around it must have an outline of
     * 2 px. The element or its label must not be covered.
     */
    const focusState = () => {
      const element = document.activeElement as HTMLElement
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
    Object.assign(window, { focusState })
    return stops.map(nameOf)
  })

/** Returns the state of the focused element, or undefined when no element has the focus. */
const focusStateOf = (page: Page) =>
  page.evaluate(() =>
    document.activeElement === document.body
      ? undefined
      : (window as unknown as { focusState: () => FocusState }).focusState(),
  )

/**
 * Presses Tab through the whole page and back to the top. Returns the elements that Tab skips, visits twice or visits
 * out of reading order. Also returns fields whose focus cannot be seen (WCAG 2.4.7, 2.4.11), and focus traps (2.1.2).
 */
export async function focusOrderFaults(page: Page) {
  const stops = await findTabStops(page)
  // The browser shows the focus only after a key press.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const visited: number[] = []
  const faults: string[] = []
  for (let steps = 0; steps < stops.length + 5; steps += 1) {
    const focused = await focusStateOf(page)
    // On some pages the browser itself takes the focus between the last and the first stop.
    if (!focused || (focused.at === 0 && visited.length > 1)) break
    if (focused.at !== visited.at(-1) || focused.at === -1) {
      visited.push(focused.at)
      faults.push(...focused.faults.map((fault) => `focus: ${focused.name} ${fault}`))
      if (focused.at === -1) faults.push(`focus: ${focused.name} is not a control`)
    }
    await page.keyboard.press('Tab')
  }
  const visitedNames = visited.map((at) => stops[at])
  if (JSON.stringify(visited) !== JSON.stringify(stops.map((_, at) => at)))
    faults.push(`focus: the order is ${visitedNames.join(' > ')}; the reading order is ${stops.join(' > ')}`)
  const isAtTop = async () => (await focusStateOf(page))?.at === 0
  if (!(await isAtTop())) await page.keyboard.press('Tab')
  if (stops.length > 0 && !(await isAtTop())) faults.push('focus: Tab does not return to the top')
  return faults
}
