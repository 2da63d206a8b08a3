import { expect, test } from 'vitest'
import { readPdf } from '../../test/read-pdf.ts'
import { billLetter } from './bill-letter.ts'
import { dossierCsv } from './dossier-csv.ts'
import type { DossierFacts } from './dossier-facts.ts'
import { dossierJson } from './dossier-json.ts'
import { markOf } from './dossier-mark.ts'
import { dossierPdf } from './dossier-pdf.ts'

const letterhead = ['Gemeente Heerlen', 'Postbus 1, 6400 AA Heerlen']
const container = { waste_type: 'residual_waste', kind: 'minicontainer', volume_litres: 240 } as const

const fixed: DossierFacts['periods'][number]['lines'][number] = {
  charge: 'fixed',
  waste_type: null,
  kind: null,
  volume_litres: null,
  valid_from: '2025-01-01',
  count: 1,
  unit_cents: 16_650,
  amount_cents: 9712,
  weight_kg: null,
  twelfths: 7,
  clearance_ids: [],
}
const lifted: typeof fixed = {
  ...fixed,
  ...container,
  charge: 'clearance',
  valid_from: '2025-07-01',
  count: 2,
  unit_cents: 1140,
  amount_cents: 2280,
  weight_kg: 1234.5,
  twelfths: null,
  clearance_ids: [11, 13],
}
const lift: DossierFacts['lifts'][number] = {
  ...container,
  id: 11,
  cleared_at: '2025-07-01T00:30:00+02:00',
  container_number: 'C-118',
  chip_number: 'CHIP118',
  weight_kg: 12.5,
  charged_cents: 1140,
  supplier_cents: null,
  tariff_from: '2025-07-01',
  is_late: false,
  is_billed: true,
  supplier_key: 'L-1',
  file: 1,
  line: 17,
}

/** A year with two households, two assessments, and lifts, objections, containers and files of each kind. */
const full: DossierFacts = {
  address: {
    alias: 'moved',
    object_code: '0917000042',
    line: 'Akerstraat 118 b',
    town: '6411 CD Heerlen',
    municipality: 'Heerlen',
  },
  year: 2025,
  scope: 'all_households',
  hidden_periods: 0,
  delivered_until: '2025-12-31',
  method: { proration: 'twelfths', standard_containers: 1 },
  total_cents: 14_662,
  periods: [
    {
      from: '2025-01-01',
      to: '2025-05-14',
      household_size: 1,
      amount_cents: 2670,
      lines: [
        { ...fixed, count: 2, twelfths: 5, unit_cents: null, valid_from: null, amount_cents: 1500 },
        { ...fixed, ...container, charge: 'rental', twelfths: 12, count: 1, unit_cents: 1000, amount_cents: 1000 },
        { ...lifted, kind: null, volume_litres: null, count: 1, unit_cents: 170, amount_cents: 170, weight_kg: null },
      ],
      assessment: {
        number: 'A-1',
        assessed_on: '2025-06-30',
        amount_cents: 2500,
        lines: [{ description: 'Vast deel', count: null, unit_cents: null, amount_cents: 2500 }],
        difference_cents: 170,
        late: { clearance_ids: [], amount_cents: 0 },
        objected: { clearance_ids: [], amount_cents: 0 },
        tariff_cents: 170,
      },
    },
    {
      from: '2025-05-15',
      to: '2025-12-31',
      household_size: 3,
      amount_cents: 11_992,
      lines: [fixed, lifted],
      assessment: {
        number: 'A-2',
        assessed_on: '2025-12-15',
        amount_cents: 13_132,
        lines: [
          { description: 'Vast deel', count: 1, unit_cents: 9712, amount_cents: 9712 },
          { description: 'Ledigingen', count: 3, unit_cents: 1140, amount_cents: 3420 },
        ],
        difference_cents: -1140,
        late: { clearance_ids: [13], amount_cents: 1140 },
        objected: { clearance_ids: [11, 12], amount_cents: -2280 },
        tariff_cents: 0,
      },
    },
  ],
  lifts: [
    lift,
    {
      ...lift,
      id: 12,
      cleared_at: '2025-09-09T12:05:00+02:00',
      kind: null,
      volume_litres: null,
      weight_kg: null,
      container_number: null,
      chip_number: null,
      tariff_from: null,
      supplier_cents: 990,
      charged_cents: 990,
      supplier_key: null,
      line: null,
      is_billed: false,
    },
    {
      ...lift,
      id: 13,
      cleared_at: '2025-12-30T10:00:00+01:00',
      chip_number: null,
      file: null,
      line: null,
      is_late: true,
    },
  ],
  objections: [
    {
      clearance_id: 11,
      reason: 'not_presented',
      note: '=Was op vakantie',
      state: 'upheld',
      amount_cents: 1140,
      filed_at: '2026-01-05T11:00:00+01:00',
      decided_at: '2026-02-06T12:30:00+01:00',
      decision_reason: '=De container stond die dag nog in de garage',
    },
    {
      clearance_id: 99,
      reason: 'other',
      note: '',
      state: 'open',
      amount_cents: 0,
      filed_at: '2026-01-06T09:15:00+01:00',
      decided_at: null,
    },
  ],
  containers: [
    { ...container, number: 'C-118', chip_number: 'CHIP118', placed_on: '2020-01-01', removed_on: null },
    {
      waste_type: 'gft',
      kind: 'wijkcontainer',
      volume_litres: 1000,
      number: 'W-7',
      chip_number: null,
      placed_on: '2021-02-03',
      removed_on: '2025-11-30',
    },
  ],
  moved_days: [{ waste_type: 'residual_waste', planned_on: '2025-04-21', collected_on: '2025-04-19' }],
  files: [
    { number: 1, name: 'ledigingen-2025-07.csv', sha256: 'ab'.repeat(32) },
    { number: 2, name: 'nagekomen.csv', sha256: null },
  ],
}

/** The least that a dossier can contain. */
const empty: DossierFacts = {
  ...full,
  address: { ...full.address, object_code: null },
  scope: 'current_household',
  delivered_until: null,
  method: { proration: 'days', standard_containers: 2 },
  total_cents: 0,
  periods: [
    { from: '2025-01-01', to: '2025-12-31', household_size: null, amount_cents: 0, lines: [], assessment: null },
  ],
  lifts: [],
  objections: [],
  containers: [],
  moved_days: [],
  files: [],
}

/** One lift, one line and one assessment, each as a single item. */
const single: DossierFacts = {
  ...full,
  delivered_until: '2025-09-30',
  periods: full.periods.slice(1),
  lifts: [lift],
  objections: full.objections.slice(1),
}

const rule = { valid_from: '2021-01-01', valid_to: null }
/** The lifts of last year stand on the bill: some are free, and there is a remission. Those of the year do not. */
const ruled: DossierFacts = {
  ...single,
  total_cents: 10_112,
  periods: [
    {
      from: '2024-01-01',
      to: '2024-12-31',
      household_size: 3,
      amount_cents: 400,
      lines: [
        { ...lifted, unit_cents: 800, amount_cents: 1600, weight_kg: null },
        { ...lifted, count: 1, unit_cents: 0, amount_cents: 0, weight_kg: null, clearance_ids: [11], rule: 7 },
        { ...lifted, charge: 'deduction', kind: null, unit_cents: null, amount_cents: -1200, weight_kg: null, rule: 9 },
      ],
      assessment: null,
      rules: [
        {
          ...rule,
          id: 7,
          name: 'in het vaste deel',
          lifts: 1,
          amount_cents: 800,
          sentence: 'De eerste lediging hoort bij het vaste deel.',
        },
        {
          ...rule,
          id: 9,
          name: 'Kwijtschelding',
          lifts: 2,
          amount_cents: 1200,
          sentence: 'U krijgt kwijtschelding van de ledigingen restafval: € 12,00.',
          valid_to: '2025-12-31',
        },
      ],
    },
    {
      from: '2025-01-01',
      to: '2025-12-31',
      household_size: 3,
      amount_cents: 9712,
      lines: [fixed],
      assessment: null,
      rules: [],
    },
  ],
  schemes: [{ code: 'K', nature: 'remission', container_number: null, first_day: '2025-01-01', last_day: null }],
  lifts: [
    { ...lift, charged_cents: 0, rank: 1, rule: 7 },
    { ...lift, id: 14, cleared_at: '2025-09-09T12:05:00+02:00', charged_cents: null, is_billed: false },
  ],
}

const documents = new URL('documents/', import.meta.url)
const expectFile = (text: string, name: string) =>
  expect(text.replaceAll('\u00a0', ' ').replaceAll('\r', '')).toMatchFileSnapshot(new URL(name, documents).pathname)
const facts: [string, DossierFacts][] = Object.entries({ full, empty, single, ruled })

test.each(facts)('the CSV of a dossier (%s) has the parts and columns of documents/*.csv', async (name, it) => {
  await expectFile(dossierCsv(it, markOf(it, 'aanslag_bezwaar')).toString().slice(1), `${name}.csv`)
})

test.each(facts)('the PDF of a dossier (%s) has the words and places of documents/*.txt', async (name, it) => {
  await expectFile(await drawnText(await dossierPdf(it, markOf(it, 'aanslag_bezwaar'), letterhead)), `${name}.txt`)
})

test('the PDF of a dossier names a code when only a price needs it', async () => {
  const schemes = [
    { code: 'V', nature: 'premises' as const, container_number: null, first_day: '2024-01-01', last_day: null },
  ]
  const text = await drawnText(await dossierPdf({ ...single, schemes }, markOf(single, 'aanslag_bezwaar'), letterhead))
  expect(text).toMatch(/Rekenregels\n.*Regeling V van dit adres, vanaf 1-1-2024\./)
})

const letterOf = (it: DossierFacts) => ({
  facts: it,
  spoken:
    'Op uw aanslag van 15 december 2025 staat € 131,32. Nu komen wij op € 119,92. ' +
    'Nog een zin van de toelichting. '.repeat(16),
  letterhead,
  sender: {
    contact:
      'Telefoon (045) 123 45 67\nafvalstoffenheffing@heerlen.example\nwww.heerlen.example\nBalie Geleenstraat 27',
    opening_hours: 'maandag tot en met donderdag van 9.00 tot 17.00 uur, vrijdag van 9.00 tot 12.00 uur',
    names_employee: true,
  },
  employee: 'Kim de Vries',
  today: '2026-03-04',
})
const otherLines = Array.from({ length: 6 }, (_, at) => ({ ...lifted, amount_cents: 100 * at, unit_cents: 100 }))

test.each<[string, DossierFacts]>([
  ['letter', single],
  ['letter-of-rules', ruled],
  [
    'letter-of-weight',
    { ...single, periods: [{ ...full.periods[1], lines: [{ ...lifted, charge: 'weight', unit_cents: 35 }] }] } as never,
  ],
  ['empty-letter', empty],
  [
    'letter-of-8-lines',
    { ...single, periods: [{ ...full.periods[1], lines: [fixed, lifted, ...otherLines] }] } as never,
  ],
  [
    'letter-of-9-lines',
    {
      ...single,
      objections: [...full.objections, ...full.objections].map((it) => ({ ...it, state: 'open' })),
      periods: [{ ...full.periods[1], lines: [fixed, lifted, ...otherLines, lifted] }],
    } as never,
  ],
])('the %s about a bill has the words and places of its file in documents', async (name, it) => {
  await expectFile(await drawnText(await billLetter(letterOf(it))), `${name}.txt`)
})

/** Returns the title, subject, author and date of a PDF, and each text with its place in points and its size. */
async function drawnText(bytes: Buffer) {
  const { pages, metadata } = await readPdf(bytes)
  const { Title, Subject, Author, CreationDate } = metadata.info as Record<string, unknown>
  const head = { Title, Subject, Author, CreationDate }
  return [JSON.stringify(head, null, 1), ...pages.flatMap(({ drawn }, at) => [`page ${at + 1}`, ...drawn]), ''].join(
    '\n',
  )
}

/** The fields of a dossier with texts of suppliers, registers and employees. */
const textFields = new Set([
  'object_code',
  'line',
  'town',
  'municipality',
  'container_number',
  'chip_number',
  'supplier_key',
  'note',
  'number',
  'description',
  'name',
])

/** Returns facts with another text in each of these fields, and adds the texts to `texts`. */
function withTexts<Value>(value: Value, name: string, texts: string[], field = ''): Value {
  if (typeof value === 'string' && value !== '' && textFields.has(field)) {
    texts.push(`${name} ${field} ${texts.length}`)
    return texts.at(-1) as Value
  }
  if (Array.isArray(value)) return value.map((it) => withTexts(it, name, texts)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, withTexts(it, name, texts, key)])) as Value
}

test.each(['Nguyễn', 'Παπαδόπουλος', 'Шевченко', 'Łódź-Māḫ́'])(
  'PDF, CSV and JSON of a dossier have the same letters in each field, and so has the letter: %s',
  async (name) => {
    const texts: string[] = []
    const named = withTexts(full, name, texts)
    const mark = markOf(named, 'aanslag_bezwaar')
    const textOf = async (pdf: Promise<Buffer>) => {
      const { pages } = await readPdf(await pdf)
      return JSON.stringify(pages.map(({ structure }) => structure))
        .replaceAll('\\n', '')
        .replaceAll(' ', '')
    }
    const pdf = await textOf(dossierPdf(named, mark, letterhead))
    const csv = dossierCsv(named, mark).toString().replaceAll(' ', '')
    const json = dossierJson(named, mark).toString().replaceAll(' ', '')
    expect(texts.length).toBeGreaterThan(textFields.size)
    for (const text of texts) for (const file of [pdf, csv, json]) expect(file).toContain(text.replaceAll(' ', ''))
    const letter = await textOf(billLetter({ ...letterOf(named), letterhead: [name, ...letterhead], employee: name }))
    expect(letter).toContain(named.address.town.replaceAll(' ', ''))
  },
)
