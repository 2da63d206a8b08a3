import { checkStates } from './check-states.ts'
import { isOfMunicipality, states } from './states.ts'

checkStates(states.filter((state) => !isOfMunicipality(state)))
