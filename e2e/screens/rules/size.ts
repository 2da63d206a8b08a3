import type { Page } from '@playwright/test'

/** By how much the page is wider than its window. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return over > 0 ? [`${over} px too wide`] : []
  })

/** Buttons and links of which a part of the words cannot be read. */
export const cutControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button')]
      .flatMap((control) => [control, ...control.querySelectorAll('span:not(.visually-hidden)')])
      .filter((part) => part.checkVisibility() && getComputedStyle(part).overflowX !== 'visible')
      // What is cut on purpose ends in dots, and is read as a whole elsewhere.
      .filter((part) => getComputedStyle(part).textOverflow !== 'ellipsis' && part.clientWidth > 1)
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => `'${part.textContent}' is cut at ${part.clientWidth} of ${part.scrollWidth} px`),
  )

/**
 * Controls smaller than 24 × 24 px. Links within a sentence are as high as their line, a box is as large as its label, and what
 * only the keyboard brings on screen has no size until then (WCAG 2.5.8).
 */
export const smallTargets = (page: Page) =>
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
