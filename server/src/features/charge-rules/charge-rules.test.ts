import {
  addChargeRule,
  type ChargeRule,
  type ChargeRuleInput,
  correctChargeRule,
  endChargeRule,
  listChargeRules,
  previewChargeRule,
  type SchemeNature,
  showBill,
  withdrawChargeRule,
} from '@rd4-loket/contract'
import { exampleKeys, exampleRequest } from '@rd4-loket/contract/examples'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { today } from '../../platform/runtime/days.ts'
import { insertAddress, insertClearances, insertContainer, insertRow } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'
import { rowsOf } from '../../test/test-database.ts'
import { ruleWords } from './rule-sentence.ts'

const { call, db, send } = await testServer()
const params = { municipality_id: '917' }
const free = exampleRequest(addChargeRule, exampleKeys).body
await insertAddress(db)
const price = { municipality_id: 917, charge: 'clearance', waste_type: 'residual_waste', kind: 'minicontainer' }
for (const [volume_litres, amount_cents] of [
  [240, 800],
  [140, 467],
])
  await insertRow(db, 'tariff', {
    ...{ ...price, volume_litres, amount_cents },
    ...{ valid_from: '2026-01-01', valid_to: '2026-12-31' },
  })

const nothing = { scheme: null, household_size: null, waste_type: null, equipment_kind: null, volume_litres: null }
const days = { id: 1, municipality_id: 917, valid_from: '2027-01-01', valid_to: null }
const condition = { ...days, ...nothing, alternative: null, prorated: false }
const deduction = { ...condition, kind: 'deduction', target: 'lifts', percent: null } as const
const limits = { to_lift: null, max_cents: null, left_cents: null }
const period = { ...days, kind: 'period', fixed_per: 'half_year', rest_per: 'year' } as const

test.each<[ChargeRule, SchemeNature | undefined, string, string]>([
  [
    { ...condition, kind: 'free', from_lift: 1, to_lift: 26, scheme: 'M', prorated: true },
    'scheme',
    'Met regeling M horen de eerste 26 ledigingen bij het vaste deel.',
    'naar het deel van het jaar',
  ],
  [
    { ...condition, kind: 'free', from_lift: 14, to_lift: null, household_size: 'one', alternative: 'rest' },
    undefined,
    'U betaalt ten hoogste 13 ledigingen.',
    'huishouden van één persoon, keuze ‘rest’',
  ],
  [
    { ...deduction, ...limits, scheme: 'K', to_lift: 12, waste_type: 'residual_waste' },
    'remission',
    'U krijgt kwijtschelding van ten hoogste 12 ledigingen restafval.',
    'restafval, kwijtschelding K',
  ],
  [
    { ...deduction, ...limits, max_cents: 2000 },
    undefined,
    'Er gaat ten hoogste € 20,00 van de ledigingen af.',
    'alle',
  ],
  [
    { ...deduction, ...limits, target: 'fixed', percent: 50 },
    undefined,
    'Er gaat 50 procent van het vaste deel af.',
    '',
  ],
  [
    { ...deduction, ...limits, left_cents: 3724, scheme: 'M' },
    'scheme',
    'Met regeling M betaalt u voor ledigingen ten hoogste € 37,24.',
    'regeling M',
  ],
  [
    { ...condition, kind: 'free', from_lift: 1, to_lift: 3, scheme: 'V' },
    'premises',
    'Op dit adres horen de eerste 3 ledigingen bij het vaste deel.',
    'perceel V',
  ],
  [
    { ...period, rest_on: 'next_year', size_on: 'each_change' },
    undefined,
    'De ledigingen komen op de aanslag van het volgende jaar. Het vaste deel telt per half jaar.',
    'alle huishoudens',
  ],
  [
    { ...days, kind: 'average', waste_type: 'gft', equipment_kind: 'ondergronds', volume_litres: 60, to_lift: 32 },
    undefined,
    'Zonder gemeten jaar tellen er 32 openingen per jaar.',
    'gft, ondergrondse container, 60 liter',
  ],
])('says in Dutch what a rule row does: %j', (rule, nature, sentence, about) => {
  const words = ruleWords(rule, nature)
  expect(words.sentence.replaceAll('\u00a0', ' ')).toBe(sentence)
  expect(words.about).toContain(about)
})

test('a preview has the bill of fourteen lifts without and with the row, and stores nothing', async () => {
  const { sentence, prices_of, bills } = await call('administrator', previewChargeRule, {
    params,
    query: {},
    body: free,
  })
  expect(sentence).toBe('De eerste 3 ledigingen horen bij het vaste deel.')
  // The prices of 2027 are not known yet.
  expect(prices_of).toBe(2026)
  expect(bills).toMatchObject([
    { before_cents: 14 * 800, after_cents: 11 * 800 },
    { before_cents: 14 * 467, after_cents: 14 * 467 },
    { before_cents: 0, after_cents: 0 },
  ])
  expect(bills[0]?.spoken.replaceAll('\u00a0', ' ')).toContain(`${sentence} U betaalt 11 keer € 8,00.`)
  expect(await call('administrator', listChargeRules, { params })).toEqual([])
})

test('a preview is about the stream and the container of the row, with the prices of the nearest year', async () => {
  await insertRow(db, 'tariff', {
    ...{ ...price, waste_type: 'gft', volume_litres: 120, amount_cents: 300 },
    ...{ valid_from: '2026-01-01', valid_to: '2026-12-31' },
  })
  const rule = { ...free, waste_type: 'gft', equipment_kind: 'minicontainer', volume_litres: 120 } as const
  for (const [valid_from, year] of [
    ['2027-01-01', 2026],
    ['2015-01-01', 2026],
  ] as const) {
    const { prices_of, bills } = await call('administrator', previewChargeRule, {
      params,
      query: {},
      body: { ...rule, valid_from },
    })
    expect(prices_of).toBe(year)
    expect(bills[0]).toMatchObject({
      ...{ name: 'GFT, minicontainer van 120 liter', before_cents: 14 * 300, after_cents: 11 * 300 },
    })
    expect(bills).toHaveLength(4)
  }
  for (const valid_from of ['1000-01-01', '9999-01-01']) {
    const sent = await send('administrator', previewChargeRule, { params, query: {}, body: { ...rule, valid_from } })
    expect(sent.json().errors).toEqual({ valid_from: ['Kies een dag van 1990 tot en met 2099'] })
  }
})

test('a row is refused at its first day while another row is for the same, until that row has a last day', async () => {
  const first = await call('administrator', addChargeRule, { params, body: { ...free, valid_from: '2020-01-01' } })
  const again = await send('administrator', addChargeRule, { params, body: free })
  expect(again.statusCode).toBe(422)
  expect(again.json().errors).toEqual({ valid_from: [expect.stringMatching(/^Er geldt al een andere regel van /)] })
  const of = { params: { ...params, charge_rule_id: String(first.id) } }
  const late = await send('administrator', endChargeRule, { ...of, body: { last_day: '9999-12-31' } })
  expect(late.json().errors).toEqual({ last_day: ['Kies een dag tot en met 2099'] })
  const early = await send('administrator', endChargeRule, { ...of, body: { last_day: '2019-12-31' } })
  expect(early.json().errors).toEqual({ last_day: ['De laatste dag ligt voor de eerste'] })
  const ended = await call('administrator', endChargeRule, { ...of, body: { last_day: '2024-12-31' } })
  await call('administrator', addChargeRule, { params, body: free })
  expect(await call('administrator', listChargeRules, { params })).toMatchObject([
    { ...ended, valid_to: '2024-12-31' },
    { valid_from: '2027-01-01', valid_to: null },
  ])
  // A retry after a lost reply.
  expect(await call('administrator', endChargeRule, { ...of, body: { last_day: '2024-12-31' } })).toEqual(ended)
  const past = await send('administrator', endChargeRule, { ...of, body: { last_day: '2023-12-31' } })
  expect([past.statusCode, past.json().message]).toEqual([409, 'Deze regel is al voorbij'])
})

const loggedChanges = () =>
  rowsOf<{ old_values: object; new_values: object }>(
    db,
    sql`select old_values, new_values from audit_event where action = 'change_charge_rule' order by position`,
  )

test('a row that has not begun is withdrawn with its sentence in the log, and a row that has begun is not', async () => {
  const add = (valid_from: string) =>
    call('administrator', addChargeRule, { params, body: { ...free, ...{ alternative: 'Intrekken', valid_from } } })
  const future = await add('2099-01-01')
  expect(future.about).toContain('keuze ‘intrekken’')
  const keyOf = ({ id }: { id: number }) => ({ params: { ...params, charge_rule_id: String(id) } })
  expect(await call('administrator', withdrawChargeRule, keyOf(future))).toBeNull()
  expect((await loggedChanges()).at(-1)).toMatchObject({
    old_values: {
      rekenregel: expect.stringMatching(/^De eerste 3 ledigingen .* Vanaf 1 januari 2099 tot nader order\.$/),
    },
    new_values: {},
  })
  const again = await send('administrator', withdrawChargeRule, keyOf(future))
  expect([again.statusCode, again.json().message]).toEqual([404, 'Deze regel bestaat niet'])
  const begun = await add(today())
  const refused = await send('administrator', withdrawChargeRule, keyOf(begun))
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Deze regel geldt al. Geef hem een laatste dag.'])
  expect(await call('administrator', listChargeRules, { params })).toContainEqual(begun)
})

test('a row that is sent again after a lost reply is stored and logged once', async () => {
  const body = { ...free, ...{ alternative: 'twee keer' } }
  const first = await call('administrator', addChargeRule, { params, body })
  const logged = await loggedChanges()
  expect(await call('administrator', addChargeRule, { params, body })).toEqual(first)
  expect(await loggedChanges()).toEqual(logged)
})

test('a row that ends on a past day changes the bills after that day only, and the log has their years', async () => {
  await sql`delete from charge_rule`.execute(db)
  const { id: address_id } = await insertAddress(db, { alias: 'past', house_number: 2 })
  await insertRow(db, 'tariff', {
    ...{ ...price, volume_litres: 240, amount_cents: 800 },
    ...{ valid_from: '2023-01-01', valid_to: '2025-12-31' },
  })
  await insertRow(db, 'occupancy', { address_id, subject_id: 'S1', first_day: '2020-01-01', household_size: 2 })
  const { id: container_id } = await insertContainer(db, { address_id, volume_litres: 240, placed_on: '2020-01-01' })
  await insertClearances(
    db,
    ['2024', '2025'].flatMap((year) => ['02', '03', '04', '05'].map((month) => `${year}-${month}-03T09:00:00Z`)),
    { address_id, container_id, volume_litres: 240, amount_cents: null },
  )
  const totals = () =>
    Promise.all(
      ['2024', '2025'].map(async (year) => {
        const { totals } = await call('bsgw', showBill, { params: { alias: 'past' }, query: { year } })
        return totals.amount_cents
      }),
    )
  const { id } = await call('administrator', addChargeRule, {
    params,
    body: { ...free, valid_from: '2020-01-01' },
  })
  expect((await loggedChanges()).at(-1)?.new_values).toMatchObject({
    verandert: expect.stringMatching(/^de berekening van 2020 tot en met \d+$/),
  })
  expect(await totals()).toEqual([800, 800])
  await call('administrator', endChargeRule, {
    params: { ...params, charge_rule_id: String(id) },
    body: { last_day: '2024-12-31' },
  })
  expect(await totals()).toEqual([800, 3200])
  expect((await loggedChanges()).at(-1)?.new_values).toMatchObject({
    verandert: expect.stringMatching(/^de berekening van 2025 (en|tot en met) \d+$/),
  })
})

test('a wrong row that has begun is replaced or removed, and the log has both versions, the years and the reason', async () => {
  await sql`delete from charge_rule`.execute(db)
  const body = {
    ...({ kind: 'period', fixed_per: 'year', rest_per: 'year', rest_on: 'next_year', size_on: 'each_change' } as const),
    ...{ valid_from: '2023-01-01', valid_to: '2024-12-31' },
  }
  const { id } = await call('administrator', addChargeRule, { params, body })
  const other = await call('administrator', addChargeRule, {
    params,
    body: { ...body, valid_from: '2026-01-01', valid_to: null },
  })
  const of = { params: { ...params, charge_rule_id: String(id) } }
  const correct = (rule: ChargeRuleInput | null, reason = 'Verkeerd overgenomen') =>
    send('administrator', correctChargeRule, { ...of, body: { rule, reason } })
  expect((await correct({ ...body, valid_from: '2024-01-01', valid_to: '2026-12-31' })).json().errors).toEqual({
    valid_from: [expect.stringMatching(/^Er geldt al een andere regel van 2026/)],
  })
  expect((await correct(body, ' ')).statusCode).toBe(422)
  const right = { ...body, rest_on: 'own_year' as const }
  for (const _ of ['first', 'retry after a lost reply']) {
    const { data } = (await correct(right)).json()
    expect(data).toMatchObject({ id, rest_on: 'own_year', rule: { ...right, id, municipality_id: 917 } })
  }
  const changes = await loggedChanges()
  expect(changes.slice(-2)).toMatchObject([
    { old_values: {} },
    {
      old_values: { rekenregel: expect.stringContaining('op de aanslag van het volgende jaar') },
      new_values: {
        rekenregel: expect.stringContaining('op de aanslag van hun eigen jaar'),
        ...{ reden: 'Verkeerd overgenomen', verandert: 'de berekening van 2023 tot en met 2025' },
      },
    },
  ])
  expect((await correct(null)).json().data).toBeNull()
  expect((await correct(null)).statusCode).toBe(404)
  expect((await loggedChanges()).at(-1)).toEqual({
    old_values: { rekenregel: expect.stringContaining('Vanaf 1 januari 2023') },
    new_values: { reden: 'Verkeerd overgenomen', verandert: 'de berekening van 2023 en 2024' },
  })
  expect(await call('administrator', listChargeRules, { params })).toEqual([other])
})

test('a preview of a corrected row compares with the bill of the stored row', async () => {
  await sql`delete from charge_rule`.execute(db)
  const { id } = await call('administrator', addChargeRule, { params, body: { ...free, valid_from: '2026-01-01' } })
  const body = { ...free, valid_from: '2026-01-01', from_lift: 1, to_lift: 4 } as const
  const { bills } = await call('administrator', previewChargeRule, { params, query: { replaces: String(id) }, body })
  expect(bills[0]).toMatchObject({ before_cents: 11 * 800, after_cents: 10 * 800 })
})
