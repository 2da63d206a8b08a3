import type { Page } from '@playwright/test'
import { languageFaults } from './language.ts'

/**
 * Returns the language faults in all texts of a page and in its names for screen readers. Removes elements in other
 * languages.
 */
export async function textFaults(page: Page) {
  const texts = await page.evaluate(() => {
    for (const foreign of document.querySelectorAll('[lang]:not(html)')) foreign.remove()
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((attribute) => element.getAttribute(attribute)),
    )
    return [document.body.innerText, document.title, ...names].filter((text) => text !== null)
  })
  return [...new Set(texts.flatMap(languageFaults))]
}
