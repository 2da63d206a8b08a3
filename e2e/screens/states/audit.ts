import { administrator, type State } from '../state.ts'
import { submit } from '../steps.ts'

const desk = '/services-and-settings'

/** The screens of the feature 'audit'. */
export const states: State[] = [
  {
    screen: `${desk}/audit`,
    state: 'first',
    main: true,
    as: administrator,
    act: (page) => page.getByRole('option', { name: 'Bo Beheer' }).waitFor({ state: 'attached' }),
    shows: 'Wie keek waarnaar',
  },
  {
    screen: `${desk}/audit`,
    state: 'found',
    as: administrator,
    act: async (page) => {
      // The first search adds an entry to the log. The second search finds that entry.
      await submit('Zoeken in het logboek')(page)
      await page.getByRole('heading', { name: /gevonden$/i }).waitFor()
      await page.getByLabel('Handeling').selectOption({ label: 'Logboek doorzocht' })
      await submit('Zoeken in het logboek')(page)
    },
    shows: /^Gevonden$/,
  },
  {
    screen: `${desk}/audit`,
    state: 'month',
    as: administrator,
    at: `${desk}/audit?part=months`,
    shows: 'Maandbeoordeling',
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
