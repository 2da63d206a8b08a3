import { expect, test } from 'vitest'
import type { Statement } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { insertAddress, insertClearances } from '../../test/make.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { testDatabase } from '../../test/test-database.ts'
import { addClearanceYears, findAddressClearances } from './clearances.queries.ts'

const db = await testDatabase()

const partitions = async () => {
  const { rows } = await sql<{ partition: string; moments: string[] }>`
    select tableoid::regclass::text as partition, array_agg(dutch_time(cleared_at) order by cleared_at) as moments
    from clearance group by 1 order by 1`.execute(db)
  return rows.map(({ partition, moments }) => [partition, moments])
}

test("stores a clearance on New Year's night in the partition of its year in Dutch time", async () => {
  const { id: address_id } = await insertAddress(db)
  await insertClearances(db, ['2025-12-31T22:59:59Z', '2025-12-31T23:00:00Z', '2025-12-31T23:30:00Z'], { address_id })
  expect(await partitions()).toEqual([
    ['clearance_2025', ['2025-12-31T23:59:59+01:00']],
    ['clearance_2026', ['2026-01-01T00:00:00+01:00', '2026-01-01T00:30:00+01:00']],
  ])
})

test('creates a partition once when two transactions need it at the same time', async () => {
  await Promise.all([addClearanceYears(db, [2019, 2020]), addClearanceYears(db, [2020, 2019])])
  await addClearanceYears(db, [2020])
  const { rows } = await sql<{ comment: string }>`
    select obj_description(inhrelid) as comment from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'clearance'::regclass and relname in ('clearance_2019', 'clearance_2020')`.execute(db)
  expect(rows).toHaveLength(2)
  expect(rows[0]?.comment).toMatch(/partition of clearance of 20/)
})

test('rejects a clearance of a year without a partition', async () => {
  const { id: address_id } = await insertAddress(db, { house_number: 1 })
  const lost = sql`insert into clearance (batch_id, address_id, cleared_at, waste_type, category)
    select max(id), ${address_id}, '2001-05-05', 'gft', 'gft' from clearance_batch`.execute(db)
  await expect(lost).rejects.toThrow('no partition')
})

test('reads the clearances of a year in one statement, by an index on the partition of that year', async () => {
  const { id: address_id, alias } = await insertAddress(db, { house_number: 2 })
  await insertClearances(db, ['2024-06-01T08:00:00Z', '2025-06-01T08:00:00Z', '2026-06-01T08:00:00Z'], { address_id })
  const { result, statements } = await recordStatements(db, (recorded) =>
    findAddressClearances(recorded, alias, { year: 2025, purpose: 'aanslag_vraag' }),
  )
  expect(result?.data).toHaveLength(1)
  expect(statements).toHaveLength(1)
  const [{ text, values }] = statements as [Statement]
  await sql`set enable_seqscan = off`.execute(db)
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  // The subplan for `years` reads one row of every partition. In the plan, it follows the scans for the clearances.
  const [list = '', years = ''] = plan.split(/(?=-> .* on clearance_year)/)
  expect(list).toMatch(/Index.* on clearance_2025/)
  expect(list).not.toMatch(/clearance_20(19|24|26)|Subplans Removed|Sort Key: .*cleared_at/)
  expect(years).not.toMatch(/Seq Scan on clearance_2/)
})
