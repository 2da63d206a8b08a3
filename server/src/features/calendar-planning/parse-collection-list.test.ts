import { expect, test } from 'vitest'
import { readList, rulesUnderList } from './parse-collection-list.ts'

const period = { from: '2026-11-22', to: '2028-12-31' }

test('reads days as they stand in a sheet: in either spelling, with streams by either name', () => {
  const text = '\uFEFFAfvalsoort;Datum\r\ngft;2027-01-07\r\n"GFT en etensresten";8-1-2027\n\nPapier;09/02/2027\r'
  expect(readList(text, period)).toEqual({
    listed: [
      { date: '2027-01-07', type: 'gft' },
      { date: '2027-01-08', type: 'gft' },
      { date: '2027-02-09', type: 'paper' },
    ],
    rejected: [],
  })
})

test('leaves lines aside that it cannot use, and says which and why', () => {
  const text = 'datum,afvalsoort\n2027-02-29,gft\n2028-02-29,gft\n2027-03-01,sneeuw\n2026-11-21,gft\n2029-01-01,gft\n,'
  const { listed, rejected } = readList(text, period) ?? { listed: [], rejected: [] }
  expect(listed).toEqual([{ date: '2028-02-29', type: 'gft' }])
  expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: dit is geen datum',
    '4: deze afvalsoort is niet bekend',
    '5: deze dag is al geweest',
    '6: deze dag ligt na 2028',
    '7: dit is geen datum',
  ])
})

test.each([
  ['opmerking;datum;afvalsoort\n"let op; feestdag, dus later";2027-01-07;gft'],
  ['"plaats, wijk","datum","afvalsoort"\n"Heerlen, Noord","7-1-2027","gft"'],
  ['wijk\t datum \tafvalsoort\n"Noord\tOost"\t 2027-01-07 \t "GFT en etensresten" '],
  ['naam;datum;afvalsoort\n"de ""Heeg""; west";2027-01-07;gft'],
])('leaves a quoted separator in its cell: %j', (text) => {
  expect(readList(text, period)).toEqual({ listed: [{ date: '2027-01-07', type: 'gft' }], rejected: [] })
})

test('rejects a line whose quotation marks do not match, and no other', () => {
  const text = 'wijk;datum;afvalsoort\n"t Hof;2027-01-07;gft\nNoord;2027-01-08;gft'
  expect(readList(text, period)).toEqual({
    listed: [{ date: '2027-01-08', type: 'gft' }],
    rejected: [{ line: 2, text: '"t Hof;2027-01-07;gft', reason: 'de aanhalingstekens kloppen niet' }],
  })
  expect(readList('"datum;afvalsoort\n2027-01-08;gft', period)).toBeUndefined()
})

test('is no list without its columns', () => {
  expect(readList('dag;soort\n2027-01-07;gft', period)).toBeUndefined()
})

test('takes the place of the rules in its years, and of nothing that has been', () => {
  const rule = { category: 'pmd' as const, every_weeks: 1, days: null, valid_from: '2026-01-07', valid_to: null }
  expect(rulesUnderList([rule], [{ date: '2026-12-01', type: 'gft' }], '2026-11-22')).toEqual([
    { ...rule, valid_to: '2026-11-21' },
    { ...rule, valid_from: '2027-01-06' },
    { category: 'gft', every_weeks: null, days: ['2026-12-01'], valid_from: '2026-12-01', valid_to: null },
  ])
})
