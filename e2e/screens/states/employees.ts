import { listEmployeeSessions, listEmployees } from '@rd4-loket/contract'
import { administrator, type State } from '../state.ts'
import { change, fail, follow, press, sequence, showSessions, submit } from '../steps.ts'

const desk = '/services-and-settings'

/** The screens of the feature 'employees'. */
export const states: State[] = [
  { screen: `${desk}/employees`, state: 'many', main: true, as: administrator, shows: 'Noor Balie' },
  {
    screen: `${desk}/employees`,
    state: 'failing',
    as: administrator,
    before: fail(listEmployees),
    shows: 'Opnieuw proberen',
  },
  {
    screen: `${desk}/employees`,
    state: 'expired invitation',
    as: administrator,
    before: change(listEmployees, (employees) =>
      employees.map((it, at) => {
        const day = ['2026-11-12', '2026-11-30'][at]
        return day ? { ...it, invitation: { ends_at: `${day}T09:00:00+01:00`, expired: at === 0 } } : it
      }),
    ),
    shows: 'Uitnodiging verlopen op 12 november 2026',
  },
  { screen: `${desk}/employees/new`, state: 'first', main: true, as: administrator, shows: 'E-mailadres' },
  {
    screen: `${desk}/employees/new`,
    state: 'nothing filled in',
    as: administrator,
    act: submit('Medewerker uitnodigen'),
    shows: 'Naam: Dit veld is verplicht',
  },
  {
    screen: `${desk}/employees/new`,
    state: 'not a plain e-mail address',
    as: administrator,
    act: async (page) => {
      await page.getByLabel('E-mailadres').fill('Kim <kim@heerlen.example>')
      await submit('Medewerker uitnodigen')(page)
    },
    shows: /^E-mailadres: /,
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'existing',
    main: true,
    as: administrator,
    at: `${desk}/employees`,
    before: showSessions(listEmployeeSessions, { is_current: false }),
    act: follow('Noor Balie'),
    shows: 'Onbekende browser',
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'without a name',
    as: administrator,
    at: `${desk}/employees`,
    act: async (page) => {
      await follow('Noor Balie')(page)
      await page.getByRole('form', { name: 'Medewerker wijzigen' }).getByLabel('Naam').fill('')
      await submit('Medewerker wijzigen')(page)
    },
    shows: 'Naam: Dit veld is verplicht',
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'dialog to block',
    as: administrator,
    at: `${desk}/employees`,
    act: sequence(follow('Noor Balie'), press('Blokkeren')),
    shows: 'Noor Balie blokkeren?',
    opens: 'dialog',
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'not found',
    as: administrator,
    at: `${desk}/employees/999999`,
    shows: 'Deze medewerker bestaat niet',
  },
]
