import { administrator, type State } from '../state.ts'
import { fail, follow, press, sequence, showSessions, submit } from '../steps.ts'

const desk = '/services-and-settings'

/** Employees and the audit log. */
export const administratorStates: State[] = [
  { screen: `${desk}/employees`, state: 'many', main: true, as: administrator, shows: 'Noor Balie' },
  {
    screen: `${desk}/employees`,
    state: 'failing',
    as: administrator,
    before: fail('settings/employees'),
    shows: 'Opnieuw proberen',
  },
  {
    screen: `${desk}/employees`,
    state: 'expired invitation',
    as: administrator,
    before: (page) =>
      page.route('**/settings/employees', async (route) => {
        const response = await route.fetch()
        const { data, ...reply } = await response.json()
        const [first, second, ...others] = data
        const expired = { ...first, invitation: { ends_at: '2026-11-12T09:00:00+01:00', expired: true } }
        const open = { ...second, invitation: { ends_at: '2026-11-30T09:00:00+01:00', expired: false } }
        await route.fulfill({ response, json: { ...reply, data: [expired, open, ...others] } })
      }),
    shows: 'Uitnodiging verlopen op 12 november 2026',
  },
  { screen: `${desk}/employees/new`, state: 'first', main: true, as: administrator, shows: 'E-mailadres' },
  {
    screen: `${desk}/employees/new`,
    state: 'nothing filled in',
    as: administrator,
    act: submit('Medewerker uitnodigen'),
    shows: 'Naam: Dit veld is verplicht',
  },
  {
    screen: `${desk}/employees/new`,
    state: 'not a plain e-mail address',
    as: administrator,
    act: async (page) => {
      await page.getByLabel('E-mailadres').fill('Kim <kim@heerlen.example>')
      await submit('Medewerker uitnodigen')(page)
    },
    shows: /^E-mailadres: /,
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'existing',
    main: true,
    as: administrator,
    at: `${desk}/employees`,
    before: showSessions('employees/*/sessions', { is_current: false }),
    act: follow('Noor Balie'),
    shows: 'Onbekende browser',
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'without a name',
    as: administrator,
    at: `${desk}/employees`,
    act: async (page) => {
      await follow('Noor Balie')(page)
      await page.getByRole('form', { name: 'Medewerker wijzigen' }).getByLabel('Naam').fill('')
      await submit('Medewerker wijzigen')(page)
    },
    shows: 'Naam: Dit veld is verplicht',
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'dialog to block',
    as: administrator,
    at: `${desk}/employees`,
    act: sequence(follow('Noor Balie'), press('Blokkeren')),
    shows: 'Noor Balie blokkeren?',
    opens: 'dialog',
  },
  {
    screen: `${desk}/employees/$employee_id`,
    state: 'not found',
    as: administrator,
    at: `${desk}/employees/999999`,
    shows: 'Deze medewerker bestaat niet',
  },

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
