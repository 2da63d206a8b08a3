import type { Page } from '@playwright/test'
import { listAllowances, showAllowanceRule, showPassForm } from '@rd4-loket/contract'
import { administrator, clerk, type State } from '../state.ts'
import { answer, change, fail, sequence } from '../steps.ts'

const desk = '/services-and-settings'
const selectHeerlen = (page: Page) => page.getByLabel('Gemeente', { exact: true }).selectOption({ label: 'Heerlen' })
/** Adds a proposal to the allowance of the current year. `own`: whether the employee on screen proposed it. */
const proposeAllowance = ({ own }: { own: boolean }) => {
  const proposal = { rolls: 8, by: own ? 'Bo Beheer' : 'Noor Balie', own }
  return sequence(
    answer(showAllowanceRule, { changed_by: 'two_employees' }),
    change(listAllowances, (years) => years.map((it, at) => (at === 1 ? { ...it, proposal } : it))),
  )
}

/** The screens of the feature 'settings'. */
export const states: State[] = [
  { screen: `${desk}/settings`, state: 'first', main: true, as: clerk, shows: 'Rollen per huishouden' },
  {
    screen: `${desk}/settings`,
    state: 'panel failing',
    as: clerk,
    before: fail(showPassForm),
    shows: 'Opnieuw proberen',
  },
  {
    screen: `${desk}/settings`,
    state: 'proposed allowance',
    as: administrator,
    before: proposeAllowance({ own: false }),
    act: selectHeerlen,
    shows: /^Voorstel voor/,
  },
  {
    screen: `${desk}/settings`,
    state: 'approval refused',
    as: administrator,
    before: proposeAllowance({ own: true }),
    act: sequence(selectHeerlen, (page) => page.getByRole('button', { name: /^Goedkeuren voor Heerlen/ }).focus()),
    shows: 'Een andere medewerker keurt uw voorstel goed',
  },
  {
    screen: `${desk}/settings`,
    state: 'form of pass numbers with errors',
    as: administrator,
    before: change(showPassForm, (form) => ({ ...form, other_passes: 3 })),
    act: sequence(selectHeerlen, async (page) => {
      const form = page.getByRole('form', { name: 'Vorm van een pasnummer' })
      await form.getByLabel('Grootste aantal tekens').fill('5')
      await form.getByLabel('Tekens van de lezer vóór het nummer').fill('0-0')
      await form.locator('button[type=submit]').click()
    }),
    shows: /^Grootste aantal tekens: /,
  },
]
