import { expect, test } from 'vitest'
import { searchAddresses } from './addresses.ts'
import { searchCollectionSystems } from './collection-systems.ts'
import { parseInput } from './parse-input.ts'

test.each([
  [
    { postal_code: '６４１１ ＣＤ', house_number: '１１８' },
    { postal_code: '6411CD', house_number: 118 },
  ],
  [
    { street: 'Pietersstraat', house_number: '7½' },
    { house_number: 7, house_number_extension: '00012' },
  ],
  [
    { street: 'Akerstraat', house_number: '118²' },
    { house_number: 118, house_number_extension: '00002' },
  ],
  [
    { street: 'Akerstraat', house_number: '118?' },
    { house_number: 118, house_number_extension: undefined },
  ],
])('a search form reads every form of digits: %j', (body, criteria) => {
  expect(parseInput(searchAddresses.body, body).value).toMatchObject(criteria)
})

test.each([
  [{ postal_code: '6411CD', house_number: '118 ж' }, 'house_number'],
  [{ postal_code: '6411CD', house_number: '118-100005' }, 'house_number'],
  [{ postal_code: '6411CD', house_number: '118', house_number_extension: 'ж' }, 'house_number_extension'],
  [{ street: 'Akerstraat Москва', house_number: '118' }, 'street'],
  [{ postal_code: '6411CD-118' }, 'postal_code'],
])('S2.10 a search form rejects what the search would ignore: %j', (body, field) => {
  for (const form of [searchAddresses, searchCollectionSystems])
    expect(parseInput(form.body, body).errors).toEqual({ [field]: [expect.any(String)] })
})
