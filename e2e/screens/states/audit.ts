import { administrator, type State } from '../state.ts'

const desk = '/services-and-settings'

/** The screens of the feature 'audit'. */
export const states: State[] = [
  {
    screen: `${desk}/audit`,
    state: 'first',
    main: true,
    as: administrator,
    shows: 'Maandoverzicht',
  },
  {
    screen: `${desk}/audit`,
    state: 'found',
    as: administrator,
    at: `${desk}/audit?part=events`,
    act: async (page) => {
      // The page opens with a search, which adds an entry to the log. The second search finds that entry.
      await page.getByRole('heading', { name: /gevonden$/i }).waitFor()
      await page.getByLabel('Handeling').fill('Logboek doorzocht')
      await page.keyboard.press('Enter')
    },
    shows: /^Gevonden$/,
  },
  {
    screen: `${desk}/audit`,
    state: 'month without lookups',
    as: administrator,
    at: `${desk}/audit?part=months&month=2026-01`,
    shows: 'In deze maand is niemand opgezocht.',
  },
  {
    screen: `${desk}/audit`,
    state: 'report',
    as: administrator,
    at: `${desk}/audit?part=report`,
    shows: /^Wat er met/,
  },
  {
    screen: `${desk}/audit`,
    state: 'report of a resident',
    as: administrator,
    at: `${desk}/audit?part=report`,
    act: async (page) => {
      await page.getByRole('form', { name: 'Verslag maken' }).getByLabel('Pasnummer').fill('0101010101')
      await page.keyboard.press('Enter')
    },
    shows: /keer verwerkt$/,
  },
  {
    screen: `${desk}/audit`,
    state: 'logs',
    as: administrator,
    at: `${desk}/audit?part=logs`,
    shows: 'Beveiligingslogboek',
  },
]
