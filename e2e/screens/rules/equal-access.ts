import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { equalAccessExceptions } from './exceptions.ts'

const engine = readFileSync(new URL(import.meta.resolve('accessibility-checker-engine/ace-window.js')), 'utf8')

/** What we read of the engine's report; `value` is what kind of rule it is, and what came of it. */
type Found = { ruleId: string; reasonId: string; value: [string, string]; snippet: string }
type Engine = { Checker: new () => { check(of: Document, guidelines: string[]): Promise<{ results: Found[] }> } }

const isException = ({ ruleId, snippet }: Pick<Found, 'ruleId' | 'snippet'>) =>
  equalAccessExceptions.some((exception) => exception.rule === ruleId && exception.of.test(snippet))

/** What IBM's Equal Access engine finds wrong on the page, or may be wrong: its rules see other things than those of axe. */
export async function equalAccessFaults(page: Page) {
  await page.evaluate(engine)
  const found = await page.evaluate(async () => {
    const { Checker } = (window as unknown as { ace: Engine }).ace
    const { results } = await new Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2'])
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && (outcome === 'FAIL' || outcome === 'POTENTIAL'))
      .map(({ ruleId, reasonId, snippet }) => ({ ruleId, reasonId, snippet }))
  })
  return found
    .filter((it) => !isException(it))
    .map(({ ruleId, reasonId, snippet }) => `equal-access ${ruleId} ${reasonId}: ${snippet}`)
}
