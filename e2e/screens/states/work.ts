import { listHandovers, listQuarantine } from '@rd4-loket/contract'
import { provider, type State } from '../state.ts'
import { fail, follow } from '../steps.ts'

/** The screens of the feature 'handovers'. */
export const states: State[] = [
  { screen: '/work', state: 'open', main: true, as: provider, shows: 'Akerstraat 118 A, 6411 CD Heerlen' },
  { screen: '/work', state: 'none late', as: provider, act: follow('Te laat'), shows: 'Er is geen open bezwaar.' },
  { screen: '/work', state: 'failing', as: provider, before: fail(listHandovers), shows: 'Opnieuw proberen' },
  {
    ...{ screen: '/work', state: 'corrections', as: provider, at: '/work?part=corrections' },
    shows: 'Wacht op goedkeuring',
  },
  { screen: '/work', state: 'queue', as: provider, at: '/work?part=queue', shows: 'de fractie MED is onbekend' },
  {
    ...{ screen: '/work', state: 'queue failing', as: provider, at: '/work?part=queue' },
    before: fail(listQuarantine),
    shows: 'Opnieuw proberen',
  },
]
