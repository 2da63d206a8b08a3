import type { Page } from '@playwright/test'
import { languageFaults } from './language.ts'

/** What is not written as the portal writes, of all that is on the page and of the names that only a screen reader says. */
export async function textFaults(page: Page) {
  const texts = await page.evaluate(() => {
    // What only a programmer understands, and who is called what, is in no language of ours.
    for (const foreign of document.querySelectorAll('[lang]:not(html)')) foreign.remove()
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name)),
    )
    return [document.body.innerText, document.title, ...named].filter((text) => text !== null)
  })
  return [...new Set(texts.flatMap(languageFaults))]
}
