import type { State } from './state.ts'
import { administratorStates } from './states/administrator.ts'
import { calendarStates } from './states/calendar.ts'
import { municipalStates } from './states/municipal.ts'
import { providerStates } from './states/provider.ts'
import { shellStates } from './states/shell.ts'
import { visitorStates } from './states/visitor.ts'

/** Every screen in the states it has. A test holds this table against the table of screens. */
export const states: State[] = [
  ...visitorStates,
  ...shellStates,
  ...providerStates,
  ...municipalStates,
  ...calendarStates,
  ...administratorStates,
]
