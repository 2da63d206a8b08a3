import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** Resolves in the frame that shows what is waited for. */
    waited: Promise<number>
  }
}

/** How long from the press of a key to the frame in which this text stands in this part of the page, in ms. */
async function waitAfter(page: Page, press: string, [part, text]: [selector: string, text: string]) {
  // The watch stands before the key is pressed: the two calls reach the browser by different ways.
  await page.evaluate(
    ([selector, wanted]) => {
      window.waited = new Promise((resolve) => {
        let pressed = 0
        addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { once: true, capture: true })
        const watch = new MutationObserver(() => {
          const there = [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(wanted))
          if (!there || pressed === 0) return
          watch.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - pressed))
        })
        watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
    },
    [part, text] as const,
  )
  await page.keyboard.press(press)
  return page.evaluate(() => window.waited)
}

/** From a key in the search box to the suggestions for what is typed by then. */
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

/** From the Enter of a scan to the resident's card, and from that of a number to its confirmation; each issue is undone again. */
export async function deskWaits(page: Page, count: number) {
  const scanned: number[] = []
  const confirmed: number[] = []
  const pass = page.getByLabel('Pasnummer')
  while (scanned.length < count) {
    await pass.focus()
    await page.keyboard.type('0101010101')
    scanned.push(await waitAfter(page, 'Enter', ['section[data-status]', 'Actief']))
    await page.getByLabel('Aantal rollen').waitFor()
    await page.keyboard.type('1')
    confirmed.push(await waitAfter(page, 'Enter', ['[role="status"]', 'Er is 1 rol aangevraagd']))
    await page.getByRole('button', { name: /^Ongedaan maken/ }).click()
    await page.getByText('De uitgifte is ongedaan gemaakt').waitFor()
    // No more than an employee may look up in a minute.
    await page.waitForTimeout(2_000)
  }
  return { scanned, confirmed }
}
