import { addressLine, postalCodeText, townLine } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { someOf } from '../../test/effort.ts'
import {
  type HardAddress,
  hardAddresses,
  insertHardAddresses,
  textOf,
  withoutAccents,
} from '../../test/hard-addresses.ts'
import { testDatabase } from '../../test/test-database.ts'
import { searchLine } from './search.ts'

const everywhere = { sees: null, municipality: null }

describe.runIf(hardAddresses)('every difficult real address as a search line', () => {
  let db: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    db = await testDatabase()
    await insertHardAddresses(db)
  })

  test.each([
    ['as written', (text: string) => text],
    ['without its accents', withoutAccents],
    ['in capitals', (text: string) => text.toUpperCase()],
  ])('is the first result when typed %s', async (_, typed) => {
    const missed: string[] = []
    for (const address of someOf(hardAddresses ?? [])) {
      const text = typed(`${addressLine(address)}, ${townLine(address)}`)
      const { data } = await searchLine(db, everywhere, { text, limit: 8 })
      const [first] = data
      if (first?.kind !== 'address' || textOf(first) !== textOf(address))
        missed.push(`${text} → ${first && JSON.stringify(first)}`)
    }
    expect(missed).toEqual([])
  })

  test.each<[string, (address: HardAddress) => string]>([
    ['without its postal code', (address) => `${addressLine(address)} ${address.city}`.toLowerCase()],
    [
      'as only its postal code and number',
      ({ postal_code, house_number, house_number_extension }) =>
        `${postalCodeText(postal_code)} ${house_number} ${house_number_extension ?? ''}`,
    ],
  ])('is one of the first 25 results when typed %s', async (_, write) => {
    const missed: string[] = []
    for (const address of someOf(hardAddresses ?? [])) {
      const { data } = await searchLine(db, everywhere, { text: write(address), limit: 25 })
      if (!data.some((it) => it.kind === 'address' && textOf(it) === textOf(address))) missed.push(write(address))
    }
    expect(missed).toEqual([])
  })
})
