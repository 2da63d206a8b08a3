import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { htmlExceptions } from './exceptions.ts'

const validator = new HtmlValidate({
  // The presets for the HTML standard and accessibility. The presets for coding style are omitted.
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // An inline style may set custom properties only (the option `allowVariables`, which is on by default).
  rules: { 'no-inline-style': ['error', { allowedProperties: [] }] },
})

const isException = (ruleId: string, selector: string | null) =>
  htmlExceptions.some(({ rule, of }) => rule === ruleId && of.test(selector ?? ''))

/** Returns the faults in the HTML of a page, after its scripts ran. */
export async function htmlFaults(page: Page) {
  const { results } = await validator.validateString(await page.content())
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ ruleId, selector }) => !isException(ruleId, selector))
      .map(({ ruleId, message, selector }) => `html ${ruleId}: ${message} (${selector})`),
  )
}
