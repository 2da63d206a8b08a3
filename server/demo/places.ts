import { streetKey, streetSpellings } from '../src/shared/street-key.ts'
import { opaque } from './random.ts'
import type { Municipality } from './region.ts'
import type { Writer } from './rows.ts'
import type { Premises, Street } from './streets.ts'

/** Makes municipalities, streets and addresses. */
export function placeWriter(writer: Writer) {
  const municipality = writer.table('municipality', { id: 'int', name: 'text' })
  const streetTable = writer.table('street', {
    id: 'int',
    municipality_id: 'int',
    city: 'text',
    name: 'text',
    key: 'text',
  })
  const spelling = writer.table('street_spelling', { key: 'text', municipality_id: 'int', street_id: 'int' })
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

  return {
    addMunicipality: ({ id, name }: Municipality) => municipality.add({ id, name }),
    /** Makes a street; answers its addresses with their ids. */
    addStreet({ municipality_id, city, name, addresses }: Street): Premises[] {
      const street_id = streetTable.nextId()
      streetTable.add({ id: street_id, municipality_id, city, name, key: streetKey(name) })
      for (const key of streetSpellings(name)) spelling.add({ key, municipality_id, street_id })
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
        return { id, address }
      })
    },
  }
}

/** As the national register numbers premises: the municipality, 01, and ten digits. */
const objectCode = (municipality_id: number, id: number) =>
  `${`${municipality_id}`.padStart(4, '0')}01${`${id}`.padStart(10, '0')}`
