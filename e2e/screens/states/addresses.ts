import {
  type Bill,
  exportAddresses,
  listAddressClearances,
  listAddressEquipment,
  listNearbySystems,
  searchAddresses,
  showBill,
} from '@rd4-loket/contract'
import { provider, type State } from '../state.ts'
import { change, follow, hold, holdLaterPages, press, sequence } from '../steps.ts'

const openFirstAddress = follow('Akerstraat 118')
const akerstraat = '/address?postal_code=6411CD&house_number=118'
/** Opens an address whose bill has two households, an assessment, a late lift and two objections. */
const openAddressWithBill = follow('Akerstraat 118 b')
/** Opens the address whose resident disputed two bills at the pass desk. */
const openAddressWithHandovers = follow('Akerstraat 118 A')
const heerlen = (number: number) => `/address?street=Akerstraat&house_number=${number}&municipality_id=917`

/** Puts a rule of each kind into a bill: free lifts, free lifts by a code, and a deduction. */
function withRules(bill: Bill): Bill {
  const [period] = bill.periods
  const line = period?.lines.find(({ charge, count }) => charge === 'clearance' && count > 0)
  if (!period || !line) return bill
  const row = { valid_from: '2020-01-01', valid_to: null, lifts: line.count }
  const free = {
    ...row,
    id: 1,
    name: 'in het vaste deel',
    sentence: 'De eerste 3 ledigingen horen bij het vaste deel.',
  }
  const sentence = 'Met regeling M horen de eerste 26 ledigingen bij het vaste deel.'
  const coded = { ...row, id: 2, name: 'regeling M', sentence }
  const off = { ...row, id: 3, name: 'Korting', sentence: 'Er gaat € 20,00 van de ledigingen af.' }
  const lines = [
    ...period.lines,
    ...[free, coded].map(({ id }) => ({ ...line, rule: id, unit_cents: 0, amount_cents: 0 })),
    { ...line, rule: 3, charge: 'deduction' as const, kind: null, unit_cents: null, amount_cents: -2000 },
  ]
  const rules = [free, coded, off].map((rule) => ({ ...rule, amount_cents: 2000 }))
  return {
    ...bill,
    periods: [{ ...period, lines, rules }, ...bill.periods.slice(1)],
    spoken: { ...bill.spoken, short: rules.map((rule) => rule.sentence).join(' ') },
  }
}

const imposed_only = 'Over 2021 bewaart de portal geen regelingen meer. Daarom staat hier alleen de opgelegde aanslag.'

/** Leaves of a bill what was imposed and the lifts, as of an old year whose schemes are deleted. */
function asImposedOnly(bill: Bill): Bill {
  const nothing = { clearance_ids: [], amount_cents: 0 }
  return {
    ...bill,
    imposed_only,
    periods: bill.periods.map(({ rules, assessment, ...period }) => ({
      ...period,
      lines: [],
      amount_cents: null,
      assessment: assessment && {
        ...assessment,
        ...{ difference_cents: null, late: nothing, objected: nothing, tariff_cents: 0 },
      },
    })),
    totals: { ...bill.totals, amount_cents: null },
    billed: bill.billed && { ...bill.billed, amount_cents: null },
    last_year: null,
    norm: null,
    objections: bill.objections.map((objection) => ({ ...objection, amount_cents: null })),
    clearances: bill.clearances.map((lift) => ({ ...lift, amount_cents: null, charged_cents: null, is_late: false })),
    spoken: { short: imposed_only, full: imposed_only },
  }
}

/** The screens of the feature 'addresses'. */
export const states: State[] = [
  { screen: '/address', state: 'first', as: provider, shows: 'Waar zoekt u naar?' },
  { screen: '/address', state: 'few', as: provider, at: akerstraat, shows: 'Akerstraat 118 A' },
  { screen: '/address', state: 'many', main: true, as: provider, at: '/address?street=akerstraat', shows: /Meer/ },
  {
    screen: '/address',
    state: 'loading all rows to sort',
    as: provider,
    at: '/address?street=akerstraat&sort=Postcode',
    before: holdLaterPages(searchAddresses),
    shows: /^Alle rijen worden geladen/,
  },
  {
    screen: '/address',
    state: 'too many rows to sort',
    as: provider,
    at: '/address?street=straat&sort=Postcode',
    shows: /^Deze lijst heeft meer dan 2.000 rijen/,
  },
  {
    screen: '/address',
    state: 'street suggestions',
    as: provider,
    act: async (page) => {
      await page.getByRole('main').getByLabel('Straat', { exact: true }).focus()
      await page.keyboard.type('akerstr')
      // The first letters already suggest this street. '1 straat' appears only after the last response.
      await page.getByText('1 straat').waitFor()
    },
    shows: 'Akerstraat',
    opens: 'popup',
  },
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
    before: hold(searchAddresses),
    shows: 'Waar zoekt u naar?',
  },
  {
    screen: '/address',
    state: 'failing',
    as: provider,
    at: '/address?street=fail-searchAddresses-503',
    shows: 'Opnieuw proberen',
  },
  { screen: '/address', state: 'error at a field', as: provider, at: '/address?postal_code=64', shows: /postcode/i },
  {
    screen: '/address',
    state: 'exporting',
    as: provider,
    at: akerstraat,
    before: hold(exportAddresses),
    act: press('Exporteren als CSV'),
    shows: 'Bezig met exporteren…',
  },
  {
    screen: '/address',
    state: 'export failing',
    as: provider,
    at: '/address?street=fail-exportAddresses-503',
    act: press('Exporteren als CSV'),
    shows: /^Dit onderdeel is even niet bereikbaar/,
  },
  {
    screen: '/address/$alias',
    state: 'complete',
    main: true,
    as: provider,
    at: akerstraat,
    act: openAddressWithBill,
    shows: 'Lees voor',
  },
  {
    screen: '/address/$alias',
    state: 'current year',
    as: provider,
    at: akerstraat,
    act: async (page) => {
      await openAddressWithBill(page)
      await page.getByRole('navigation', { name: 'Jaar' }).getByRole('link').first().click()
    },
    shows: /^Onze berekening tot en met/,
  },
  {
    screen: '/address/$alias',
    state: 'former occupants',
    as: provider,
    at: akerstraat,
    act: sequence(openAddressWithBill, press('Toon bij een bezwaar tegen de aanslag')),
    shows: 'Verberg vorige bewoners',
  },
  {
    screen: '/address/$alias',
    state: 'only hidden occupants',
    as: provider,
    at: heerlen(113),
    act: follow('Akerstraat 113'),
    shows: /vorige bewoners? (is|zijn) verborgen/,
  },
  {
    screen: '/address/$alias',
    state: 'year without facts',
    as: provider,
    at: akerstraat,
    act: async (page) => {
      await openAddressWithBill(page)
      await page.goto(`${page.url()}?year=2012`)
    },
    shows: /^Ledigingen zijn bekend vanaf 1 januari/,
  },
  {
    screen: '/address/$alias',
    state: 'a container was not emptied',
    as: provider,
    at: heerlen(120),
    act: sequence(follow('Akerstraat 120'), press(/^Nakijken en melden/)),
    shows: /te zwaar/,
  },
  {
    screen: '/address/$alias',
    state: 'facts to check',
    as: provider,
    at: heerlen(101),
    act: follow('Akerstraat 101'),
    shows: '1 ding om na te gaan',
  },
  {
    screen: '/address/$alias',
    state: 'rules of the municipality',
    as: provider,
    at: akerstraat,
    before: change(showBill, withRules),
    act: sequence(openAddressWithBill, press(/^Korting/)),
    shows: 'Geldt vanaf 1 januari 2020.',
  },
  {
    screen: '/address/$alias',
    state: 'year without its schemes',
    as: provider,
    at: akerstraat,
    before: change(showBill, asImposedOnly),
    act: openAddressWithBill,
    shows: imposed_only,
  },
  {
    screen: '/address/$alias',
    state: 'lifts of a line',
    as: provider,
    at: akerstraat,
    act: sequence(openAddressWithBill, press('GFT')),
    shows: 'Lees voor',
  },
  {
    screen: '/address/$alias',
    state: 'objection with errors',
    as: provider,
    at: akerstraat,
    act: sequence(openAddressWithBill, press(/^Klopt niet/), press('Vraag vastleggen')),
    shows: 'Wat klopt er niet? Dit veld is verplicht',
  },
  {
    screen: '/address/$alias',
    state: 'objections handed over',
    as: provider,
    at: akerstraat,
    act: openAddressWithHandovers,
    shows: 'Bezwaar tegen aanslag 2025: overgedragen, nog open',
  },
  {
    screen: '/address/$alias',
    state: 'files of a bill',
    as: provider,
    at: akerstraat,
    act: sequence(openAddressWithBill, press('Opslaan')),
    shows: 'Brief voor de inwoner (PDF)',
    opens: 'popup',
  },
  {
    screen: '/address/$alias',
    state: 'most recent lifts',
    as: provider,
    at: akerstraat,
    act: sequence(openAddressWithBill, follow('Meest recent')),
    shows: /^De laatste/,
  },
  {
    screen: '/address/$alias',
    state: 'map',
    as: provider,
    at: akerstraat,
    act: sequence(openAddressWithBill, press('Toon de kaart')),
    shows: 'Verberg de kaart',
  },
  {
    screen: '/address/$alias',
    state: 'waiting',
    as: provider,
    at: akerstraat,
    before: async (page) => {
      await hold(listAddressEquipment)(page)
      await hold(showBill)(page)
      await hold(listAddressClearances)(page)
      await hold(listNearbySystems)(page)
    },
    act: async (page) => {
      await openFirstAddress(page)
      // Waits for the panel of collection days, the only panel whose call gets a response.
      await page.getByRole('region', { name: 'Volgende ophaaldagen' }).getByRole('listitem').first().waitFor()
    },
    shows: 'Afspraak maken',
  },
  {
    screen: '/address/$alias',
    state: 'panel failing',
    as: provider,
    at: '/address/fail-showBill-503',
    shows: 'Opnieuw proberen',
  },
  {
    screen: '/address/$alias',
    state: 'newest lifts failing',
    as: provider,
    at: '/address/fail-listAddressClearances-503?list=recent',
    shows: 'Opnieuw proberen',
  },
  { screen: '/address/$alias', state: 'not found', as: provider, at: '/address/geenadres', shows: /bestaat niet/ },
  {
    screen: '/address/$alias',
    state: 'making an appointment',
    as: provider,
    at: akerstraat,
    act: sequence(openFirstAddress, press('Afspraak maken')),
    shows: 'Hoeveelheid snoeiafval',
  },
]
