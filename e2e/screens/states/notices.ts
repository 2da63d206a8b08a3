import type { Page } from '@playwright/test'
import { clerk, type State } from '../state.ts'
import { submit } from '../steps.ts'

const desk = '/services-and-settings'
const editNotice = (page: Page) => page.getByRole('link', { name: /^Wijzigen.*Rollen voor grote gezinnen$/ }).click()

/** The screens of the feature 'notices'. */
export const states: State[] = [
  { screen: `${desk}/notices`, state: 'first', main: true, as: clerk, shows: 'Mededeling toevoegen' },
  {
    screen: `${desk}/notices`,
    state: 'dialog to delete a notice',
    as: clerk,
    act: (page) => page.getByRole('button', { name: /^Verwijderen.*Rollen voor grote gezinnen$/ }).click(),
    shows: 'Deze mededeling verwijderen?',
    opens: 'dialog',
  },
  { screen: `${desk}/notices/new`, state: 'first', main: true, as: clerk, shows: 'Op het dashboard vanaf' },
  {
    screen: `${desk}/notices/new`,
    state: 'nothing filled in',
    as: clerk,
    act: submit('Mededeling'),
    shows: 'Titel: Dit veld is verplicht',
  },
  {
    screen: `${desk}/notices/$notice_id`,
    state: 'being changed',
    main: true,
    as: clerk,
    at: `${desk}/notices`,
    act: editNotice,
    shows: 'Op het dashboard vanaf',
  },
  {
    screen: `${desk}/notices/$notice_id`,
    state: 'not found',
    as: clerk,
    at: `${desk}/notices/999999`,
    shows: 'Deze mededeling bestaat niet',
  },
]
