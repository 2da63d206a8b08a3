import { expect, test } from 'vitest'
import { townWithMunicipality } from './town-with-municipality.ts'

test('names the municipality of a town only when their names differ', () => {
  const municipality = { name: 'Heerlen' }
  expect(townWithMunicipality('6431 AA Hoensbroek', { city: 'Hoensbroek', municipality })).toBe(
    '6431 AA Hoensbroek, gemeente Heerlen',
  )
  expect(townWithMunicipality('6411 CD Heerlen', { city: 'Heerlen', municipality })).toBe('6411 CD Heerlen')
})
