import { expect, test } from 'vitest'
import { type CardPlace, cardCodes, offeredPlaceholders, standardTexts } from './card-places.ts'
import { spokenFaults, spokenText } from './card-texts.ts'
import { addCard } from './cards.ts'
import { parseInput } from './parse-input.ts'

const long = (words: number) => `${Array.from({ length: words }, () => 'woord').join(' ')}.`

test.each<[spoken: string, places: CardPlace[], faults: string[]]>([
  ['U woont in {straat}.', ['bill'], []],
  ['{naam} woont hier.', ['pickup'], ['{naam} kan hier niet. Kies uit: {straat}, {gemeente}, {datum}.']],
  ['Dag {straat}.', ['dashboard'], ['{straat} kan hier niet. Schrijf de tekst zonder accolades.']],
  ['Het is {bedrag}.', ['bill', 'pickup'], ['{bedrag} kan hier niet. Kies uit: {straat}, {gemeente}.']],
  ['Het is {bedrag} of {bedrag}.', ['rolls'], ['{bedrag} kan hier niet. Kies uit: {rollen_over}.']],
  ['Het is {Bedrag}.', ['rolls'], ['{Bedrag} kan hier niet. Kies uit: {rollen_over}.']],
  ['Het is {}.', ['rolls'], ['{} kan hier niet. Kies uit: {rollen_over}.']],
  ['Het is {rollen_over.', ['rolls'], ['Een accolade staat alleen.']],
  ['Het is rollen_over}.', ['rolls'], ['Een accolade staat alleen.']],
  [long(18), ['bill'], []],
  [long(19), ['bill'], ['Zin 1 heeft 19 woorden.']],
  [`Dag. ${long(23)}`, ['bill'], ['Zin 2 heeft 23 woorden.']],
  ['Hebt u dat? Dan krijg je post.', ['bill'], ['Zin 2 zegt ‘je’. Schrijf ‘u’ of ‘uw’.']],
  ['Dit is jouw pas.', ['bill'], ['Zin 1 zegt ‘jouw’. Schrijf ‘u’ of ‘uw’.']],
  ['Jullie straat is dicht.', ['bill'], ['Zin 1 zegt ‘Jullie’. Schrijf ‘u’ of ‘uw’.']],
  ['Kijk op www.rd4.nl.', ['bill'], ['Zin 1 heeft een link.']],
  ['Kijk op https://rd4.nl/a.', ['bill'], ['Zin 1 heeft een link.']],
  ['Kijk op rd4.nl voor meer.', ['bill'], ['Zin 1 heeft een link.']],
  ['Mail naar info@rd4.example.', ['bill'], ['Zin 1 heeft een link.']],
  ['Dit is af. Dit niet', ['bill'], ['Zin 2 heeft geen punt aan het einde.']],
  ['Dit is kort\nEn dit ook.', ['bill'], ['Zin 1 heeft geen punt aan het einde.']],
  [
    `{naam} is er. Kijk op www.rd4.nl, dan zie je het. ${long(20)}`,
    ['rolls'],
    [
      '{naam} kan hier niet. Kies uit: {rollen_over}.',
      'Zin 2 zegt ‘je’. Schrijf ‘u’ of ‘uw’.',
      'Zin 2 heeft een link.',
      'Zin 3 heeft 20 woorden.',
    ],
  ],
])('the text %j at %j has the faults %j, at its field', (spoken, places, faults) => {
  expect(spokenFaults(spoken, places)).toEqual(faults)
  const { errors } = parseInput(addCard.body, {
    ...{ title: 'Kaart', html: '', spoken, places },
    ...{ shown_from: '2026-01-01T00:00', shown_until: '2026-02-01T00:00' },
  })
  expect(errors).toEqual(faults.length > 0 ? { spoken: [faults.join(' ')] } : undefined)
})

test('a text is filled in with the values of the screen', () => {
  const text = 'U woont in {straat}. De volgende ophaaldag is {volgende_ophaaldag}.'
  expect(spokenText(text, { straat: 'Akerstraat', volgende_ophaaldag: 'dinsdag 24 november' })).toBe(
    'U woont in Akerstraat. De volgende ophaaldag is dinsdag 24 november.',
  )
  expect(spokenText('U krijgt er {rollen_over}.', { rollen_over: 0 })).toBe('U krijgt er 0.')
})

test.each([
  ['De volgende ophaaldag is {volgende_ophaaldag}.', {}, 'De volgende ophaaldag is niet bekend.'],
  ['U woont in {straat}, in {gemeente}.', { straat: 'Markt', gemeente: null }, 'De gemeente is niet bekend.'],
  ['U krijgt er {rollen_over}.', { rollen_over: '' }, 'Het aantal rollen is niet bekend.'],
])('the text %j with the values %j says what is not known', (text, values, said) => {
  expect(spokenText(text, values)).toBe(said)
})

test('each standard text belongs to a code of its place, and its sentences are short and formal', () => {
  for (const [place, texts] of Object.entries(standardTexts) as [CardPlace, Record<string, string>][])
    for (const [code, text] of Object.entries(texts)) {
      expect(Object.keys(cardCodes[place] ?? {})).toContain(code)
      // Standard texts of decisions have placeholders of their own, which the server fills in.
      const words = spokenFaults(text.replace(/\{\w+\}/g, 'x'), [place])
      expect(words, code).toEqual([])
    }
  expect(offeredPlaceholders.not_emptied).toContain('volgende_ophaaldag')
})
