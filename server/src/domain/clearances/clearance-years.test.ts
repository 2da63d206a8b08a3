import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.queries.ts'
import { testDatabase } from '../../test/database.ts'
import { insertAddress, insertClearances } from '../../test/make.ts'
import { addClearanceYears } from './clearance-years.queries.ts'
import { findAddressClearances } from './clearances.queries.ts'

const db = await testDatabase()
const older = await testDatabase({ migrated: false })
const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-older-'))
afterAll(() => rm(folder, { recursive: true }))

const partitions = async () => {
  const { rows } = await sql<{ partition: string; moments: string[] }>`
    select tableoid::regclass::text as partition, array_agg(dutch_time(cleared_at) order by cleared_at) as moments
    from clearance group by 1 order by 1`.execute(db)
  return rows.map(({ partition, moments }) => [partition, moments])
}

test('a clearance in the night of New Year is kept with the year that Dutch clocks show', async () => {
  const { id: address_id } = await insertAddress(db)
  await insertClearances(db, ['2025-12-31T22:59:59Z', '2025-12-31T23:00:00Z', '2025-12-31T23:30:00Z'], { address_id })
  expect(await partitions()).toEqual([
    ['clearance_2025', ['2025-12-31T23:59:59+01:00']],
    ['clearance_2026', ['2026-01-01T00:00:00+01:00', '2026-01-01T00:30:00+01:00']],
  ])
})

test('a year is made once, also when two ask for it at the same moment', async () => {
  await Promise.all([addClearanceYears(db, [2019, 2020]), addClearanceYears(db, [2020, 2019])])
  await addClearanceYears(db, [2020])
  const { rows } = await sql<{ comment: string }>`
    select obj_description(inhrelid) as comment from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'clearance'::regclass and relname in ('clearance_2019', 'clearance_2020')`.execute(db)
  expect(rows).toHaveLength(2)
  expect(rows[0]?.comment).toContain('The clearances of 20')
})

test('a clearance of a year that was not made is refused, never kept elsewhere', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 1 })
  const lost = sql`insert into clearance (batch_id, address_id, cleared_at, waste_type, category)
    select max(id), ${address_id}, '2001-05-05', 'gft', 'gft' from clearance_batch`.execute(db)
  await expect(lost).rejects.toThrow('no partition')
})

test('the clearances of a year are read from the partition of that year alone, and by index', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 2 })
  await insertClearances(db, ['2024-06-01T08:00:00Z', '2025-06-01T08:00:00Z', '2026-06-01T08:00:00Z'], { address_id })
  const asked: CompiledQuery[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await findAddressClearances(watched, address_id, 2025)
  const [first] = asked
  await sql`set enable_seqscan = off`.execute(db)
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${first?.sql}`, [...(first?.parameters ?? [])]),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index.* on clearance_2025/)
  expect(plan).not.toMatch(/clearance_20(19|24|26)|Subplans Removed|Sort/)
})

test('a database from before the years keeps every clearance, and numbers new ones on from there', async () => {
  const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))
  for (const file of await readdir(migrations)) if (file < '0007') await cp(join(migrations, file), join(folder, file))
  await migrate(older, pathToFileURL(`${folder}/`))
  await sql`insert into municipality values (917, 'Heerlen')`.execute(older)
  await sql`insert into street (municipality_id, city, name, key) values (917, 'Heerlen', 'Akerstraat', 'akerstraat')`.execute(
    older,
  )
  await sql`insert into street_spelling values ('akerstraat', 917, 1)`.execute(older)
  await sql`insert into address (street_id, house_number, postal_code) values (1, 118, '6411CD')`.execute(older)
  const address_id = 1
  await sql`insert into clearance_batch (source, updated_until) values ('test', '2026-03-04')`.execute(older)
  await sql`
    insert into clearance (batch_id, address_id, cleared_at, waste_type, category, weight_kg, amount_cents)
    select 1, ${address_id}, timestamptz '2023-12-31 20:00Z' + n * interval '1 hour', 'gft', 'gft', 0.25 * n, n
    from generate_series(1, 9000) n`.execute(older)
  const content = () =>
    sql<{ rows: number; hash: string }>`
      select count(*)::int as rows, md5(string_agg(concat_ws('|', id, batch_id, address_id, container_id, extract(epoch from cleared_at),
        waste_type, category, volume_litres, weight_kg::float, amount_cents), ',' order by id)) as hash from clearance`.execute(
      older,
    )
  const before = (await content()).rows
  expect(before[0]?.rows).toBe(9000)

  await migrate(older)
  expect((await content()).rows).toEqual(before)
  expect((await findAddressClearances(older, address_id, undefined)).meta.years).toEqual([2025, 2024, 2023])
  await insertClearances(older, ['2026-01-02T08:00:00Z'], { address_id })
  expect((await findAddressClearances(older, address_id, 2026)).data).toMatchObject([{ id: 9001 }])
}, 60_000)
