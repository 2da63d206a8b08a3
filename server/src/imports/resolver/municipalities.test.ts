import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { municipalityCode, unknownMunicipality, unknownMunicipalitySentence } from './municipalities.ts'

test.each([
  ['Nuth', 'de gemeente Nuth hoort sinds 1 januari 2019 bij Beekdaelen'],
  ['SCHINNEN', 'de gemeente Schinnen hoort sinds 1 januari 2019 bij Beekdaelen'],
  ['Wunseradiel', 'de gemeente Wûnseradiel hoort sinds 1 januari 2011 bij Súdwest-Fryslân'],
  ['Haaren', 'de gemeente Haaren is sinds 1 januari 2021 verdeeld over Boxtel, Oisterwijk, Tilburg en Vught'],
  ['Mars', 'de gemeente ‘Mars’ is onbekend'],
])('states why %s is no municipality', (name, reason) => {
  expect(unknownMunicipality(name)).toBe(reason)
})

test('states it as a sentence', () => {
  expect(unknownMunicipalitySentence('nuth')).toBe('Nuth hoort sinds 1 januari 2019 bij Beekdaelen.')
})

const formers = new URL('../../domain/places/former-municipalities.csv', import.meta.url)
const rows = readFileSync(formers, 'utf8').trim().split('\n').slice(1)
test.each(rows)('each successor is a present municipality, and no former name is one: %s', (row) => {
  const [since = '', successors = '', names = ''] = row.split(';')
  expect(since).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(successors.split(',').filter((name) => municipalityCode(name) === undefined)).toEqual([])
  expect(names.split(',').filter((name) => municipalityCode(name) !== undefined)).toEqual([])
})
