import { listOwnSessions, listSecondFactors } from '@rd4-loket/contract'
import {
  answerCodes,
  logInWithFactor,
  replaceFactors,
  requireConfirmation,
  requireFactor,
  startApp,
} from '../factor-steps.ts'
import { administrator, provider, type State } from '../state.ts'
import { fail, hold, offerOrganisations, press, requireNewLogin, sequence, showSessions, submit } from '../steps.ts'

/** The screens of the feature 'account'. */
export const states: State[] = [
  { screen: '/login', state: 'first', shows: 'Wachtwoord vergeten?' },
  {
    screen: '/login',
    state: 'with organisations',
    main: true,
    before: offerOrganisations,
    shows: 'Inloggen met BsGW',
  },
  {
    screen: '/login',
    state: 'provider down',
    at: '/login?organisation_login=unavailable&return_to=%2Fcalendar',
    before: offerOrganisations,
    shows: /^De inlogpagina van uw organisatie is niet bereikbaar/,
  },
  {
    screen: '/login',
    state: 'login at an organisation refused',
    at: '/login?organisation_login=unknown&return_to=%2F',
    before: offerOrganisations,
    shows: /^Dit account is niet uitgenodigd/,
  },
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
    before: sequence(showSessions(listOwnSessions, { is_current: true }), replaceFactors(2)),
    shows: 'Laptop van het werk',
  },
  {
    screen: '/account/beveiliging',
    state: 'sessions failing',
    as: provider,
    before: fail(listOwnSessions),
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/account/beveiliging',
    state: 'without a second factor',
    as: provider,
    shows: 'App toevoegen',
  },
  {
    screen: '/account/beveiliging',
    state: 'many',
    as: provider,
    before: replaceFactors(10),
    shows: 'Sleutel 10',
  },
  {
    screen: '/account/beveiliging',
    state: 'waiting',
    as: provider,
    before: hold(listSecondFactors),
    shows: 'Wachtwoord',
  },
  {
    screen: '/account/beveiliging',
    state: 'failed',
    as: provider,
    before: fail(listSecondFactors),
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/account/beveiliging',
    state: 'dialog to end all other sessions',
    as: provider,
    before: showSessions(listOwnSessions, { is_current: true }),
    act: press('Beëindig alle andere'),
    shows: '2 sessies beëindigen?',
    opens: 'dialog',
  },
  {
    screen: '/account/beveiliging',
    state: 'dialog with a new login at the organisation',
    as: provider,
    before: requireNewLogin,
    act: async (page) => {
      await press('Beëindig alle andere')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Beëindigen' }).click()
    },
    shows: 'Inloggen met BsGW',
    opens: 'dialog',
  },
  {
    screen: '/account/beveiliging',
    state: 'dialog with a wrong password',
    as: provider,
    act: async (page) => {
      await press('App toevoegen')(page)
      await page.getByLabel('Huidig wachtwoord', { exact: true }).fill('geraden')
      await page.keyboard.press('Enter')
    },
    shows: 'Huidig wachtwoord: Dit is niet uw huidige wachtwoord',
    opens: 'dialog',
  },
  {
    screen: '/account/beveiliging',
    state: 'dialog with the code of an app',
    as: provider,
    act: startApp,
    shows: 'Scan de code met de app, of typ daar dit geheim:',
    opens: 'dialog',
  },
  {
    screen: '/account/beveiliging',
    state: 'dialog to remove a factor',
    as: provider,
    before: replaceFactors(2),
    act: press('Verwijderen van Telefoon'),
    shows: 'Telefoon verwijderen',
    opens: 'dialog',
  },
  {
    screen: '/account/beveiliging',
    state: 'recovery codes',
    as: provider,
    before: answerCodes,
    act: async (page) => {
      await press('Nieuwe herstelcodes')(page)
      await page.getByLabel('Huidig wachtwoord', { exact: true }).fill('geheim')
      await page.keyboard.press('Enter')
    },
    shows: 'k7m2p-x9q40',
  },
  {
    screen: '/account/beveiliging',
    state: 'second factor required',
    as: provider,
    before: requireFactor({ must_add: true }),
    shows: 'Voeg eerst een tweede factor toe. Daarna kunt u verder.',
  },
  {
    screen: '/account/beveiliging',
    state: 'days left',
    as: provider,
    before: requireFactor({ due_at: '2026-12-20T12:00:00+01:00' }),
    shows: /Voeg binnen \d+ dagen een tweede factor toe/,
  },
  { screen: '/login', state: 'second factor', act: logInWithFactor, shows: 'Code uit de app' },
  {
    screen: '/login',
    state: 'second factor after a login at an organisation',
    as: provider,
    before: requireConfirmation,
    shows: 'Uw organisatie heeft u ingelogd. Bevestig nu dat u het bent.',
  },
  {
    screen: '/login',
    state: 'wrong code',
    act: async (page) => {
      await logInWithFactor(page)
      await page.getByRole('textbox', { name: 'Code uit de app' }).fill('000000')
      await page.keyboard.press('Enter')
    },
    shows: /^Code uit de app: Deze code klopt niet/,
  },
]
