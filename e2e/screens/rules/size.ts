import type { Page } from '@playwright/test'

/** By how much the page is wider than its window. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return over > 0 ? [`${over} px too wide`] : []
  })

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
