import { expect, test } from '@playwright/test'
import { expectEscapeCloses } from './escape.ts'
import { closeState, openState } from './open-state.ts'
import { axeFaults } from './rules/axe.ts'
import { policyFaults } from './rules/content-policy.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { focusOrderFaults } from './rules/focus-order.ts'
import { htmlFaults } from './rules/html.ts'
import { hiddenReasons, smallTargets } from './rules/size.ts'
import { textFaults } from './rules/texts.ts'
import { transcriptOf } from './rules/transcript.ts'
import { type State, transcriptFile } from './state.ts'

/**
 * Checks each state with the rules, compares the main state of each screen with its transcript, and closes each dialog
 * with Escape.
 */
export function checkStates(states: State[]) {
  for (const state of states)
    test(`${state.screen}, ${state.state}`, async ({ browser }) => {
      const page = await openState(browser, state)
      const transcript = await transcriptOf(page, { whole: !state.as || ['/', '/dashboard'].includes(state.screen) })
      const faults = [
        ...policyFaults(page),
        ...(await axeFaults(page)),
        // This engine is slow, so it checks only main states here. `npm run screenshots` runs it in every state.
        ...(state.main ? await equalAccessFaults(page) : []),
        ...(await htmlFaults(page)),
        ...(await smallTargets(page)),
        ...(await hiddenReasons(page)),
        // Runs after the rules above, because it presses keys, which changes the page.
        ...(await focusOrderFaults(page)),
        // Runs last, because it removes the texts in other languages from the page.
        ...(await textFaults(page)),
      ]
      expect.soft(faults).toEqual([])
      if (state.main) expect.soft(transcript).toMatchSnapshot(transcriptFile(state))
      if (state.opens === 'dialog') await expectEscapeCloses(page)
      await closeState(page, state)
    })
}
