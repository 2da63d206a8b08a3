import { checkStates } from './check-states.ts'
import { providerStates } from './states/provider.ts'
import { shellStates } from './states/shell.ts'
import { visitorStates } from './states/visitor.ts'

checkStates([...visitorStates, ...shellStates, ...providerStates])
