import { showSetup } from '@rd4-loket/contract'
import { administrator, type State } from '../state.ts'
import { fail } from '../steps.ts'

const screen = '/services-and-settings/setup'

/** The screens of the feature 'setup'. */
export const states: State[] = [
  { screen, state: 'gaps', main: true, as: administrator, shows: 'Aanslagen' },
  { screen, state: 'failing', as: administrator, before: fail(showSetup), shows: 'Opnieuw proberen' },
]
