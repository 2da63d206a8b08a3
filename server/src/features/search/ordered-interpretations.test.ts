import { expect, test } from 'vitest'
import { type Interpretation, interpretLine } from './interpretations.ts'
import { normalizeLine } from './line-parts.ts'
import { interpretLoosely } from './loose-interpretations.ts'
import { otherTownKeys, townKeysWithArticle, townNames } from './town-names.ts'

/** Lines as employees type them: in full, in part, in another order, and with signs or codes. */
const lines = [
  '6417AT',
  '6417 at 32-a Heerlen',
  '6417AT32a',
  '32 b 6417 AT',
  '6417AT 6411CD 5',
  'Akerstraat 118 b-2, 6411 CD Heerlen',
  'Akerstraat 118 [6411CD HEERLEN]',
  '6411CD Akerstraat 118',
  '6411CD 118 Akerstraat, Heerlen',
  'akerstraat118',
  'Akerstraat 118 1 2',
  'Akerstraat 118/2',
  'akerstraat 12 bis',
  'akerstraat 12 born',
  'akerstraat 12 a den haag',
  'akerstr 12-2 heerlen',
  'akerstraat heerlen 118 b',
  'heerlen akerstraat 118 b',
  'heerlen 118 b akerstraat',
  '118 b heerlen akerstraat',
  '118 b-2 akerstraat',
  '12 Kerk Weg',
  'Heerlen, Akerstraat 118',
  'Akerstraat, Heerlen 118 b',
  'Den Haag Laan van Meerdervoort',
  'laan van meerdervoort 5 den haag',
  "Lange Poten, 's-Gravenhage 1",
  'noorderdiep 48 2e exloërmond',
  'Langeloërduinen 3 42',
  'Laan 1940-1945 12 Sint Geertruid',
  'Plein 1944',
  'Plein 1944 5',
  '3 Oktoberstraat 12',
  '2e stationsstraat 5',
  'Op de Berg',
  'Heerlen',
  '118b',
  '6417',
  '1234AB',
  '0917 0100 0000 0120',
  'C571 8D9B 06A0 E300',
  '0917v000096',
  'Akerstraat 118 6411XX',
  '99999 Akerstraat 100000',
  'Straat 1 2 3 4 5 Dorp',
]

/** Lines that have interpretations only when a sign, a word or a part is moved or left out. */
const looseLines = [
  '6431 Akerstraat Noord 220',
  'Akerstraat Noord 220, 6431 Hoensbroek',
  '6431 Hoensbroek, Akerstraat Noord nr. 220',
  'Akerstraat Noord nummer 220 b, Hoensbroek',
  'Akerstraat Noord 220 b te Hoensbroek',
  'Akerstraat Noord 220 in 2e Exloërmond',
  'Akerstraat Noord 220 Hoensbroek (Heerlen)',
  'Akerstraat Noord 220, Hoensbroek, Limburg',
  'Akerstraat Noord 220 Hoensbroek gem. Heerlen',
  'Akerstraat Noord 220 Hoensbroek L',
  'Omloop, De 3',
  'Omloop (De) 3 Nuth',
  'Veldje, ’t 3 b, Nuth',
  'Hendriklaan, Prins 5, Nuth',
  'Veste 16, De 91, Lelystad',
  'Omloop, De, Nuth',
]

const towns = [
  'St. Geertruid',
  'Tweede Exloërmond',
  'Cadier & Keer',
  'N. Amsterdam',
  'Wijlre',
  "'t Zandt",
  'De Haantje',
]

const shown = (interpretations: Interpretation[]) =>
  interpretations.map(
    (it) =>
      `  ${Object.entries(it)
        .map(([part, value]) => `${part}: ${value}`)
        .join(', ')}`,
  )

test('expected/interpretations.txt has all interpretations of each line, the likeliest first', async () => {
  const text = [
    ...lines.flatMap((line) => [line, ...shown([...interpretLine(normalizeLine(line))])]),
    '',
    'Tried last:',
    ...[...looseLines, ...lines.slice(5, 9)].flatMap((line) => [line, ...shown(interpretLoosely(line))]),
    '',
    'Names and keys of towns:',
    ...towns.map((town) => `${town}: ${[townNames(town), otherTownKeys(town), townKeysWithArticle(town)].join(' | ')}`),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(new URL('expected/interpretations.txt', import.meta.url).pathname)
})
