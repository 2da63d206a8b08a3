import type { Page } from '@playwright/test'

/** One state of one screen: who sees it, how one gets there, and a text that is there and nowhere else. */
export type State = {
  /** The path in `web/src/app/screens.tsx`. */
  screen: string
  state: string
  as?: string
  /** Where the browser goes; without it, the screen's own path. */
  at?: string
  /** Before the page is opened: which calls wait, or fail. */
  before?: (page: Page) => Promise<unknown>
  /** On the page: what is typed and pressed. */
  act?: (page: Page) => Promise<unknown>
  shows: string | RegExp
}

const provider = 'medewerker@bsgw.example'
const clerk = 'balie@heerlen.example'
const administrator = 'beheer@rd4.example'
const thisYear = new Date().getFullYear()

/** A call that is never answered. */
const hold = (call: string) => (page: Page) => page.route(`**/api/v1/counter/${call}`, () => {})

/** A call that is refused because a part is down. */
const fail = (call: string) => (page: Page) =>
  page.route(`**/api/v1/counter/${call}`, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        message: 'Dit onderdeel is even niet bereikbaar.',
        request_id: '018f7b5e-0000-7000-8000-000000000000',
      }),
    }),
  )

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click()
const follow = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first().click()

/** Sends a form as it is. */
const submit = (form: string) => (page: Page) =>
  page.getByRole('form', { name: form }).locator('button[type=submit]').click()

const scan = (pass: string) => async (page: Page) => {
  await page.getByLabel('Pasnummer').fill(pass)
  await page.keyboard.press('Enter')
}

const openFirstAddress = follow('Akerstraat 118')
const akerstraat = '/address?postal_code=6411CD&house_number=118'
const systems = '/collection-system?municipality_id=917'
const openFirstSystem = (page: Page) => page.getByRole('main').getByRole('table').getByRole('link').first().click()

const collections = '/services-and-settings/collections'
const chooseHeerlen = async (page: Page) => {
  await page.getByLabel('Gemeente', { exact: true }).selectOption({ label: 'Heerlen' })
  await page.getByRole('region', { name: 'Ophaalgebieden' }).getByRole('form').waitFor()
}
const openCalendar = async (page: Page) => {
  await openFirstAddress(page)
  await follow('Ophaalkalender')(page)
  await page.getByRole('region', { name: 'Volgende ophaaldagen' }).getByRole('listitem').first().waitFor()
}

/** Every screen in the states it has. A test holds this table against the table of screens. */
export const states: State[] = [
  { screen: '/', state: 'leads to the dashboard', as: provider, shows: /^Welkom/ },

  { screen: '/login', state: 'first', shows: 'Wachtwoord vergeten?' },
  {
    screen: '/login',
    state: 'nothing filled in',
    act: submit('Inloggen'),
    shows: 'E-mailadres: Dit veld is verplicht',
  },
  { screen: '/account/wachtwoord-vergeten', state: 'first', shows: 'E-mailadres' },
  {
    screen: '/account/wachtwoord-vergeten',
    state: 'sent',
    act: async (page) => {
      await page.getByLabel('E-mailadres').fill('niemand@heerlen.example')
      await page.keyboard.press('Enter')
    },
    shows: /^Als dit adres bij ons bekend is/,
  },
  { screen: '/account/wachtwoord/resetten', state: 'link not whole', shows: 'Deze link is niet compleet' },
  {
    screen: '/account/wachtwoord/resetten',
    state: 'form',
    at: '/account/wachtwoord/resetten#email=kim@heerlen.example&token=0123456789abcdef0123456789abcdef',
    shows: /^Voor kim@heerlen\.example/,
  },
  { screen: '/toegankelijkheid', state: 'for a visitor', shows: 'Voldoet het loket?' },
  {
    screen: '/change-password',
    state: 'first login',
    as: 'nieuw@rd4.example',
    shows: /Kies eerst een eigen wachtwoord/,
  },

  { screen: '/dashboard', state: 'of a provider employee', as: provider, shows: 'Zoek een adres' },
  { screen: '/dashboard', state: 'waiting', as: provider, before: hold('calendar/municipalities*'), shows: /^Welkom/ },
  {
    screen: '/dashboard',
    state: 'panel failing',
    as: provider,
    before: fail('calendar/municipalities*'),
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/dashboard',
    state: 'list of keys',
    as: provider,
    act: async (page) => {
      await page.getByRole('button', { name: /^Gebruikersmenu/ }).click()
      await page.getByRole('button', { name: 'Sneltoetsen' }).click()
    },
    shows: 'Toetsen op deze pagina',
  },
  {
    screen: '/dashboard',
    state: 'suggestions',
    as: provider,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('akerstraat 118')
    },
    shows: 'Akerstraat 118 A',
  },
  {
    screen: '/dashboard',
    state: 'menu of the user',
    as: provider,
    act: (page) => page.getByRole('button', { name: /^Gebruikersmenu/ }).click(),
    shows: 'Uitloggen',
  },
  {
    screen: '/dashboard',
    state: 'connection lost',
    as: provider,
    act: async (page) => {
      await page.waitForLoadState('networkidle')
      await page.route('**/*', (route) => route.abort())
      await page.evaluate("dispatchEvent(new Event('offline'))")
    },
    shows: 'Geen verbinding met het loket',
  },

  { screen: '/address', state: 'first', as: provider, shows: 'Waar zoekt u naar?' },
  { screen: '/address', state: 'few', as: provider, at: akerstraat, shows: 'Akerstraat 118 A' },
  { screen: '/address', state: 'many', as: provider, at: '/address?street=akerstraat', shows: /Meer/ },
  {
    screen: '/address',
    state: 'none',
    as: provider,
    at: '/address?postal_code=6411CD&house_number=9998',
    shows: /^Geen adressen gevonden/,
  },
  {
    screen: '/address',
    state: 'waiting',
    as: provider,
    at: akerstraat,
    before: hold('addresses/search'),
    shows: 'Waar zoekt u naar?',
  },
  {
    screen: '/address',
    state: 'failing',
    as: provider,
    at: akerstraat,
    before: fail('addresses/search'),
    shows: 'Opnieuw proberen',
  },
  { screen: '/address', state: 'error at a field', as: provider, at: '/address?postal_code=64', shows: /postcode/i },
  {
    screen: '/address/$alias',
    state: 'whole',
    as: provider,
    at: akerstraat,
    act: openFirstAddress,
    shows: /Dit adres heeft \d+ eigen containers/,
  },
  {
    screen: '/address/$alias',
    state: 'waiting',
    as: provider,
    at: akerstraat,
    before: async (page) => {
      await hold('addresses/*/equipment')(page)
      await hold('addresses/*/clearances*')(page)
      await hold('addresses/*/nearby-systems')(page)
    },
    act: openFirstAddress,
    shows: 'Volgende ophaaldagen',
  },
  {
    screen: '/address/$alias',
    state: 'panel failing',
    as: provider,
    at: akerstraat,
    before: fail('addresses/*/clearances*'),
    act: openFirstAddress,
    shows: 'Opnieuw proberen',
  },
  { screen: '/address/$alias', state: 'not found', as: provider, at: '/address/geenadres', shows: /bestaat niet/ },
  {
    screen: '/address/$alias',
    state: 'making an appointment',
    as: provider,
    at: akerstraat,
    act: async (page) => {
      await openFirstAddress(page)
      await press('Afspraak maken')(page)
    },
    shows: 'Hoeveelheid snoeiafval',
  },

  { screen: '/collection-system', state: 'first', as: provider, shows: 'Waar zoekt u naar?' },
  { screen: '/collection-system', state: 'many', as: provider, at: systems, shows: 'Aangesloten adressen' },
  {
    screen: '/collection-system/$alias',
    state: 'whole',
    as: provider,
    at: systems,
    act: openFirstSystem,
    shows: 'Ledigingen',
  },
  {
    screen: '/collection-system/$alias',
    state: 'not found',
    as: provider,
    at: '/collection-system/geen',
    shows: /bestaat niet/,
  },

  { screen: '/services-and-settings', state: 'forbidden', as: provider, shows: 'Geen toegang' },
  { screen: '/services-and-settings', state: 'first', as: clerk, shows: 'Milieupas' },
  { screen: '/services-and-settings', state: 'active pass', as: clerk, act: scan('0101010101'), shows: 'Actief' },
  {
    screen: '/services-and-settings',
    state: 'blocked pass',
    as: clerk,
    act: scan('0202020202'),
    shows: /^Geblokkeerd/,
  },
  { screen: '/services-and-settings', state: 'expired pass', as: clerk, act: scan('0303030303'), shows: 'Vervallen' },
  {
    screen: '/services-and-settings',
    state: 'unknown pass',
    as: clerk,
    act: scan('0404040404'),
    shows: 'Deze pas is niet bekend in uw gemeente.',
  },
  {
    screen: '/services-and-settings/requests',
    state: 'none',
    as: clerk,
    at: '/services-and-settings/requests?from=2019-01-01&to=2019-01-02',
    shows: 'Geen uitgiften',
  },
  {
    screen: '/services-and-settings/requests',
    state: 'many',
    as: clerk,
    at: `/services-and-settings/requests?from=${thisYear}-01-01&to=${thisYear}-12-31`,
    shows: 'Per week',
  },
  {
    screen: '/services-and-settings/requests',
    state: 'error at a field',
    as: clerk,
    at: '/services-and-settings/requests?from=2026-02-02&to=2026-01-01',
    shows: 'De laatste dag ligt voor de eerste',
  },
  { screen: '/services-and-settings/settings', state: 'first', as: clerk, shows: 'Rollen per milieupas' },
  { screen: '/services-and-settings/notices/new', state: 'first', as: clerk, shows: 'Op het dashboard van' },
  {
    screen: '/services-and-settings/notices/new',
    state: 'nothing filled in',
    as: clerk,
    act: submit('Mededeling'),
    shows: 'Titel: Dit veld is verplicht',
  },
  {
    screen: '/services-and-settings/notices/$notice_id',
    state: 'not found',
    as: clerk,
    at: '/services-and-settings/notices/999999',
    shows: 'Deze mededeling bestaat niet',
  },
  { screen: '/calendar', state: 'month', as: clerk, at: '/calendar?view=month', shows: 'GFT en etensresten' },
  { screen: '/calendar', state: 'list', as: clerk, at: '/calendar?view=list', shows: 'GFT en etensresten' },
  { screen: '/calendar', state: 'year', as: clerk, at: '/calendar?view=year', shows: 'GFT en etensresten' },
  {
    screen: '/calendar',
    state: 'waiting',
    as: clerk,
    at: '/calendar?view=list',
    before: hold('calendar?*'),
    shows: 'De ophaaldagen worden geladen',
  },
  {
    screen: '/calendar',
    state: 'failing',
    as: clerk,
    before: fail('calendar?*'),
    shows: 'Dit onderdeel is even niet bereikbaar.',
  },
  {
    screen: '/calendar',
    state: 'no municipality chosen',
    as: provider,
    shows: 'Kies een gemeente om de ophaaldagen te zien',
  },
  {
    screen: '/calendar',
    state: 'year not published',
    as: clerk,
    at: `/calendar?view=month&month=${thisYear + 2}-01`,
    shows: /nog niet gepubliceerd/,
  },
  { screen: '/calendar', state: 'of one address', as: provider, at: akerstraat, act: openCalendar, shows: /^GFT: / },
  {
    screen: '/calendar',
    state: 'link for an own calendar',
    as: provider,
    at: akerstraat,
    act: async (page) => {
      await openCalendar(page)
      await press('Toon de agendalink')(page)
    },
    shows: /\/waste-calendar\/feeds\//,
  },
  {
    screen: '/calendar',
    state: 'new appointment',
    as: provider,
    at: akerstraat,
    act: async (page) => {
      await openCalendar(page)
      await press('Afspraak maken')(page)
    },
    shows: 'Hoeveelheid snoeiafval',
  },
  { screen: '/dashboard', state: 'of a municipal employee', as: clerk, shows: 'Milieupas' },

  { screen: collections, state: 'first', as: administrator, shows: 'Ophaalregels' },
  {
    screen: collections,
    state: 'of a municipality',
    as: administrator,
    act: chooseHeerlen,
    shows: 'Publicatie per jaar',
  },
  {
    screen: collections,
    state: 'change of an area',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      const panel = page.getByRole('region', { name: 'Ophaalgebieden' })
      await panel.getByLabel('Naam van het gebied').fill('Heerlen proef')
      await panel.getByLabel('Postcodes').fill('6417 AT even')
      await panel.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    },
    shows: /adressen gaan van Heerlen 6417 naar Heerlen proef/,
  },
  {
    screen: collections,
    state: 'days from a list',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      const form = page.getByRole('form', { name: 'Ophaaldagen inlezen' })
      const lines = ['datum;afvalsoort', `${thisYear + 2}-02-03;gft`, `${thisYear + 2}-02-30;gft`]
      await form.getByLabel('Ophaaldagen uit het bestand').fill(lines.join('\n'))
      await form.getByLabel('Ophaalgebied').selectOption({ label: 'Heerlen 6417' })
      await form.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    },
    shows: '1 regel wordt overgeslagen:',
  },
  {
    screen: collections,
    state: 'rule not filled in',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      await submit('Een ophaalregel wijzigen')(page)
    },
    shows: /^Ingangsdatum: /,
  },
  { screen: '/services-and-settings/employees', state: 'many', as: administrator, shows: 'Noor Balie' },
  {
    screen: '/services-and-settings/employees/new',
    state: 'nothing filled in',
    as: administrator,
    act: submit('Medewerker uitnodigen'),
    shows: 'Naam: Dit veld is verplicht',
  },
  {
    screen: '/services-and-settings/employees/$employee_id',
    state: 'one',
    as: administrator,
    at: '/services-and-settings/employees',
    act: follow('Noor Balie'),
    shows: 'Naam en rollen',
  },
  {
    screen: '/services-and-settings/employees/$employee_id',
    state: 'not found',
    as: administrator,
    at: '/services-and-settings/employees/999999',
    shows: 'Deze medewerker bestaat niet',
  },
  { screen: '/services-and-settings/audit', state: 'first', as: administrator, shows: 'Wie keek waarnaar' },
]
