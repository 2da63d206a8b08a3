import type { Page } from '@playwright/test'

/** Returns a fault with the excess width in pixels if the page is wider than its window. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return excess > 0 ? [`${excess} px too wide`] : []
  })

/** Returns the buttons and links whose text is cut off. */
export const cutControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button')]
      .flatMap((control) => [control, ...control.querySelectorAll('span:not(.visually-hidden)')])
      .filter((part) => part.checkVisibility() && getComputedStyle(part).overflowX !== 'visible')
      // A text that is cut off on purpose ends in an ellipsis, and appears in full elsewhere.
      .filter((part) => getComputedStyle(part).textOverflow !== 'ellipsis' && part.clientWidth > 1)
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => `'${part.textContent}' is cut at ${part.clientWidth} of ${part.scrollWidth} px`),
  )

/**
 * Returns the controls smaller than 24 × 24 px (WCAG 2.5.8). Excluded: links within a sentence, and controls without a
 * size until they have the focus. The size of a check box includes its label.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const minSize = 23.5
    const sizeOf = (element: Element) => {
      // An icon that extends beyond its control can be pressed too.
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
      .filter(({ width, height }) => width > 1 && height > 1 && (width < minSize || height < minSize))
      .map(({ element, width, height }) => {
        const name = element.textContent || element.getAttribute('aria-label')
        return `${element.tagName} '${name}' is ${Math.round(width)} × ${Math.round(height)} px`
      })
  })

/** Returns the refused controls whose reason is not on the screen, or covers another control. */
export const hiddenReasons = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    return [...document.querySelectorAll('[aria-disabled=true][aria-describedby]')].flatMap((control) => {
      const reason = document.getElementById(control.getAttribute('aria-describedby') ?? '')
      const name = `'${control.textContent}'`
      if (!reason?.checkVisibility({ visibilityProperty: true })) return [`the reason of ${name} is hidden`]
      const box = reason.getBoundingClientRect()
      return controls
        .filter((other) => other.checkVisibility())
        .map((other) => ({ other, it: other.getBoundingClientRect() }))
        .filter(({ it }) => it.left < box.right && it.right > box.left && it.top < box.bottom && it.bottom > box.top)
        .map(({ other }) => `the reason of ${name} covers '${other.textContent}'`)
    })
  })
