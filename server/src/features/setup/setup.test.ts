import { defaultRollWords, showSetup } from '@rd4-loket/contract'
import { expect, test } from 'vitest'
import { checkSetup } from '../../cli/check-setup.ts'
import { objectionRules } from '../../domain/bill/objection-terms.ts'
import { sql } from '../../platform/database/sql.ts'
import { today } from '../../platform/runtime/days.ts'
import { typeCommand } from '../../test/commands.ts'
import {
  insertAddress,
  insertContainer,
  insertEmployee,
  insertOccupancy,
  insertPass,
  insertRow,
} from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import type { PricePeriod, SetupFacts } from './setup.queries.ts'
import { describeSetup } from './setup-parts.ts'

const lifts: PricePeriod = {
  charge: 'clearance',
  waste_type: 'residual_waste',
  kind: 'minicontainer',
  volume_litres: 240,
  household_size: null,
  scheme: null,
  amount_cents: 850,
  valid_from: '2026-01-01',
  valid_to: '2027-12-31',
}
const bin = { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 } as const

const complete: SetupFacts = {
  today: '2026-11-28',
  addresses: 5612,
  addresses_on: '2026-11-22',
  coded: 5612,
  without_code: 0,
  collection_systems: 14,
  containers: 7918,
  containers_on: '2026-11-22',
  container_kinds: [bin],
  prices: [lifts],
  has_bill_rule: true,
  households: 5560,
  areas: 3,
  calendar_years: [2026, 2027].map((year) => ({ year, rules: 9, is_published: true })),
  clearances_until: '2026-11-23',
  delivery_days: 7,
  quarantined: [],
  reasons_until: '2026-11-23',
  unexplained: 0,
  assessments: 5488,
  assessed_on: '2026-01-31',
  passes: 5301,
  passes_on: '2026-11-20',
  has_pass_form: true,
  allowances: [2026, 2027].map((year) => ({ year, rolls: 6 })),
  has_letter_sender: true,
  roll_words: defaultRollWords,
  employees: 3,
  missing: [],
}

/** Returns the gaps and the next steps that these facts cause. */
const gapsOf = (changes: Partial<SetupFacts>) =>
  describeSetup({ ...complete, ...changes }, 'Vaals', objectionRules()).flatMap(({ gap, command, screen }) =>
    gap === null ? [] : [`${gap} > ${command?.replace('npm run loket -- ', '') ?? screen}`],
  )

test('a coming year without a decree about legal holidays is a gap, until the setting states its days', () => {
  const calendar_years = [2028, 2029].map((year) => ({ year, rules: 9, is_published: true }))
  const legalDays = (today: string, extra: string[] = []) =>
    describeSetup({ ...complete, today, calendar_years }, 'Vaals', objectionRules(extra)).find(
      ({ part }) => part === 'legal_days',
    )
  expect(legalDays('2028-11-01')).toMatchObject({ gap: null, last: 'tot en met 2028' })
  expect(legalDays('2028-11-28')).toMatchObject({
    gap: 'Geen besluit over vrije dagen in 2029: een termijn kan te kort zijn',
    command: 'EXTRA_LEGAL_DAYS=2029-mm-dd',
  })
  expect(legalDays('2028-11-28', ['2029-05-11'])).toMatchObject({ gap: null, last: 'tot en met 2029' })
})

const settings = '/services-and-settings/settings'
const lacking = { waste_type: null, container_kind: null, volume_litres: null }
const ending: PricePeriod = { ...lifts, valid_to: '2026-12-31' }

test.each<[Partial<SetupFacts>, string[]]>([
  [{}, []],
  // Parts that a municipality can do without.
  [
    {
      collection_systems: 0,
      assessments: 0,
      has_letter_sender: false,
      delivery_days: null,
      clearances_until: '2020-01-01',
      reasons_until: null,
    },
    [],
  ],
  [{ addresses: 0 }, ['Geen adressen > import addresses adressen.csv']],
  [{ without_code: 1 }, ['1 adres heeft geen objectcode > import object-codes objectcodes.csv']],
  [{ without_code: 1072 }, ['1.072 adressen hebben geen objectcode > import object-codes objectcodes.csv']],
  [{ containers: 0 }, ['Geen containers: ledigingen vinden geen adres > import equipment containers.csv']],
  [{ prices: [] }, ['Geen tarieven > import tariffs tarieven.csv']],
  [{ prices: [ending] }, ['Geen tarief voor restafval 240 l na 31 december 2026 > import tariffs tarieven.csv']],
  [
    { prices: [ending, { ...ending, charge: 'fixed', waste_type: null, kind: null, volume_litres: null }] },
    ['Geen tarief voor restafval 240 l en 1 andere na 31 december 2026 > import tariffs tarieven.csv'],
  ],
  // A later period of the same price, and a price that ends in 60 days.
  [{ prices: [ending, { ...lifts, valid_from: '2027-01-01' }] }, []],
  [{ prices: [{ ...lifts, valid_to: '2027-01-27' }] }, []],
  [{ prices: [{ ...lifts, valid_to: '2027-01-26' }] }, [expect.stringContaining('na 26 januari 2027')]],
  [{ container_kinds: [{ ...bin, volume_litres: 140 }], prices: [{ ...lifts, amount_cents: 0 }] }, []],
  // A size without a price, and a stream that is free.
  [
    { container_kinds: [bin, { ...bin, volume_litres: 140 }, { ...bin, waste_type: 'paper' }] },
    ['Geen tarief voor restafval 140 l > import tariffs tarieven.csv'],
  ],
  [{ container_kinds: [{ ...bin, kind: 'wijkcontainer' }] }, []],
  [
    { has_bill_rule: false },
    [
      'Niet gekozen: hoe de aanslag bij een verhuizing wordt verdeeld > bill-rule --municipality "Vaals" --proration twelfths --standard-containers 1',
    ],
  ],
  [{ households: 0 }, ['Van geen adres is bekend wie betaalt > import occupancies bewoning.csv']],
  [{ areas: 0 }, ['Geen ophaalgebieden > import areas gebieden.csv']],
  [
    {
      calendar_years: [
        { year: 2026, rules: 9, is_published: true },
        { year: 2027, rules: 0, is_published: false },
      ],
    },
    ['Geen ophaaldagen voor 2027 > /services-and-settings/collections/rules'],
  ],
  [
    { calendar_years: [{ year: 2026, rules: 9, is_published: false }] },
    ['De ophaaldagen van 2026 hebben geen dag van publicatie > /services-and-settings/collections/publication'],
  ],
  // Next year begins in more than 60 days.
  [
    {
      today: '2026-10-30',
      calendar_years: [
        { year: 2026, rules: 9, is_published: true },
        { year: 2027, rules: 0, is_published: false },
      ],
      allowances: [
        { year: 2026, rolls: 6 },
        { year: 2027, rolls: null },
      ],
    },
    [],
  ],
  [{ clearances_until: null }, ['Nog nooit ingelezen > import clearances ledigingen.csv']],
  [{ clearances_until: '2026-11-13' }, []],
  [
    { clearances_until: '2026-11-12' },
    ['Een levering bleef uit: gewoonlijk komt er elke 7 dagen een > import clearances ledigingen.csv'],
  ],
  [
    {
      missing: [
        { ...lacking, kind: 'chip', count: 3 },
        { ...lacking, kind: 'household_size', count: 1 },
      ],
    },
    [
      '3 × container zonder chip > import equipment containers.csv',
      '1 × huishouden zonder grootte > import occupancies bewoning.csv',
    ],
  ],
  [
    {
      quarantined: [
        { cause: 'address_unknown', count: 11 },
        { cause: 'fraction_unknown', count: 1 },
      ],
    },
    ['12 ledigingen wachten: 11 × het adres is onbekend · 1 × de fractie is onbekend > retry clearances'],
  ],
  [{ unexplained: 1 }, ['1 reden wacht > retry non-clearances']],
  [
    { reasons_until: '2026-11-12' },
    ['Een levering bleef uit: gewoonlijk komt er elke 7 dagen een > import non-clearances nietledigingen.csv'],
  ],
  [{ has_pass_form: false, passes: 0 }, [`De vorm van het pasnummer is niet gekozen > ${settings}`]],
  [{ passes: 0 }, ['Geen actieve passen > import passes passen.csv']],
  [
    {
      allowances: [
        { year: 2026, rolls: null },
        { year: 2027, rolls: 6 },
      ],
    },
    [`Geen aantal rollen voor 2026: de balie geeft dan niets uit > ${settings}`],
  ],
  [{ employees: 0 }, ['Niemand kan aan de balie werken > /services-and-settings/employees/new']],
])('the set-up with %j misses %j', (changes, gaps) => {
  expect(gapsOf(changes)).toEqual(gaps)
})

test('the call and the command count what a municipality has, and the command fails while something is missing', async () => {
  const { call, db } = await testServer()
  const vaals = { municipality: { id: 981, name: 'Vaals' }, city: 'Vaals', postal_code: '6291ZX' }
  const heerlen = { postal_code: '6411ZX' }
  const { id: address_id } = await insertAddress(db, { ...heerlen, object_code: 'V1' })
  await insertAddress(db, { ...heerlen, house_number: 2, retired_on: '2026-01-01' })
  await insertAddress(db, { ...heerlen, house_number: 3, is_additional: true })
  await insertAddress(db, vaals)
  await insertContainer(db, { address_id, ...bin, number: 'R1' })
  await insertOccupancy(db, { address_id, first_day: '2020-01-01' })
  await insertPass(db, { address_id, number: '0900000001' })
  await insertEmployee(db, { email: 'bo@heerlen.example', roles: ['municipal_employee'], municipality_id: 917 })
  await insertRow(db, 'tariff', { ...lifts, municipality_id: 917, valid_to: '2999-12-31' })
  const { id: batch_id } = await insertRow(db, 'clearance_batch', { source: 'een.csv' })
  const line = { cause: 'address_unknown', key: 'nergens' }
  const { id: line_id } = await insertRow(db, 'quarantine_line', line)
  const wait = (supplier_key: string, postal_code: string | null) =>
    insertRow(db, 'clearance_quarantine', {
      line_id,
      ...{ supplier_key, batch_id, reason: 'address_unknown', postal_code, shared: false, fraction: 'REST' },
      cleared_at: '2026-03-04T08:00:00Z',
    })
  // One of this municipality, one of another, and one of a municipality that nobody knows.
  await wait('L1', '6411ZX')
  await wait('L2', '6291ZX')
  await wait('L3', null)
  for (const [supplier_key, postal_code] of [
    ['N1', '6411ZX'],
    ['N2', '6291ZX'],
  ])
    await insertRow(db, 'non_clearance', {
      ...{ batch_id, supplier: '', supplier_key, happened_at: '2026-03-04T08:00:00Z', problem: 'reason_unknown' },
      delivered: JSON.stringify({ address: { postal_code } }),
    })
  for (const [day, kind, waste_type] of [
    ['2020-11-20', 'passes', null],
    [`${today().slice(0, 4)}-01-03`, 'clearances', 'gft'],
  ])
    await insertRow(db, 'delivered_until', { municipality_id: 917, kind, waste_type, day })

  const parts = await call('administrator', showSetup, { params: { municipality_id: '917' } })
  const counts = Object.fromEntries(parts.map(({ part, count }) => [part, count]))
  const lasts = Object.fromEntries(parts.map(({ part, last }) => [part, last]))
  expect(counts).toMatchObject({
    ...{ addresses: 2, object_codes: 1, containers: 1, tariffs: 1, bill_rule: 0, occupancies: 1, quarantine: 2 },
    ...{ passes: 1, allowance: null, areas: 0, collection_days: 0 },
  })
  expect(lasts).toMatchObject({ passes: '20 november 2020', clearances: '3 januari' })

  const { code, out, err } = await typeCommand(checkSetup, ['--municipality', 'Heerlen'], db)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(
    /^! Ledigingen in de wacht +2 {2}2 ledigingen wachten: 2 × het adres is onbekend\n {4}npm run loket -- retry clearances$/m,
  )
  expect(err).toMatch(/Heerlen: \d+ dingen ontbreken$/m)
  expect(err).toMatch(/^! Redenen van niet legen .*1 reden wacht\n {4}npm run loket -- retry non-clearances$/m)
  await sql`delete from clearance_quarantine`.execute(db)
  expect((await typeCommand(checkSetup, ['--municipality', '917'], db)).err).not.toMatch(/^! Ledigingen in de wacht/m)
})
