import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { equalAccessExceptions } from './exceptions.ts'

const engine = readFileSync(new URL(import.meta.resolve('accessibility-checker-engine/ace-window.js')), 'utf8')

/** The fields of the engine's report that this file reads. `value` is the kind of rule and its outcome. */
type Finding = { ruleId: string; reasonId: string; value: [string, string]; snippet: string }
type EqualAccessEngine = {
  Checker: new () => { check(of: Document, guidelines: string[]): Promise<{ results: Finding[] }> }
}

const isException = ({ ruleId, snippet }: Pick<Finding, 'ruleId' | 'snippet'>) =>
  equalAccessExceptions.some((exception) => exception.rule === ruleId && exception.of.test(snippet))

/** Returns the violations, certain and potential, that IBM's Equal Access engine finds. It has rules that axe lacks. */
export async function equalAccessFaults(page: Page) {
  await page.evaluate(engine)
  const findings = await page.evaluate(async () => {
    const { Checker } = (window as unknown as { ace: EqualAccessEngine }).ace
    const { results } = await new Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2'])
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && (outcome === 'FAIL' || outcome === 'POTENTIAL'))
      .map(({ ruleId, reasonId, snippet }) => ({ ruleId, reasonId, snippet }))
  })
  return findings
    .filter((it) => !isException(it))
    .map(({ ruleId, reasonId, snippet }) => `equal-access ${ruleId} ${reasonId}: ${snippet}`)
}
