import { listFigureRows, listFigures } from '@rd4-loket/contract'
import { administrator, type State } from '../state.ts'
import { answer, fail } from '../steps.ts'

const screen = '/services-and-settings/figures'
const at = `${screen}?period=2026-10`
const openRows = async (page: Parameters<NonNullable<State['act']>>[0]) =>
  page.getByRole('button', { name: /^318: / }).click()

/** The screens of the feature 'figures'. */
export const states: State[] = [
  {
    screen,
    at,
    state: 'month',
    main: true,
    as: administrator,
    before: answer(listFigures),
    shows: 'Niet geleegd naar ophaalgebied',
  },
  {
    screen,
    at: `${screen}?period=2026-Q3`,
    state: 'quarter',
    as: administrator,
    before: answer(listFigures),
    shows: 'Augustus 2026',
  },
  {
    screen,
    at: `${screen}?period=2019-01`,
    state: 'not counted',
    as: administrator,
    before: answer(listFigures),
    shows: 'Het loket telt een maand op de tweede dag erna.',
  },
  {
    screen,
    at,
    state: 'failing',
    as: administrator,
    before: fail(listFigures),
    shows: 'Opnieuw proberen',
  },
  {
    screen,
    at,
    state: 'rows',
    as: administrator,
    before: async (page) => {
      await answer(listFigures)(page)
      await answer(listFigureRows)(page)
    },
    act: openRows,
    opens: 'dialog',
    shows: 'Akerstraat 118, 6411 CD Heerlen',
  },
  {
    screen,
    at,
    state: 'deleted rows',
    as: administrator,
    before: async (page) => {
      await answer(listFigures)(page)
      await answer(listFigureRows, { data: [], meta: { next: null, counted: 318, left: 0 } })(page)
    },
    act: openRows,
    shows: 'De regels van deze maand zijn gewist.',
  },
]
