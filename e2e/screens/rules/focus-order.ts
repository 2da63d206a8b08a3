import type { Page } from '@playwright/test'

/** Where Tab is: which of the stops, or -1 for none of them; and what is wrong with how that shows. */
type Place = { at: number; name: string; faults: string[] }

/** Names all that Tab has to reach, in the order in which the page is read, and keeps it for the walk. */
const findStops = (page: Page) =>
  page.evaluate(() => {
    const takesFocus = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
    const inside = document.querySelector('dialog:modal') ?? document
    const isChosen = (input: HTMLInputElement) => {
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${input.name}"]`)]
      return input === (group.find(({ checked }) => checked) ?? group[0])
    }
    const stops = [...inside.querySelectorAll<HTMLElement>(takesFocus)].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        !element.closest('[inert]') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        (!element.matches('input[type=radio]') || isChosen(element as HTMLInputElement)),
    )
    const nameOf = (element: HTMLElement | null) =>
      `${element?.tagName.toLowerCase()} '${(element?.getAttribute('aria-label') || element?.innerText || element?.getAttribute('name') || '').slice(0, 40)}'`

    /** Whether the focus is seen: an outline of 2 px, of the stop or of what stands for it, that nothing covers. */
    const look = () => {
      const element = document.activeElement as HTMLElement
      const labels = [...((element as HTMLInputElement).labels ?? [])]
      const around = [element.parentElement, element.closest('tr, li, label, div')]
      const shown = [element, ...labels, ...around].filter((it) => it !== null) as HTMLElement[]
      const styles = shown.flatMap((it) => [getComputedStyle(it), getComputedStyle(it, '::after')])
      const isOutlined = styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      )
      const isSeen = [element, ...labels].some((it) => {
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
        faults: [...(isOutlined ? [] : ['has no outline of 2 px']), ...(isSeen ? [] : ['is covered'])],
      }
    }
    Object.assign(window, { lookAtFocus: look })
    stops[0]?.focus()
    return stops.map(nameOf)
  })

const lookAtFocus = (page: Page) =>
  page.evaluate(() =>
    document.activeElement === document.body
      ? undefined
      : (window as unknown as { lookAtFocus: () => Place }).lookAtFocus(),
  )

/**
 * Walks with Tab from the top through the whole page and round again. Wrong is what is not reached, reached twice or out of the
 * order in which it is read, where the focus is not seen (WCAG 2.4.7, 2.4.11), and where there is no way on (2.1.2).
 */
export async function walkFaults(page: Page) {
  const stops = await findStops(page)
  // The first stop as it is come to with Tab.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  const visited: number[] = []
  const faults: string[] = []
  // A date has a stop for its day, its month, its year and its calendar.
  for (let steps = 0; steps < stops.length * 5 + 5; steps += 1) {
    const place = await lookAtFocus(page)
    // Some pages have a stop of the window's own between the last and the first.
    if (!place || (place.at === 0 && visited.length > 1)) break
    if (place.at !== visited.at(-1) || place.at === -1) {
      visited.push(place.at)
      faults.push(...place.faults.map((fault) => `walk ${place.name} ${fault}`))
      if (place.at === -1) faults.push(`walk ${place.name} is reached, and is nothing to press or to fill in`)
    }
    await page.keyboard.press('Tab')
  }
  const reached = visited.map((at) => stops[at])
  if (JSON.stringify(visited) !== JSON.stringify(stops.map((_, at) => at)))
    faults.push(`walk goes ${reached.join(' > ')}; the page is read as ${stops.join(' > ')}`)
  const isOnTop = async () => (await lookAtFocus(page))?.at === 0
  if (!(await isOnTop())) await page.keyboard.press('Tab')
  if (stops.length > 0 && !(await isOnTop())) faults.push('walk does not begin again at the top')
  return faults
}
