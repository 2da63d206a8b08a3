import type { Reporter, TestCase } from 'vitest/node'

/** A reporter of Vitest. Prints, at the end of a run, the title of each test that passed at its second attempt only. */
export default class SecondAttempts implements Reporter {
  readonly #titles: string[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.#titles.push(test.fullName)
  }

  onTestRunEnd() {
    for (const title of this.#titles) console.log(`Passed at the second attempt only: ${title}`)
  }
}
