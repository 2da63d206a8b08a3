import type { Page } from '@playwright/test'

/**
 * Writes down what a screen reader says by itself, in order. A polite region is heard when its text changes, and not when it
 * comes with its text; an alert is heard also when it comes.
 */
export const listen = (page: Page) =>
  page.addInitScript(() => {
    const live = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])'
    const heard: string[] = []
    const last = new WeakMap<Element, string>()
    const textOf = (node: Node) => (node instanceof HTMLElement ? node.innerText : (node.textContent ?? ''))
    const say = (region: Element, text: string) => {
      const words = text.replace(/\s+/g, ' ').trim()
      if (region.closest('[aria-hidden=true], [inert]') || !region.checkVisibility({ visibilityProperty: true })) return
      if (words && last.get(region) !== words) heard.push(words)
      last.set(region, words)
    }
    let known = new Set<Element>()
    new MutationObserver((changes) => {
      const regions = new Set(document.querySelectorAll(live))
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (!region || !known.has(region)) continue
        const isWhole = region.matches('[role=status], [role=alert], [aria-atomic=true]')
        say(region, isWhole ? textOf(region) : [...addedNodes].map(textOf).join(' '))
      }
      for (const region of regions)
        if (!known.has(region) && region.matches('[role=alert]')) say(region, textOf(region))
      known = regions
    }).observe(document, { childList: true, characterData: true, subtree: true })
    Object.assign(window, { heard })
  })

/** What was heard since the page was opened, or since it was last asked. */
export const heardOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard.splice(0, Number.POSITIVE_INFINITY))
