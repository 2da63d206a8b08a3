import { administrator, provider, type State } from '../state.ts'
import { fail, press, showSessions, submit } from '../steps.ts'

/** The screens of a visitor, and the change of a password. */
export const visitorStates: State[] = [
  { screen: '/login', state: 'first', main: true, shows: 'Wachtwoord vergeten?' },
  {
    screen: '/login',
    state: 'nothing filled in',
    act: submit('Inloggen'),
    shows: 'E-mailadres: Dit veld is verplicht',
  },
  {
    screen: '/login',
    state: 'login rejected',
    act: async (page) => {
      await page.getByLabel('E-mailadres').fill('niemand@heerlen.example')
      await page.getByLabel('Wachtwoord', { exact: true }).fill('geen wachtwoord van iemand')
      await page.keyboard.press('Enter')
    },
    shows: /horen niet bij elkaar/,
  },
  { screen: '/account/wachtwoord-vergeten', state: 'first', main: true, shows: 'E-mailadres' },
  {
    screen: '/account/wachtwoord-vergeten',
    state: 'sent',
    act: async (page) => {
      await page.getByLabel('E-mailadres').fill('niemand@heerlen.example')
      await page.keyboard.press('Enter')
    },
    shows: /^Als dit adres bij ons bekend is/,
  },
  { screen: '/account/wachtwoord/resetten', state: 'incomplete link', shows: 'Deze link is niet compleet' },
  {
    screen: '/account/wachtwoord/resetten',
    state: 'form',
    main: true,
    at: '/account/wachtwoord/resetten#email=kim@heerlen.example&token=0123456789abcdef0123456789abcdef',
    shows: /^Voor kim@heerlen\.example/,
  },
  {
    screen: '/account/wachtwoord/resetten',
    state: 'too short',
    at: '/account/wachtwoord/resetten#email=kim@heerlen.example&token=0123456789abcdef0123456789abcdef',
    act: async (page) => {
      await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill('kort')
      await page.keyboard.press('Enter')
    },
    shows: /^Nieuw wachtwoord: /,
  },
  { screen: '/toegankelijkheid', state: 'for a visitor', main: true, shows: 'Voldoet het loket?' },
  {
    screen: '/change-password',
    state: 'first login',
    main: true,
    as: 'nieuw@rd4.example',
    shows: /Kies eerst een eigen wachtwoord/,
  },
  {
    screen: '/change-password',
    state: 'nothing filled in',
    as: administrator,
    act: submit('Wachtwoord wijzigen'),
    shows: 'Huidig wachtwoord: Dit veld is verplicht',
  },
  {
    screen: '/account/beveiliging',
    state: 'of an employee',
    main: true,
    as: provider,
    before: showSessions('auth/sessions', { is_current: true }),
    shows: 'Deze sessie',
  },
  {
    screen: '/account/beveiliging',
    state: 'sessions failing',
    as: provider,
    before: fail('auth/sessions'),
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/account/beveiliging',
    state: 'dialog to end all other sessions',
    as: provider,
    before: showSessions('auth/sessions', { is_current: true }),
    act: press('Beëindig alle andere'),
    shows: '2 sessies beëindigen?',
    opens: true,
  },
]
