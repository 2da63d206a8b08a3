import type { State } from '../state.ts'

/** The page about accessibility. */
export const states: State[] = [
  { screen: '/toegankelijkheid', state: 'for a visitor', main: true, shows: 'Voldoet het loket?' },
]
