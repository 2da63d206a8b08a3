import { listAlternativeSystems, listNearbySystems, type WasteStream } from '@rd4-loket/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { effort } from '../../test/effort.ts'
import { insertAddress } from '../../test/make.ts'
import { testServer } from '../../test/server.ts'

const { call, db } = await testServer()
const streams: WasteStream[] = ['residual_waste', 'glass', 'paper']

type Site = { alias: string; lon: number; lat: number; waste_types: WasteStream[] }
type SitePoint = Pick<Site, 'lon' | 'lat'>
const sites: Site[] = []

/** Returns the haversine distance, to check the distance that the database calculates. */
function metresBetween(one: SitePoint, other: SitePoint) {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  const chord =
    half(other.lat - one.lat) + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(other.lon - one.lon)
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(chord))
}

// The seed is fixed, so that a failure is reproducible.
let seed = 20_261_122
function random() {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

/** Returns a random point around the centre of Heerlen: mostly close, sometimes further than the maximum distance. */
function randomPoint() {
  const metres = 10 ** (1 + 3.6 * random())
  const direction = 2 * Math.PI * random()
  const lat = 50.8868 + (metres * Math.sin(direction)) / 111_195
  return { lat, lon: 5.9826 + (metres * Math.cos(direction)) / (111_195 * Math.cos((lat * Math.PI) / 180)) }
}

/** Returns the expected systems, by calculating the distance to every site. */
const nearestOf = (from: SitePoint, accepts: (site: Site) => boolean) =>
  sites
    .filter(accepts)
    .map((site) => ({ alias: site.alias, metres: metresBetween(from, site) }))
    .filter(({ metres }) => metres <= 16_000)
    .sort((one, other) => one.metres - other.metres)
    .slice(0, 6)
    .map(({ alias, metres }) => [alias, Math.round(metres)])

/** Inserts collection systems in front of the address `home`, each with a container for each of its streams. */
const insertSites = (inserted: Site[]) =>
  sql`
    with site as (
      select * from jsonb_to_recordset(${JSON.stringify(inserted)}::jsonb)
        as site (alias text, lon float8, lat float8, waste_types text[])
    ), system as (
      insert into collection_system (alias, name, kind_id, address_id, street_id, lon, lat)
      select site.alias, site.alias, 1, address.id, street_id, site.lon, site.lat
      from site join address on address.alias = 'home'
      returning id, alias
    )
    insert into container (number, collection_system_id, waste_type, kind, volume_litres, placed_on)
    select gen_random_uuid(), id, waste_type, 'ondergronds', 5000, '2024-03-01'
    from system join site using (alias) cross join unnest(waste_types) as waste_type`.execute(db)

beforeAll(async () => {
  await insertAddress(db, { alias: 'home', lon: 5.9826, lat: 50.8868 })
  await insertAddress(db, { alias: 'nowhere', house_number: 2 })
  await insertAddress(db, { alias: 'islet', house_number: 3, lon: 4.85, lat: 53.15 })
  for (let index = 0; index < 400; index += 1)
    sites.push({ alias: `s${index}`, ...randomPoint(), waste_types: streams.filter(() => random() < 0.4) })
  await insertSites(sites)
})

describe('the nearest collection systems', () => {
  test('are the six nearest within 16 km, checked by a calculation of all distances for random addresses', async () => {
    const points = Array.from({ length: 40 * effort }, (_, index) => ({ alias: `a${index}`, ...randomPoint() }))
    await sql`
      insert into address (street_id, house_number, postal_code, alias, lon, lat)
      select street_id, 1000 + row_number() over (), '6411CD', point.alias, point.lon, point.lat
      from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as point (alias text, lon float8, lat float8)
      join address on address.alias = 'home'`.execute(db)
    for (const [index, point] of points.entries()) {
      const waste_type = [...streams, undefined][index % 4]
      const found = await call('bsgw', listNearbySystems, {
        params: { alias: point.alias },
        query: waste_type ? { stream: waste_type } : {},
      })
      const expected = nearestOf(point, ({ waste_types }) =>
        waste_type ? waste_types.includes(waste_type) : waste_types.length > 0,
      )
      expect(found.map(({ alias, distance_metres }) => [alias, distance_metres])).toEqual(expected)
    }
  })

  test('that are alternatives to a system accept one of its streams, or the requested stream', async () => {
    for (const site of sites.slice(0, 15 * effort)) {
      const params = { alias: site.alias }
      const found = await call('bsgw', listAlternativeSystems, { params, query: {} })
      const takesOne = (other: Site) =>
        other !== site && other.waste_types.some((stream) => site.waste_types.includes(stream))
      expect(found.map(({ alias, distance_metres }) => [alias, distance_metres])).toEqual(nearestOf(site, takesOne))
      for (const { alias, waste_types } of found)
        expect(waste_types).toEqual(sites.find((it) => it.alias === alias)?.waste_types.toSorted())
      const glass = await call('bsgw', listAlternativeSystems, { params, query: { stream: 'glass' } })
      const takesGlass = (other: Site) => other !== site && other.waste_types.includes('glass')
      expect(glass.map(({ alias }) => alias)).toEqual(nearestOf(site, takesGlass).map(([alias]) => alias))
    }
  })

  test('have kind, location and streams, and a stream is out of order when none of its containers works', async () => {
    const site = { alias: 'at home', lon: 5.9826, lat: 50.8868, waste_types: [...streams, 'paper' as const] }
    await insertSites([site])
    // Only one of the two containers for paper is full.
    await sql`
      insert into container_state (container_id, fill_percent, measured_at, malfunction, malfunction_since)
      select distinct on (waste_type) container.id,
        case waste_type when 'residual_waste' then 40 end,
        case waste_type when 'residual_waste' then timestamptz '2026-03-04 06:00Z' end,
        case waste_type when 'glass' then 'drum_stuck' when 'paper' then 'full' end,
        case when waste_type <> 'residual_waste' then timestamptz '2026-03-04 06:00Z' end
      from container join collection_system on collection_system.id = collection_system_id
      where alias = ${site.alias} order by waste_type, container.id`.execute(db)
    const [first] = await call('bsgw', listNearbySystems, { params: { alias: 'home' }, query: {} })
    expect(first).toEqual({
      alias: 'at home',
      name: 'at home',
      system: { id: 1, name: 'Ondergrondse container' },
      municipality: { id: 917, name: 'Heerlen' },
      location: { lon: 5.9826, lat: 50.8868 },
      waste_types: ['glass', 'paper', 'residual_waste'],
      out_of_order: ['glass'],
      distance_metres: 0,
    })
    await sql`update container set removed_on = '2026-03-04' where waste_type = 'glass'`.execute(db)
    expect(await call('bsgw', listNearbySystems, { params: { alias: 'home' }, query: { stream: 'glass' } })).toEqual([])
  })

  test.each(['nowhere', 'islet'])(
    'are an empty list for an address without coordinates or far from all systems (%s)',
    async (alias) => {
      expect(await call('bsgw', listNearbySystems, { params: { alias }, query: {} })).toEqual([])
    },
  )

  test('are searched in a larger circle unless the smaller circle has 4,000 systems', async () => {
    const crowd = { lon: 4.5, lat: 52 }
    await insertAddress(db, { alias: 'crowd', house_number: 4, ...crowd })
    await insertSites([{ alias: 'rare', lon: 4.51, lat: 52, waste_types: ['glass'] }])
    const insertCrowd = (first: number, last: number) =>
      sql`
        insert into collection_system (alias, name, kind_id, address_id, street_id, lon, lat)
        select 'crowd ' || number, 'Zuil', 1, id, street_id, lon, lat
        from address, generate_series(${first}::int, ${last}::int) as number where alias = 'crowd'`.execute(db)
    const find = () => call('bsgw', listNearbySystems, { params: { alias: 'crowd' }, query: { stream: 'glass' } })
    await insertCrowd(1, 3999)
    expect((await find()).map(({ alias }) => alias)).toEqual(['rare'])
    await insertCrowd(4000, 4000)
    expect(await find()).toEqual([])
  })

  test.each([
    [listNearbySystems, 'Dit adres bestaat niet'],
    [listAlternativeSystems, 'Dit verzamelsysteem bestaat niet'],
  ])('return 404 for an unknown address or system', async (endpoint, message) => {
    const reply = call('bsgw', endpoint, { params: { alias: 'gone' }, query: {} })
    await expect(reply).rejects.toMatchObject({ status: 404, message })
  })
})
