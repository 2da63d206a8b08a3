import { checkStates } from './check-states.ts'
import { administratorStates } from './states/administrator.ts'
import { calendarStates } from './states/calendar.ts'
import { municipalStates } from './states/municipal.ts'

checkStates([...municipalStates, ...calendarStates, ...administratorStates])
