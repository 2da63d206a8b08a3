import type { Page } from '@playwright/test'

/**
 * Records the texts that a screen reader announces without a key press, in order. A polite live region is announced
 * when its text changes, but not when the region itself appears. An alert is also announced when it appears.
 */
export const recordAnnouncements = (page: Page) =>
  page.addInitScript(() => {
    const live = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])'
    const announcements: string[] = []
    const lastText = new WeakMap<Element, string>()
    const textOf = (node: Node) => (node instanceof HTMLElement ? node.innerText : (node.textContent ?? ''))
    const announce = (region: Element, text: string) => {
      const words = text.replace(/\s+/g, ' ').trim()
      if (region.closest('[aria-hidden=true], [inert]') || !region.checkVisibility({ visibilityProperty: true })) return
      if (words && lastText.get(region) !== words) announcements.push(words)
      lastText.set(region, words)
    }
    let existing = new Set<Element>()
    new MutationObserver((changes) => {
      const regions = new Set(document.querySelectorAll(live))
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (!region || !existing.has(region)) continue
        const isAtomic = region.matches('[role=status], [role=alert], [aria-atomic=true]')
        announce(region, isAtomic ? textOf(region) : [...addedNodes].map(textOf).join(' '))
      }
      for (const region of regions)
        if (!existing.has(region) && region.matches('[role=alert]')) announce(region, textOf(region))
      existing = regions
    }).observe(document, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { announcements })
  })

/** Returns the announcements since the page opened or since the previous call. */
export const takeAnnouncements = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { announcements: string[] }).announcements.splice(0, Number.POSITIVE_INFINITY),
  )
