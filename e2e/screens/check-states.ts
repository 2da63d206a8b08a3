import { expect, test } from '@playwright/test'
import { expectEscapeCloses } from './escape.ts'
import { closeState, openState } from './open-state.ts'
import { axeFaults, axeFaultsOfContent } from './rules/axe.ts'
import { policyFaults } from './rules/content-policy.ts'
import { equalAccessFaults } from './rules/equal-access.ts'
import { focusOrderFaults } from './rules/focus-order.ts'
import { htmlFaults } from './rules/html.ts'
import { hiddenReasons, smallTargets } from './rules/size.ts'
import { textFaults } from './rules/texts.ts'
import { transcriptOf } from './rules/transcript.ts'
import { type State, transcriptFile } from './state.ts'

const effort = Number(process.env['TEST_EFFORT'] ?? 1)

/** The names of states that show a shared component. `npm test` checks one state of each name. */
const ofSharedComponents = ['waiting', 'failing', 'panel failing', 'none', 'not found']

/** Returns the states that this run checks. */
const chosen = (states: State[]) =>
  states.filter(
    ({ main, state }, at) =>
      main ||
      effort > 1 ||
      !ofSharedComponents.includes(state) ||
      at === states.findIndex((other) => other.state === state),
  )

/**
 * Checks each state with the rules, and with the slow rules if it is a main state or the effort is higher. Compares the
 * main state of each screen with its transcript, and closes each dialog with Escape.
 */
export function checkStates(states: State[]) {
  for (const state of chosen(states))
    test(`${state.screen}, ${state.state}`, async ({ browser }) => {
      const page = await openState(browser, state)
      const isWhole = state.main || effort > 1
      const whole = !state.as || ['/', '/dashboard'].includes(state.screen)
      const transcript = state.main ? await transcriptOf(page, { whole }) : ''
      const faults = [
        ...policyFaults(page),
        ...(await (isWhole ? axeFaults : axeFaultsOfContent)(page)),
        ...(isWhole ? await equalAccessFaults(page) : []),
        ...(await htmlFaults(page)),
        ...(await smallTargets(page)),
        ...(await hiddenReasons(page)),
        // Runs after the rules above, because it presses keys, which changes the page.
        ...(isWhole || state.opens ? await focusOrderFaults(page) : []),
        // Runs last, because it removes the texts in other languages from the page.
        ...(await textFaults(page)),
      ]
      expect.soft(faults).toEqual([])
      if (state.main) expect.soft(transcript).toMatchSnapshot(transcriptFile(state))
      if (state.opens === 'dialog') await expectEscapeCloses(page)
      await closeState(page, state)
    })
}
