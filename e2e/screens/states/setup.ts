import type { Page } from '@playwright/test'
import { showSetup } from '@rd4-loket/contract'
import { administrator, type State } from '../state.ts'
import { answer, fail } from '../steps.ts'

const screen = '/services-and-settings/setup'
const selectHeerlen = (page: Page) => page.getByLabel('Gemeente', { exact: true }).selectOption({ label: 'Heerlen' })

/** The screens of the feature 'setup'. */
export const states: State[] = [
  {
    screen,
    state: 'gaps',
    main: true,
    as: administrator,
    before: answer(showSetup),
    act: selectHeerlen,
    shows: 'Heerlen: 2 dingen ontbreken',
  },
  {
    screen,
    state: 'failing',
    as: administrator,
    before: fail(showSetup),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
]
