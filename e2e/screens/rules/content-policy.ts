import type { Page } from '@playwright/test'

const recorded = new WeakMap<Page, string[]>()

/**
 * Returns an array that receives all later violations of the content security policy and uncaught errors. Call it
 * before the page opens.
 */
export async function recordViolations(page: Page) {
  const violations: string[] = []
  recorded.set(page, violations)
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(
        `content security policy violation: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`,
      ),
    ),
  )
  page.on('console', (message) => {
    if (/policy|trusted/i.test(message.text())) violations.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => violations.push(`${page.url()} ${error}`))
  return violations
}

/** Returns the recorded violations and errors of a page. Call it before a rule adds its scripts to the page. */
export const policyFaults = (page: Page) => [...(recorded.get(page) ?? [])]
