import { expect, test } from 'vitest'
import { parseCollectionList } from './parse-collection-list.ts'

const period = { from: '2026-11-22', to: '2028-12-31' }

test('accepts days as 2027-01-07 and as 8-1-2027, and streams by their key and by their Dutch name', () => {
  const text = '\uFEFFAfvalstroom;Datum\r\ngft;2027-01-07\r\n"GFT en etensresten";8-1-2027\n\nPapier;09/02/2027\r'
  expect(parseCollectionList(text, period)).toEqual({
    listed: [
      { date: '2027-01-07', type: 'gft' },
      { date: '2027-01-08', type: 'gft' },
      { date: '2027-02-09', type: 'paper' },
    ],
    rejected: [],
  })
})

test('rejects invalid lines with their line number and the reason', () => {
  const text = 'datum,afvalstroom\n2027-02-29,gft\n2028-02-29,gft\n2027-03-01,sneeuw\n2026-11-21,gft\n2029-01-01,gft\n,'
  const { listed, rejected } = parseCollectionList(text, period) ?? { listed: [], rejected: [] }
  expect(listed).toEqual([{ date: '2028-02-29', type: 'gft' }])
  expect(rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
    '2: dit is geen datum',
    '4: deze afvalstroom is niet bekend',
    '5: deze dag is al geweest',
    '6: deze dag ligt na 2028',
    '7: dit is geen datum',
  ])
})

test.each([
  ['opmerking;datum;afvalstroom\n"let op; feestdag, dus later";2027-01-07;gft'],
  ['"plaats, wijk","datum","afvalstroom"\n"Heerlen, Noord","7-1-2027","gft"'],
  ['wijk\t datum \tafvalstroom\n"Noord\tOost"\t 2027-01-07 \t "GFT en etensresten" '],
  ['naam;datum;afvalstroom\n"de ""Heeg""; west";2027-01-07;gft'],
])('the reader does not split a cell at a quoted separator: %j', (text) => {
  expect(parseCollectionList(text, period)).toEqual({ listed: [{ date: '2027-01-07', type: 'gft' }], rejected: [] })
})

test('rejects only the line whose quotation marks do not match', () => {
  const text = 'wijk;datum;afvalstroom\n"t Hof;2027-01-07;gft\nNoord;2027-01-08;gft'
  expect(parseCollectionList(text, period)).toEqual({
    listed: [{ date: '2027-01-08', type: 'gft' }],
    rejected: [{ line: 2, text: '"t Hof;2027-01-07;gft', reason: 'de aanhalingstekens kloppen niet' }],
  })
  expect(parseCollectionList('"datum;afvalstroom\n2027-01-08;gft', period)).toBeUndefined()
})

test('returns undefined for a list without the required columns', () => {
  expect(parseCollectionList('dag;soort\n2027-01-07;gft', period)).toBeUndefined()
})
