import { beforeAll, expect, test } from 'vitest'
import { loadDemo } from '../../../demo/demo.ts'
import { makeRandom } from '../../../demo/random.ts'
import { countStoredDifferences } from '../../domain/street-search/derived-data.queries.ts'
import { sql } from '../../platform/database/sql.ts'
import { effort } from '../../test/effort.ts'
import { insertAddress, insertCollectionSystem, insertContainer } from '../../test/make.ts'
import { testDatabase } from '../../test/test-database.ts'
import type { SystemSearch } from './collection-systems.queries.ts'
import { findCollectionSystems } from './collection-systems.ts'

const db = await testDatabase()
const streams = ['residual_waste', 'glass', 'paper', 'gft', 'textile'] as const

type BruteForceRow = {
  alias: string
  kind_id: number
  waste_types: string[]
  house_number: number
  extension_key: string
  sort_keys: (string | number)[]
}

let systems: BruteForceRow[]

/** Returns every collection system of the database in list order. */
async function findAllSystems(): Promise<BruteForceRow[]> {
  const { rows } = await sql<BruteForceRow>`
    select collection_system.alias, kind_id, house_number, extension_key,
      array(select waste_type from container where collection_system_id = collection_system.id and removed_on is null)
        as waste_types,
      jsonb_build_array(key, city, street.id, house_number, extension_key, collection_system.id) as sort_keys
    from collection_system
    join address on address.id = address_id
    join street on street.id = address.street_id`.execute(db)
  return rows.sort((one, other) => compare(one.sort_keys, other.sort_keys))
}

function compare(one: (string | number)[], other: (string | number)[]) {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1
}

/** Returns the aliases of the systems that match, by comparing every system with the criteria. */
const bruteForceSearch = ({ collection_system, waste_type, house_number, house_number_extension }: SystemSearch) =>
  systems
    .filter(
      (system) =>
        (collection_system ?? system.kind_id) === system.kind_id &&
        (waste_type === undefined || system.waste_types.includes(waste_type)) &&
        (house_number ?? system.house_number) === system.house_number &&
        (house_number_extension ?? system.extension_key) === system.extension_key,
    )
    .map(({ alias }) => alias)

async function everyPageOf(criteria: SystemSearch, limit: number) {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof findCollectionSystems>> = await findCollectionSystems(db, {
      ...criteria,
      limit,
      cursor,
    })
    expect(page.meta.truncated).toBe(false)
    found.push(...page.data.map(({ alias }) => alias))
    cursor = page.meta.next
  } while (cursor !== null)
  return found
}

beforeAll(async () => {
  await loadDemo(db, { addresses: 1000 * Math.min(effort, 3), today: '2024-01-03' })
  // The demo has at most a few systems in a street. This street has many, also at one address.
  const random = makeRandom('systems')
  for (const house_number_extension of ['', 'a', 'b']) {
    const { id: address_id } = await insertAddress(db, {
      street: 'Lange Akkerweg',
      house_number: 12,
      ...(house_number_extension && { house_number_extension }),
    })
    for (let n = 0; n < 8; n += 1) {
      const { id } = await insertCollectionSystem(db, { address_id, kind_id: 1 + random.below(4) })
      for (const waste_type of new Set([random.pick(streams), random.pick(streams)]))
        await insertContainer(db, {
          collection_system_id: id,
          waste_type,
          number: `${house_number_extension}-${n}-${waste_type}`,
          kind: 'ondergronds',
        })
    }
  }
  systems = await findAllSystems()
})

test('S7.10 finds the same systems in the same order as a comparison with every system', async () => {
  const random = makeRandom('searches of systems')
  let compared = 0
  for (let search = 0; search < 100 * effort; search += 1) {
    const system = systems[random.below(systems.length)] as BruteForceRow
    const criteria: SystemSearch = {
      ...(random.chance(0.5) && { collection_system: random.chance(0.8) ? system.kind_id : 4 }),
      ...(random.chance(0.5) && { waste_type: random.pick(streams) }),
      ...(random.chance(0.4) && {
        house_number: random.chance(0.8) ? system.house_number : 12,
        ...(random.chance(0.3) && { house_number_extension: (random.chance(0.5) && system.extension_key) || 'A' }),
      }),
    }
    if (Object.keys(criteria).length === 0) continue
    const found = await everyPageOf(criteria, random.pick([4, 25]))
    expect({ criteria, found }).toEqual({ criteria, found: bruteForceSearch(criteria) })
    compared += 1
  }
  expect(compared).toBeGreaterThan(60 * effort)
})

test('finds a system by its current containers, kind and address after these have changed', async () => {
  const { id: address_id } = await insertAddress(db, { street: 'Verhuisweg', house_number: 4711 })
  const { id: next_address_id } = await insertAddress(db, { street: 'Verhuisweg', house_number: 4712 })
  const { id } = await insertCollectionSystem(db, { address_id, kind_id: 4 })
  const { id: other } = await insertCollectionSystem(db, { address_id: next_address_id, kind_id: 4 })
  const container = { kind: 'ondergronds', collection_system_id: id }
  const { id: glass } = await insertContainer(db, { ...container, number: 'now-1', waste_type: 'glass' })
  const { id: paper } = await insertContainer(db, { ...container, number: 'now-2', waste_type: 'paper' })
  const numbersWith = async (criteria: SystemSearch) =>
    (await findCollectionSystems(db, { ...criteria, limit: 100 })).data
      .filter(({ street }) => street === 'Verhuisweg')
      .map(({ house_number }) => house_number)

  expect(await numbersWith({ waste_type: 'glass' })).toEqual([4711])
  await sql`update container set removed_on = placed_on where id = ${glass}`.execute(db)
  expect(await numbersWith({ waste_type: 'glass' })).toEqual([])
  await sql`update container set waste_type = 'textile' where id = ${paper}`.execute(db)
  expect(await numbersWith({ waste_type: 'paper' })).toEqual([])
  expect(await numbersWith({ waste_type: 'textile' })).toEqual([4711])
  await sql`update container set collection_system_id = ${other} where id = ${paper}`.execute(db)
  expect(await numbersWith({ waste_type: 'textile' })).toEqual([4712])
  await sql`delete from container where id = ${paper}`.execute(db)
  expect(await numbersWith({ waste_type: 'textile' })).toEqual([])
  expect(await countStoredDifferences(db)).toMatchObject({ listed_systems: 0 })
  await sql`update collection_system set kind_id = 2 where id = ${other}`.execute(db)
  expect(await numbersWith({ collection_system: 4, house_number: 4712 })).toEqual([])
  expect(await numbersWith({ collection_system: 2, house_number: 4712 })).toEqual([4712])
  await sql`
    update collection_system set (address_id, street_id) = (select id, street_id from address where id = ${address_id})
    where id = ${other}`.execute(db)
  expect(await numbersWith({ house_number: 4712 })).toEqual([])
  expect(await numbersWith({ house_number: 4711 })).toEqual([4711, 4711])
  expect(await countStoredDifferences(db)).toMatchObject({ listed_systems: 0 })
})
