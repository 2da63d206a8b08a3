import type { Page } from '@playwright/test'
import { day } from '../clock.ts'
import { administrator, clerk, provider, type State } from '../state.ts'
import { fail, follow, hold, press, sequence, submit } from '../steps.ts'

const yearAfterNext = Number(day.slice(0, 4)) + 2
const akerstraat = '/address?postal_code=6411CD&house_number=118'
const collections = '/services-and-settings/collections'

const changes = `${collections}/changes`
const areas = `${collections}/areas`
const rules = `${collections}/rules`
const imports = `${collections}/import`
const publication = `${collections}/publication`
const pickups = `${collections}/pickups`

const selectHeerlen = async (page: Page) => {
  await page.getByLabel('Gemeente', { exact: true }).selectOption({ label: 'Heerlen' })
}

const chooseHeerlen = async (page: Page) => {
  await selectHeerlen(page)
  await page.getByRole('main').getByRole('form').waitFor()
}

const choosePlanner = async (page: Page) => {
  await selectHeerlen(page)
  await page.getByRole('row', { name: /^Heerlen 6417/ }).waitFor()
}

/** Opens the last collection of an area that the planner shows. */
const openDay = (page: Page) =>
  page
    .getByRole('row', { name: /^Heerlen 6417/ })
    .getByRole('button')
    .last()
    .click()

const openCalendar = sequence(follow('Akerstraat 118'), follow('Ophaalkalender'), async (page) => {
  // Waits for the heading first, because the previous page (of an address) has a region with the same name.
  await page.getByRole('heading', { level: 1, name: 'Kalender' }).waitFor()
  await page.getByRole('region', { name: 'Volgende ophaaldagen' }).getByRole('listitem').first().waitFor()
})

/** Shows a move of a collection day, and an earlier move of the same day. Only the last can be undone. */
const showCollectionChanges = (page: Page) =>
  page.route('**/municipalities/*/collections/changes*', (route) => {
    const moved = (day: string) => ({ state: 'moved', moved_to: day, reason: 'wegens Kerstmis' })
    const change = { by: 'Sem Balie', kind: 'planner', collections: 1, areas: ['Heerlen 6411'] }
    const christmas = { category: 'gft', day: '2026-12-25' }
    const [first, second] = [moved('2026-12-28'), moved('2026-12-29')]
    const data = [
      {
        ...change,
        id: 9,
        at: '2026-11-17T09:05:00+01:00',
        first: { ...christmas, before: first, after: second },
        is_latest: true,
      },
      {
        ...change,
        id: 8,
        at: '2026-11-16T15:20:00+01:00',
        first: { ...christmas, before: { state: 'planned', moved_to: null, reason: null }, after: first },
        is_latest: false,
      },
    ]
    return route.fulfill({ json: { data } })
  })

/** The text that appears when the days have loaded. The waste streams of the filter appear earlier. */
const dayCount = /^\d+ ophaaldagen/

/** The calendar, and the collection rules of a municipality. */
export const calendarStates: State[] = [
  { screen: '/calendar', state: 'month', as: clerk, at: '/calendar?view=month', shows: dayCount },
  { screen: '/calendar', state: 'list', as: clerk, at: '/calendar?view=list', shows: dayCount },
  { screen: '/calendar', state: 'year', as: clerk, at: '/calendar?view=year', shows: dayCount },
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
    shows: 'Vul een adres in of kies een gemeente om de ophaaldagen te zien',
  },
  {
    screen: '/calendar',
    state: 'year not published',
    as: clerk,
    at: `/calendar?view=month&month=${yearAfterNext}-01`,
    shows: /nog niet gepubliceerd/,
  },
  {
    screen: '/calendar',
    state: 'of one address',
    main: true,
    as: provider,
    at: akerstraat,
    act: openCalendar,
    shows: /^GFT en etensresten: /,
  },
  {
    screen: '/calendar',
    state: 'suggested addresses',
    as: clerk,
    at: '/calendar?view=month',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Adres' }).fill('6411CD 118')
      await page.getByRole('listbox', { name: 'Adressen' }).getByRole('option').first().waitFor()
    },
    shows: 'Akerstraat 118',
  },
  {
    screen: '/calendar',
    state: 'calendar feed link',
    as: provider,
    at: akerstraat,
    act: sequence(openCalendar, press('Toon de agendalink')),
    shows: /\/waste-calendar\/feeds\//,
  },
  {
    screen: '/calendar',
    state: 'new appointment',
    as: provider,
    at: akerstraat,
    act: sequence(openCalendar, press('Afspraak maken')),
    shows: 'Hoeveelheid snoeiafval',
  },

  {
    screen: collections,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: choosePlanner,
    shows: /^\d+ ophaaldagen$|Ophaaldagen per gebied en week/,
  },
  {
    screen: collections,
    state: 'list of weeks',
    as: administrator,
    width: 360,
    act: selectHeerlen,
    shows: 'Eerder',
  },
  {
    screen: collections,
    state: 'waiting',
    as: administrator,
    before: hold('settings/municipalities/*/collections/planned*'),
    act: selectHeerlen,
    shows: 'Bezig met laden',
  },
  {
    screen: collections,
    state: 'failing',
    as: administrator,
    before: fail('settings/municipalities/*/collections/planned*'),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: collections,
    state: 'open day',
    as: administrator,
    act: sequence(choosePlanner, openDay),
    shows: 'Nieuwe dag',
  },
  {
    screen: collections,
    state: 'day not filled in',
    as: administrator,
    act: sequence(choosePlanner, openDay, press('Laten vervallen')),
    shows: /^Reden: /,
  },
  {
    screen: collections,
    state: 'several days',
    as: administrator,
    act: sequence(choosePlanner, press(/^Heerlen 6417/), press('Selectie wijzigen')),
    shows: 'Aantal dagen later',
  },

  {
    screen: changes,
    state: 'none',
    main: true,
    as: administrator,
    act: selectHeerlen,
    shows: 'Er zijn nog geen ophaaldagen verplaatst of vervallen.',
  },
  {
    screen: changes,
    state: 'undo refused',
    as: administrator,
    before: showCollectionChanges,
    act: sequence(selectHeerlen, async (page) => {
      await page
        .getByRole('button', { name: /^Ongedaan maken/ })
        .last()
        .focus()
    }),
    shows: 'Deze ophaaldagen zijn daarna weer gewijzigd, dus ongedaan maken kan niet meer',
  },
  {
    screen: changes,
    state: 'failing',
    as: administrator,
    before: fail('settings/municipalities/*/collections/changes*'),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },

  {
    screen: areas,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: chooseHeerlen,
    shows: 'Heerlen 6417',
  },
  {
    screen: areas,
    state: 'failing',
    as: administrator,
    before: fail('settings/municipalities/*/collections/areas'),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: areas,
    state: 'preview of a changed area',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      const panel = page.getByRole('region', { name: 'Een gebied maken of wijzigen' })
      await panel.getByLabel('Naam van het gebied').fill('Heerlen proef')
      await panel.getByLabel('Postcodes').fill('6417 AT even')
      await panel.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    },
    shows: /adressen gaan van Heerlen 6417 naar Heerlen proef/,
  },

  {
    screen: rules,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: chooseHeerlen,
    shows: 'Heerlen 6417',
  },
  {
    screen: rules,
    state: 'failing',
    as: administrator,
    before: fail('settings/municipalities/*/collections/areas'),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: rules,
    state: 'rule not filled in',
    as: administrator,
    act: sequence(chooseHeerlen, submit('Een ophaalregel wijzigen')),
    shows: /^Ingangsdatum: /,
  },

  {
    screen: imports,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: chooseHeerlen,
    shows: 'CSV-bestand',
  },
  {
    screen: imports,
    state: 'days from a list',
    as: administrator,
    act: async (page) => {
      await chooseHeerlen(page)
      const form = page.getByRole('form', { name: 'Ophaaldagen inlezen' })
      const lines = ['datum;afvalstroom', `${yearAfterNext}-02-03;gft`, `${yearAfterNext}-02-30;gft`]
      await form.getByLabel('Ophaaldagen uit het bestand').fill(lines.join('\n'))
      await form.getByLabel('Ophaalgebied').selectOption({ label: 'Heerlen 6417' })
      await form.getByRole('button', { name: 'Bekijk wat er verandert' }).click()
    },
    shows: '1 regel wordt overgeslagen:',
  },

  {
    screen: publication,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: selectHeerlen,
    shows: /^Datum voor/,
  },
  {
    screen: publication,
    state: 'failing',
    as: administrator,
    before: fail('settings/municipalities/*/collections/years'),
    act: selectHeerlen,
    shows: 'Opnieuw proberen',
  },
  {
    screen: pickups,
    state: 'no municipality chosen',
    as: administrator,
    shows: 'Kies eerst een gemeente.',
  },
  {
    screen: pickups,
    state: 'of a municipality',
    main: true,
    as: administrator,
    act: selectHeerlen,
    shows: 'm³ per route en dag',
  },
]
