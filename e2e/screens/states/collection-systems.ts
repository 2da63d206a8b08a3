import type { Page } from '@playwright/test'
import { provider, type State } from '../state.ts'
import { press, sequence } from '../steps.ts'

const systems = '/collection-system?municipality_id=917'
const openFirstSystem = (page: Page) => page.getByRole('main').getByRole('table').getByRole('link').first().click()

/** The screens of the feature 'collection systems'. */
export const states: State[] = [
  { screen: '/collection-system', state: 'first', as: provider, shows: 'Waar zoekt u naar?' },
  { screen: '/collection-system', state: 'many', main: true, as: provider, at: systems, shows: 'Aangesloten adressen' },
  {
    screen: '/collection-system',
    state: 'failing',
    as: provider,
    at: '/collection-system?street=fail-searchCollectionSystems-503',
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/collection-system/$alias',
    state: 'complete',
    main: true,
    as: provider,
    at: systems,
    act: openFirstSystem,
    shows: 'Ledigingen',
  },
  {
    screen: '/collection-system/$alias',
    state: 'recording a malfunction, with errors',
    as: provider,
    at: systems,
    act: sequence(openFirstSystem, press('Storing melden'), press('Storing vastleggen')),
    shows: 'Wat is er aan de hand?',
  },
  {
    screen: '/collection-system/$alias',
    state: 'panel failing',
    as: provider,
    at: '/collection-system/fail-listConnectedAddresses-503',
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/collection-system/$alias',
    state: 'not found',
    as: provider,
    at: '/collection-system/geen',
    shows: /bestaat niet/,
  },
]
