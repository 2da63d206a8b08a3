import { fullPath, listMissedReports, listMunicipalCollections, showMeta } from '@rd4-loket/contract'
import { clerk, provider, type State } from '../state.ts'
import { endSession, fail, goToSearch, hold, openUserMenu, publishNewVersion, shortenSession } from '../steps.ts'

/** The shell around every screen, and the pages that replace a screen. */
export const states: State[] = [
  {
    screen: '/',
    state: 'redirect to the dashboard',
    as: provider,
    shows: /^Welkom/,
  },
  {
    screen: '/',
    state: 'page not found',
    main: true,
    as: provider,
    at: '/hier-is-niets',
    // The page appears before the session has loaded. The user's menu appears after the session has loaded.
    act: (page) => page.getByRole('button', { name: /^Gebruikersmenu/ }).waitFor(),
    shows: 'Pagina niet gevonden!',
  },
  { screen: '/', state: 'page not found by a visitor', at: '/hier-is-niets', shows: 'Pagina niet gevonden!' },
  {
    screen: '/dashboard',
    state: 'server failing',
    as: provider,
    before: (page) => page.route(`**${fullPath(showMeta)}`, (route) => route.fulfill({ status: 500, body: '' })),
    shows: 'Foutcode 500',
  },
  {
    screen: '/dashboard',
    state: 'server not reachable',
    as: provider,
    before: fail(showMeta),
    shows: 'Het loket is even niet bereikbaar',
  },
  {
    screen: '/dashboard',
    state: 'of a provider employee',
    main: true,
    as: provider,
    // The session has the places that the employee opened last.
    ownLogin: true,
    shows: 'Hier bellen mensen vandaag over',
  },
  {
    screen: '/dashboard',
    state: 'of a municipal employee',
    as: clerk,
    shows: 'Milieupas',
  },
  {
    screen: '/dashboard',
    state: 'waiting',
    as: provider,
    before: hold(listMunicipalCollections),
    shows: 'Mededelingen',
  },
  {
    screen: '/dashboard',
    state: 'panel failing',
    as: provider,
    before: fail(listMunicipalCollections),
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/dashboard',
    state: 'outcome of a missed street',
    as: provider,
    opens: 'dialog',
    act: async (page) => {
      await page.getByRole('button', { name: /^Niet geleegd \d+ open/ }).click()
      await page.getByRole('button', { name: /^Wieënweg/ }).click()
    },
    shows: 'Uitkomst vastleggen',
  },
  {
    screen: '/dashboard',
    state: 'missed streets failing',
    as: provider,
    before: fail(listMissedReports),
    act: (page) => page.getByRole('button', { name: /^Niet geleegd \d+ open/ }).click(),
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/dashboard',
    state: 'list of keys',
    as: provider,
    act: async (page) => {
      await openUserMenu(page)
      await page.getByRole('button', { name: 'Sneltoetsen' }).click()
    },
    shows: 'Zet dit uit als u met uw stem typt.',
    opens: 'dialog',
  },
  {
    screen: '/dashboard',
    state: 'suggestions',
    as: provider,
    act: async (page) => {
      await goToSearch(page)
      await page.keyboard.type('akerstraat 118')
      // The first letters already have these suggestions. '4 suggesties' appears only after the last response.
      await page.getByText('4 suggesties').waitFor()
    },
    shows: 'Akerstraat 118 A',
    opens: 'popup',
  },
  {
    screen: '/dashboard',
    state: 'actions in the search box',
    as: provider,
    act: goToSearch,
    shows: 'Afspraak maken',
    opens: 'popup',
  },
  {
    screen: '/dashboard',
    state: 'alternatives for a missing number',
    as: provider,
    act: async (page) => {
      await goToSearch(page)
      await page.keyboard.type('6417AT 132')
    },
    shows: '6417 AT 44',
    opens: 'popup',
  },
  {
    screen: '/dashboard',
    state: 'line of which a part is not used',
    as: provider,
    act: async (page) => {
      await goToSearch(page)
      await page.keyboard.type('jansen, akerstraat 118')
    },
    shows: /Niet gebruikt: jansen\.$/,
    opens: 'popup',
  },
  {
    screen: '/dashboard',
    state: 'menu of the user',
    as: provider,
    act: openUserMenu,
    shows: 'Uitloggen',
    opens: 'popup',
  },
  {
    screen: '/dashboard',
    state: 'menu over the page',
    as: provider,
    width: 768,
    act: (page) => page.getByRole('button', { name: 'Menu openen' }).click(),
    shows: 'Zoek verzamelsysteem',
    opens: 'dialog',
  },
  {
    screen: '/dashboard',
    state: 'collapsed menu',
    as: 'beide@rd4.example',
    ownLogin: true,
    act: (page) => page.getByRole('button', { name: 'Menu inklappen' }).click(),
    shows: /^Welkom/,
  },
  {
    screen: '/dashboard',
    state: 'connection lost',
    as: provider,
    act: async (page) => {
      await page.route('**/*', (route) => route.abort())
      await page.evaluate("dispatchEvent(new Event('offline'))")
    },
    shows: 'Geen verbinding met het loket',
  },
  {
    screen: '/dashboard',
    state: 'new version',
    as: provider,
    act: publishNewVersion,
    shows: 'Er is een nieuwe versie',
  },
  {
    screen: '/dashboard',
    state: 'session about to end',
    as: provider,
    before: shortenSession,
    shows: /^Uw sessie eindigt om/,
  },
  {
    screen: '/dashboard',
    state: 'dialog to stay logged in',
    as: provider,
    before: shortenSession,
    act: (page) => page.getByRole('button', { name: 'Blijf ingelogd' }).click(),
    shows: 'Ingelogd blijven',
    opens: 'dialog',
  },
  {
    screen: '/services-and-settings/notices/new',
    state: 'session ended while typing',
    as: clerk,
    ownLogin: true,
    act: async (page) => {
      await endSession(page)
      await page.getByLabel('Titel').fill('Balie eerder dicht')
      await page.getByRole('textbox', { name: 'Tekst' }).fill('Vrijdag sluit de balie om drie uur.')
      await page.getByLabel('Tot en met').fill('2099-12-31')
      await page.getByRole('button', { name: 'Opslaan' }).click()
    },
    shows: 'Uw sessie is afgelopen',
  },
]
