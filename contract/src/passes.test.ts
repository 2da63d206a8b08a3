import { expect, test } from 'vitest'
import { aboveAllowanceText, rollsRequestedText } from './passes.ts'
import { inRollWords } from './roll-words.ts'

test.each([
  [1, 'Er is 1 rol aangevraagd'],
  [2, 'Er zijn 2 rollen aangevraagd'],
  [0, 'Er zijn 0 rollen aangevraagd'],
])('S8.6 the message for %i rolls is: %s', (rolls, sentence) => {
  expect(rollsRequestedText(rolls)).toBe(sentence)
})

test.each([
  [{ this_year: 6, allowance: 6 }, undefined],
  [{ this_year: 9, allowance: 6 }, 'Dit is meer dan mag. Het aantal per jaar is later verlaagd.'],
  [{ this_year: 9, allowance: 6, on_previous_pass: 0 }, 'Dit is meer dan mag. Het aantal per jaar is later verlaagd.'],
  [
    { this_year: 12, allowance: 6, on_previous_pass: 6 },
    'Dit is meer dan mag. Het aantal is later verlaagd, of de vorige pas telde eerst niet mee.',
  ],
])('S3.5 explains why a household has more rolls than the allowance: %j', (rolls, sentence) => {
  expect(aboveAllowanceText(rolls)).toBe(sentence)
})

test.each([
  [rollsRequestedText(1), 'Er is 1 luierzak aangevraagd'],
  [rollsRequestedText(2), 'Er zijn 2 luierzakken aangevraagd'],
  ['Rollen per huishouden: de rol van een controle', 'Luierzakken per huishouden: de luierzak van een controle'],
])('the text %j has the words of a municipality', (text, inWords) => {
  expect(inRollWords(text, { roll_singular: 'luierzak', roll_plural: 'luierzakken' })).toBe(inWords)
  expect(inRollWords(text)).toBe(text)
})
