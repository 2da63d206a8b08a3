import { expect, test } from '@playwright/test'
import { leave, reach } from './open-state.ts'
import { axeFaults } from './rules/axe.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { walkFaults } from './rules/focus-order.ts'
import { htmlFaults } from './rules/html.ts'
import { smallTargets } from './rules/size.ts'
import { textFaults } from './rules/texts.ts'
import { transcriptOf } from './rules/transcript.ts'
import { fileName } from './state.ts'
import { shellStates } from './states/shell.ts'
import { states } from './states.ts'

// The walk presses keys, and the texts are read last: they take away what is in another language.
const rules = [axeFaults, equalAccessFaults, htmlFaults, smallTargets, walkFaults, textFaults]

for (const state of states)
  test(`${state.screen}, ${state.state}`, async ({ browser }) => {
    const page = await reach(browser, state)
    const transcript = await transcriptOf(page, { whole: !state.as || shellStates.includes(state) })
    const faults: string[] = []
    for (const rule of rules) faults.push(...(await rule(page)))
    await leave(page, state)
    expect.soft(faults).toEqual([])
    if (!state.changes) expect.soft(transcript).toMatchSnapshot(`${fileName(state)}.txt`)
  })
