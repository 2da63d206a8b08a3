import { listChargeRules } from '@rd4-loket/contract'
import { administrator, type State } from '../state.ts'
import { answer, fail } from '../steps.ts'

const screen = '/rekenregels'
const selectHeerlen = (page: Parameters<NonNullable<State['act']>>[0]) =>
  page.getByLabel('Gemeente', { exact: true }).selectOption({ label: 'Heerlen' })

/** The screens of the feature 'charge-rules'. */
export const states: State[] = [
  {
    screen,
    state: 'rules',
    main: true,
    as: administrator,
    before: answer(listChargeRules),
    act: async (page) => {
      await selectHeerlen(page)
      await page.getByLabel('Soort regel').selectOption('free')
    },
    shows: 'De eerste 3 ledigingen horen bij het vaste deel.',
  },
  {
    screen,
    state: 'failing',
    as: administrator,
    before: fail(listChargeRules),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
]
