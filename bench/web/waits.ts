import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The time in ms between the key press and the frame that shows the expected text. */
    shownAfter: Promise<number>
  }
}

/** Returns the time in ms from a key press to the frame in which a matching element contains the text. */
async function waitAfter(page: Page, press: string, [selector, text]: [selector: string, text: string]) {
  // The observer must exist before the key press. The two calls reach the browser by different channels.
  await page.evaluate(
    ([selector, wanted]) => {
      window.shownAfter = new Promise((resolve) => {
        let pressed = 0
        addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { once: true, capture: true })
        const observer = new MutationObserver(() => {
          const isShown = [...document.querySelectorAll(selector)].some(({ textContent }) =>
            textContent.includes(wanted),
          )
          if (!isShown || pressed === 0) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - pressed))
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
    },
    [selector, text] as const,
  )
  await page.keyboard.press(press)
  return page.evaluate(() => window.shownAfter)
}

/** Returns `count` times in ms from a key press in the search box to its suggestions on screen. */
export async function suggestionWaits(page: Page, count: number) {
  await page.getByRole('combobox', { name: 'Zoeken' }).focus()
  await page.keyboard.type('akerstraat 1')
  const first = page.getByRole('option').first()
  await first.filter({ hasText: /^Akerstraat 16417/ }).waitFor()
  const waits: number[] = []
  for (let digit = 2; waits.length < count; digit = digit === 9 ? 2 : digit + 1) {
    waits.push(await waitAfter(page, String(digit), ['[role="option"]', `Akerstraat 1${digit}6417`]))
    await page.keyboard.press('Backspace')
    await first.filter({ hasText: /^Akerstraat 16417/ }).waitFor()
  }
  await page.keyboard.press('Escape')
  return waits
}

/**
 * Returns `count` times in ms: from a scan to the resident's card, and from Enter to the confirmation of an issue.
 * Undoes each issue.
 */
export async function deskWaits(page: Page, count: number) {
  const scanned: number[] = []
  const confirmed: number[] = []
  const pass = page.getByLabel('Pasnummer')
  while (scanned.length < count) {
    await pass.focus()
    await page.keyboard.type('0101010101')
    scanned.push(await waitAfter(page, 'Enter', ['section[data-verdict]', 'Nog ']))
    await page.getByLabel('Aantal rollen').waitFor()
    await page.keyboard.type('1')
    confirmed.push(await waitAfter(page, 'Enter', ['[role="status"]', 'Er is 1 rol aangevraagd']))
    await page.getByRole('button', { name: /^Ongedaan maken/ }).click()
    await page.getByText('De uitgifte is ongedaan gemaakt').waitFor()
    // Stays below the limit of lookups per employee per minute.
    await page.waitForTimeout(2_000)
  }
  return { scanned, confirmed }
}
