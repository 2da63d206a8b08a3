import type { State } from './state.ts'
import { administratorStates } from './states/administrator.ts'
import { calendarStates } from './states/calendar.ts'
import { municipalStates } from './states/municipal.ts'
import { providerStates } from './states/provider.ts'
import { shellStates } from './states/shell.ts'
import { visitorStates } from './states/visitor.ts'

/**
 * The catalogue of all screens in all their states. `scripts/screens.test.ts` compares it with the table of screens.
 */
export const states: State[] = [
  ...visitorStates,
  ...shellStates,
  ...providerStates,
  ...municipalStates,
  ...calendarStates,
  ...administratorStates,
]
