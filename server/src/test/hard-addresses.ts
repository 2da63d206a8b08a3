import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findOrInsertStreets } from '../domain/street-search/streets.ts'
import type { Db } from '../platform/database/db.ts'
import { insertRows } from './make.ts'

/** A real address. */
export type HardAddress = {
  street: string
  house_number: number
  house_number_extension: string | null
  postal_code: string
  city: string
  municipality: string
}

// 604 real addresses with unusual streets and numbers. The file is not part of the repository.
const file = fileURLToPath(new URL('../../../../shared/data/addresses/tricky_addresses.csv', import.meta.url))

function read(line: string): HardAddress {
  const [, street = '', number, letter, addition, postal_code = '', city = '', municipality = ''] = line.split(';')
  const house_number_extension = [letter, addition].filter(Boolean).join('-') || null
  return { street, house_number: Number(number), house_number_extension, postal_code, city, municipality }
}

/** The addresses in the file. Undefined if the file is missing. */
export const hardAddresses = existsSync(file)
  ? readFileSync(file, 'utf8').trim().split('\n').slice(1).map(read)
  : undefined

/** Returns the text of an address. Two addresses can have the same text. */
export const textOf = (address: Omit<HardAddress, 'municipality' | 'postal_code'> & { postal_code: string | null }) =>
  [address.street, address.house_number, address.house_number_extension, address.postal_code, address.city].join(' ')

export const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Inserts all addresses in the file. Each municipality gets an invented id. */
export async function insertHardAddresses(db: Db) {
  const all = hardAddresses ?? []
  const names = [...new Set(all.map(({ municipality }) => municipality))]
  const idOf = (name: string) => 5000 + names.indexOf(name)
  await insertRows(
    db,
    'municipality',
    names.map((name) => ({ id: idOf(name), name })),
  )
  const streets = all.map(({ municipality, city, street }) => ({
    municipality_id: idOf(municipality),
    city,
    name: street,
  }))
  // An insert needs each street once. Then each address looks up its street.
  await findOrInsertStreets(db, [...new Map(streets.map((it) => [JSON.stringify(it), it])).values()])
  const street_ids = await findOrInsertStreets(db, streets)
  const twins = new Map<string, number>()
  const rows = all.map((address, at) => {
    const { house_number, house_number_extension, postal_code } = address
    const twin = (twins.get(textOf(address)) ?? 0) + 1
    twins.set(textOf(address), twin)
    return { street_id: street_ids[at], house_number, house_number_extension, postal_code, twin }
  })
  await insertRows(db, 'address', rows)
}
