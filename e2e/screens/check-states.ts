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

// The whole `npm test` runs the journeys too.
const isWholeTest = process.env['E2E_PROJECTS']?.includes('journeys')

/** The names of states that show a shared component. */
const ofSharedComponents = [
  ...['waiting', 'failing', 'panel failing', 'none', 'not found', 'forbidden'],
  ...['nothing filled in', 'error at a field', 'with errors'],
]

/**
 * Returns the states that this run checks. The whole `npm test` checks main states, states with an overlay, and one
 * state of each shared component. Each other state differs from a main state in one panel, which a page test covers.
 */
const chosen = (states: State[]) =>
  states.filter(
    ({ main, opens, state }, at) =>
      !isWholeTest ||
      main ||
      opens ||
      (ofSharedComponents.includes(state) && at === states.findIndex((other) => other.state === state)),
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
