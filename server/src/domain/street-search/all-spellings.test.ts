import { expect, test } from 'vitest'
import { keysOfOneMeaning, respelledKeys, splitNames } from './respellings.ts'
import { spellingParts, spellingsText, streetKey, streetSpellings } from './street-key.ts'

const names = [
  'Akerstraat',
  'Burgemeester Waszinkstraat',
  'Prof. Dr. van der Waalsweg',
  "'s-Gravenweg",
  'Glück Auf',
  'Straße Ærø Łódź',
  'St. Jansstraat',
  'Sint Antoniusplein Noord',
  '2e Stationsstraat',
  'Tweede Dwarsstraat',
  '1ste Dwarsstraat',
  'Jan Steen Goorpad',
  'Nwe Kerkstraat',
  'N. Kerkstraat',
  'Kerkstraat N.',
  'O. Heirweg',
  'Prs Beatrixsgl',
  'Wm Alexanderln',
  'Heerlerdk.',
  'Dykstraat',
  'Kerkpl',
  'Nwstraat',
  'Zuidzijde',
  'Kerk nweg',
  'Van Ee',
  'Aa',
  '%',
]

test('expected/spellings.txt has every spelling, reading and part of a street name', async () => {
  const text = names.flatMap((name) => [
    name,
    `  key: ${streetKey(name)}`,
    `  spellings: ${spellingsText(name)}`,
    `  parts: ${spellingParts(streetSpellings(name))
      .map(({ inside, part }) => (inside ? `…${part}` : part))
      .join(' ')}`,
    `  readings: ${respelledKeys(name).join(' ')}`,
    `  of one meaning: ${keysOfOneMeaning(name).join(' ')}`,
    `  splits: ${splitNames(name)
      .map(({ head, tail }) => `${head} + ${tail}`)
      .join(', ')}`,
  ])
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(new URL('expected/spellings.txt', import.meta.url).pathname)
})
