import { showCalendar } from '@rd4-loket/contract'
import { day } from '../clock.ts'
import { clerk, provider, type State } from '../state.ts'
import { fail, follow, hold, press, sequence } from '../steps.ts'

const akerstraat = '/address?postal_code=6411CD&house_number=118'
const yearAfterNext = Number(day.slice(0, 4)) + 2
const openCalendar = sequence(follow('Akerstraat 118'), follow('Ophaalkalender'), async (page) => {
  // Waits for the heading first, because the previous page (of an address) has a region with the same name.
  await page.getByRole('heading', { level: 1, name: 'Kalender' }).waitFor()
  await page.getByRole('region', { name: 'Volgende ophaaldagen' }).getByRole('listitem').first().waitFor()
})
/** The text that appears when the days have loaded. The waste streams of the filter appear earlier. */
const dayCount = /^\d+ ophaaldagen/

/** The screens of the feature 'calendar'. */
export const states: State[] = [
  { screen: '/calendar', state: 'month', as: clerk, at: '/calendar?view=month', shows: dayCount },
  { screen: '/calendar', state: 'list', as: clerk, at: '/calendar?view=list', shows: dayCount },
  { screen: '/calendar', state: 'year', as: clerk, at: '/calendar?view=year', shows: dayCount },
  {
    screen: '/calendar',
    state: 'waiting',
    as: clerk,
    at: '/calendar?view=list',
    before: hold(showCalendar),
    shows: 'De ophaaldagen worden geladen',
  },
  {
    screen: '/calendar',
    state: 'failing',
    as: clerk,
    before: fail(showCalendar),
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
]
