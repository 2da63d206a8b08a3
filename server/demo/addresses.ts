import { readFileSync } from 'node:fs'
import { spellingParts, spellingsText, streetKey, streetSpellings } from '../src/domain/street-search/street-key.ts'
import { opaque } from './random.ts'
import type { DemoMunicipality } from './region/region.ts'
import type { DemoStreet, InsertedAddress } from './region/streets.ts'
import type { Writer } from './rows.ts'

// Old names, names in Limburgish and parts of towns, as `loket import town-names` reads them. Compiled by hand.
const otherTownNames = readFileSync(new URL('./region/other-town-names.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(';'))

/** Returns functions that add municipalities, streets and addresses. */
export function addressWriter(writer: Writer) {
  const municipality = writer.table('municipality', { id: 'int', name: 'text' })
  const town = writer.table('town', { municipality_id: 'int', name: 'text' })
  const otherTownName = writer.table('other_town_name', { municipality_id: 'int', city: 'text', name: 'text' })
  const streetName = writer.table('street_name', { key: 'text' })
  const part = writer.table('street_name_part', { inside: 'boolean', part: 'text', key: 'text' })
  const streetTable = writer.table('street', {
    id: 'int',
    municipality_id: 'int',
    city: 'text',
    name: 'text',
    key: 'text',
    spellings: 'text',
    max_house_number: 'int',
  })
  const addressTable = writer.table('address', {
    id: 'int',
    alias: 'text',
    object_code: 'text',
    street_id: 'int',
    house_number: 'int',
    house_number_extension: 'text',
    postal_code: 'text',
    lon: 'number',
    lat: 'number',
    twin: 'int',
  })

  // Two names can have the same key (St. Pieter, Stpieter) and different spellings.
  const spellingsOfKey = new Map<string, Set<string>>()
  function addStreetName(name: string) {
    const key = streetKey(name)
    if (!spellingsOfKey.has(key)) streetName.add({ key })
    const spellings = spellingsOfKey.get(key) ?? new Set()
    spellingsOfKey.set(key, spellings)
    const added = streetSpellings(name).filter((spelling) => !spellings.has(spelling))
    if (added.length === 0) return
    const before = new Set(spellingParts([...spellings]).map(({ inside, part }) => `${inside} ${part}`))
    for (const { inside, part: text } of spellingParts(added))
      if (!before.has(`${inside} ${text}`)) part.add({ inside, part: text, key })
    for (const spelling of added) spellings.add(spelling)
  }

  return {
    addMunicipality({ id, name, towns }: DemoMunicipality) {
      municipality.add({ id, name })
      for (const { city } of towns) town.add({ municipality_id: id, name: city })
      for (const [municipalityName, city = '', other = ''] of otherTownNames)
        if (municipalityName === name) otherTownName.add({ municipality_id: id, city, name: other })
    },
    /** Adds a street and its addresses, and returns the addresses with their ids. */
    addStreet({ municipality_id, city, name, addresses }: DemoStreet): InsertedAddress[] {
      const street_id = streetTable.nextId()
      addStreetName(name)
      streetTable.add({
        id: street_id,
        municipality_id,
        city,
        name,
        key: streetKey(name),
        spellings: spellingsText(name),
        max_house_number: Math.max(...addresses.map(({ house_number }) => house_number)),
      })
      return addresses.map((address) => {
        const { house_number, house_number_extension, postal_code, lon, lat, twin } = address
        const id = addressTable.nextId()
        addressTable.add({
          id,
          alias: opaque(id, 'address'),
          object_code: objectCode(municipality_id, id),
          street_id,
          house_number,
          house_number_extension,
          postal_code,
          lon,
          lat,
          twin,
        })
        return { id, street_id, address }
      })
    },
  }
}

/** Returns an id in the format of the national register of premises: the municipality, 01, and ten digits. */
const objectCode = (municipality_id: number, id: number) =>
  `${`${municipality_id}`.padStart(4, '0')}01${`${id}`.padStart(10, '0')}`
