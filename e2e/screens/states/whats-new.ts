import { provider, type State } from '../state.ts'

export const states: State[] = [
  { screen: '/wat-is-nieuw', state: 'versions', main: true, as: provider, shows: 'Wat u als medewerker merkt' },
]
