import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { table, times, written } from '../figures.ts'
import { processorSeconds, runLoket, withClient } from '../loket-command.ts'

const database = 'bench_clearances'
const years = [2022, 2023, 2024, 2025, 2026]
const clearancesPerAddressYear = 40

const yearOfAddress = `
  select id, dutch_time(cleared_at) as cleared_at, waste_type, category, container_id, volume_litres, weight_kg,
    amount_cents
  from clearance
  where address_id = $1 and cleared_at >= dutch_new_year($2::int) and cleared_at < dutch_new_year($2::int + 1)
  order by clearance.cleared_at desc, id desc`

/** A row of the printed table: the measurement, its figure, what it is compared with, and the ratio. */
type ClearanceFigure = [measurement: string, figure: string, against: string, ratio: string]

/**
 * For each total number of clearances, measures how long it takes to read the clearances of one address in one year.
 * Compares the import of a supplier's file with a bare COPY of the same rows.
 * Creates and drops databases on a local PostgreSQL, as a superuser.
 */
async function measureClearances(server: string, sizes: number[], importedRows: number): Promise<ClearanceFigure[]> {
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const measured: ClearanceFigure[] = []
  await recreate(server, database)
  await runLoket(urlOf(database), ['migrate'])
  let smallest: Awaited<ReturnType<typeof readYears>> | undefined
  for (const size of sizes) {
    const reading = await withClient(urlOf(database), async (client) => {
      await fill(client, size)
      return readYears(client, size)
    })
    smallest ??= reading
    const subject = `a year of an address among ${written(size)} clearances`
    const against = `among ${written(sizes[0] ?? 0)}`
    const { p50, p99, processor } = reading
    measured.push(
      [`${subject}, p50 and p99 in µs`, `${written(p50)} and ${written(p99)}`, against, times(p50 / smallest.p50)],
      // Other work on the machine affects durations more than processor time.
      ['the same, processor time in µs', written(processor), against, times(processor / smallest.processor)],
    )
    if (size === sizes[0] && importedRows > 0)
      measured.push(...(await measureImport(server, urlOf, size, importedRows)))
  }
  await withClient(server, (client) => client.query(`drop database ${database} with (force)`))
  return measured
}

async function recreate(server: string, name: string, template = 'template0') {
  await withClient(server, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template}`)
  })
}

const addressesFor = (size: number) => Math.ceil(size / years.length / clearancesPerAddressYear)

/** Fills the tables with clearances in order of time, spread over all addresses. */
async function fill(client: pg.Client, size: number) {
  const addresses = addressesFor(size)
  const text = `
    truncate clearance, clearance_batch, container, address, street, town, street_name, municipality cascade;
    insert into municipality values (917, 'Heerlen');
    insert into town (municipality_id, name) values (917, 'Heerlen');
    insert into street_name (key) select 'straat' || n from generate_series(1, 5000) n;
    insert into street (id, municipality_id, city, name, key, spellings)
      select n, 917, 'Heerlen', 'Straat ' || n, 'straat' || n, ' straat' || n || ' ' from generate_series(1, 5000) n;
    insert into address (id, street_id, house_number, postal_code, object_code)
      select n, 1 + n % 5000, 1 + n / 5000, '6411CD', 'H' || n from generate_series(1, ${addresses}) n;
    insert into container (id, number, address_id, waste_type, kind, volume_litres, chip_number, placed_on)
      select n, 'C' || n, n, 'residual_waste', 'minicontainer', 140, 'CHIP' || n, '2012-01-01'
      from generate_series(1, ${addresses}) n;
    insert into clearance_batch (id, source, updated_until) values (1, 'bench', '2026-01-01');
    select setval(pg_get_serial_sequence('clearance_batch', 'id'), 1);
    select add_clearance_year(year) from unnest('{${years}}'::int[]) year`
  await client.query(text)
  // A load without indexes and foreign keys is faster, so they are built after the load. The load is not measured.
  const { rows } = await client.query<{ off: string; on: string }>(`
    select format('alter table clearance drop constraint %I', conname) as off,
      format('alter table clearance add %s', pg_get_constraintdef(oid)) as on
    from pg_constraint where conrelid = 'clearance'::regclass and contype = 'f'
    union all
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index where indrelid = 'clearance'::regclass and not indisprimary`)
  for (const { off } of rows) await client.query(off)
  for (const [index, year] of years.entries()) {
    const perYear = Math.floor(size / years.length)
    await client.query(
      `insert into clearance
         (batch_id, address_id, container_id, cleared_at, waste_type, category, volume_litres, amount_cents, supplier_key)
       select 1, address_id, address_id, dutch_new_year(${year}) + n * (interval '31000000 seconds' / ${perYear}),
         'residual_waste', 'rest', 140, 645, 'L' || ${100_000_000 + index * perYear} + n
       from (select n, 1 + (n * 7919) % ${addresses} as address_id from generate_series(1::bigint, ${perYear}) n) made`,
    )
  }
  await client.query(`set maintenance_work_mem = '256MB'`)
  // Above 10 million rows, the foreign keys are not restored. Checking them takes long, and reads do not use them.
  for (const { on } of rows) if (size <= 10_000_000 || !on.includes('REFERENCES')) await client.query(on)
  await client.query('vacuum (analyze) clearance')
}

/**
 * Reads the clearances of one address in one year, many times in three rounds. Returns the lowest p50 and the lowest
 * p99 of a round, and the mean processor time of one read; all in µs.
 */
async function readYears(client: pg.Client, size: number) {
  const rounds: number[][] = []
  const { rows: backends } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = backends[0]?.pid ?? 0
  const before = processorSeconds(pid)
  for (let round = 0; round < 3; round += 1) {
    const durations: number[] = []
    for (let n = 0; n < 2000; n += 1) {
      const address = 1 + (((n + round * 2000) * 104_729) % addressesFor(size))
      const begin = performance.now()
      const { rows } = await client.query(yearOfAddress, [address, years[n % years.length]])
      durations.push((performance.now() - begin) * 1000)
      if (Math.abs(rows.length - clearancesPerAddressYear) > 2)
        throw new Error(`${rows.length} clearances of address ${address}`)
    }
    rounds.push(durations.sort((one, other) => one - other))
  }
  const best = (fraction: number) =>
    Math.min(...rounds.map((sorted) => sorted[Math.floor(sorted.length * fraction)] ?? Number.NaN))
  return { p50: best(0.5), p99: best(0.99), processor: ((processorSeconds(pid) - before) / 6000) * 1e6 }
}

async function measureImport(
  server: string,
  urlOf: (name: string) => string,
  size: number,
  count: number,
): Promise<ClearanceFigure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bench-'))
  await chmod(folder, 0o777)
  const [delivery, copied] = [join(folder, 'ledigingen.csv'), join(folder, 'copy.csv')]
  const copy = `${database}_copy`
  await pipeline(Readable.from(supplierLines(size, count)), createWriteStream(delivery))
  await recreate(server, copy, database)
  const load = () =>
    runLoket(urlOf(database), ['import', 'clearances', delivery, '--rejects', join(folder, 'rejects.csv')])
  const first = await load()
  const again = await load()
  const columns =
    'id, batch_id, address_id, container_id, cleared_at, waste_type, category, ' +
    'volume_litres, weight_kg, amount_cents, supplier_key'
  const imported = await withClient(urlOf(database), (client) =>
    client.query(`copy (select ${columns} from clearance where batch_id > 1 order by id) to '${copied}'`),
  )
  if (imported.rowCount !== count) throw new Error(`${imported.rowCount} of ${count} rows were imported`)
  const copySeconds = await withClient(urlOf(copy), async (client) => {
    await client.query('checkpoint')
    await client.query(`insert into clearance_batch (source) values ('bench')`)
    const begin = performance.now()
    await client.query(`copy clearance (${columns}) from '${copied}'`)
    return (performance.now() - begin) / 1000
  })
  await withClient(server, (client) => client.query(`drop database ${copy}`))
  await rm(folder, { recursive: true })

  const subject = `import of ${written(count)} clearances beside ${written(size)}, rows per second`
  const rate = (seconds: number) => written(count / seconds)
  return [
    [subject, rate(first.seconds), `COPY: ${rate(copySeconds)}`, times(copySeconds / first.seconds)],
    ['the same file again', rate(again.seconds), 'the first time', times(first.seconds / again.seconds)],
    ['highest memory in MB', `${first.megabytes}`, 'the goal, 300', times(first.megabytes / 300)],
  ]
}

/** Yields the lines of a supplier's file with clearances of 2025. The addresses are used in turn. */
function* supplierLines(size: number, rows: number) {
  yield 'SUBJECT_ID;BSN;SUBJECTNAAM;OBJECT_ID;OBJECTADRES;CONTAINER_ID;SLEUTELNUMMER;VERZAMELCONTAINER_J_N;FRACTIE_ID;' +
    'LEDIGING_ID;GEWICHT_ONVERDEELD;GEWICHT_VERDEELD;LEDIGINGSMOMENT;TOTAALKOSTEN_LEDIGING\n'
  const addresses = addressesFor(size)
  for (let n = 1; n <= rows; n += 1) {
    const address = 1 + ((n * 7919) % addresses)
    const moment = new Date(Date.UTC(2025, 4, 1) + Math.floor((n / rows) * 1e7) * 1000).toISOString()
    const text = `Straat ${1 + (address % 5000)} ${1 + Math.floor(address / 5000)} [6411CD HEERLEN]`
    const resident = `S${address};000000000;Verzonnen Naam;H${address};${text}`
    const time = `${moment.slice(0, 10)} ${moment.slice(11, 19)}`
    yield `${resident};C${address};CHIP${address};N;Restafval;N${n};;;${time};6.45\n`
  }
}

const [server = 'postgres://loket:loket@127.0.0.1:5432/loket', count = '500000', ...given] = process.argv.slice(2)
const sizes = given.length > 0 ? given.map(Number) : [1_000_000, 10_000_000]
console.log(table(['', 'measured', 'against', 'ratio'], await measureClearances(server, sizes, Number(count))))
