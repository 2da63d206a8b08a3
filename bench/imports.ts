import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { table, written } from './figures.ts'
import { runLoket, withClient } from './loket-command.ts'

/** An import: its command and table, the statements that prepare its database, and the lines of its file. */
type MeasuredImport = { name: string; table: string; prepare: string; lines: (count: number) => Iterable<string> }

const addressesPerStreet = 35
const municipalities = [882, 899, 917, 928, 965, 981, 986, 1729, 1903, 1954]

const addresses: MeasuredImport = {
  name: 'addresses',
  table: 'address',
  prepare: '',
  /** Every tenth address has a letter. */
  *lines(count) {
    yield 'nummeraanduiding;straat;huisnummer;huisletter;postcode;woonplaats;gemeentecode;lat;lon;objectcode\n'
    for (let n = 0; n < count; n += 1) {
      const street = Math.floor(n / addressesPerStreet)
      const place = `Plaats ${street % 100};${municipalities[street % municipalities.length]}`
      const point = `${(50.7 + (n % 9973) / 20_000).toFixed(6)};${(5.7 + (n % 7919) / 20_000).toFixed(6)}`
      const code = String(n).padStart(10, '0')
      const address = `Verzonnen ${street}straat;${1 + (n % addressesPerStreet)};${n % 10 === 0 ? 'a' : ''}`
      yield `091720${code};${address};${1000 + (street % 9000)}AB;${place};${point};H${code}\n`
    }
  },
}

const addressCount = 5000

const clearances: MeasuredImport = {
  name: 'clearances',
  table: 'clearance',
  prepare: `
    insert into municipality values (917, 'Heerlen');
    insert into town (municipality_id, name) values (917, 'Heerlen');
    insert into street_name (key) values ('straat1');
    insert into street (id, municipality_id, city, name, key, spellings)
      values (1, 917, 'Heerlen', 'Straat 1', 'straat1', ' straat1 ');
    insert into address (id, street_id, house_number, postal_code, object_code)
      select n, 1, n, '6411CD', 'H' || n from generate_series(1, ${addressCount}) n;
    insert into container (id, number, address_id, waste_type, kind, volume_litres, chip_number, placed_on)
      select n, 'C' || n, n, 'residual_waste', 'minicontainer', 140, 'CHIP' || n, '2012-01-01'
      from generate_series(1, ${addressCount}) n`,
  /** Clearances of 2025. The addresses are used in turn. */
  *lines(count) {
    yield 'SUBJECT_ID;BSN;SUBJECTNAAM;OBJECT_ID;OBJECTADRES;CONTAINER_ID;SLEUTELNUMMER;VERZAMELCONTAINER_J_N;' +
      'FRACTIE_ID;LEDIGING_ID;GEWICHT_ONVERDEELD;GEWICHT_VERDEELD;LEDIGINGSMOMENT;TOTAALKOSTEN_LEDIGING\n'
    for (let n = 1; n <= count; n += 1) {
      const address = 1 + ((n * 7919) % addressCount)
      const moment = new Date(Date.UTC(2025, 4, 1) + Math.floor((n / count) * 1e7) * 1000).toISOString()
      const resident = `S${address};000000000;Verzonnen Naam;H${address};Straat 1 ${address} [6411CD HEERLEN]`
      const time = `${moment.slice(0, 10)} ${moment.slice(11, 19)}`
      yield `${resident};C${address};CHIP${address};N;Restafval;N${n};;;${time};6.45\n`
    }
  },
}

/**
 * Measures an import of a made-up file, and of the same file again. Compares the first with a bare COPY of the same
 * rows into the same table with its indexes. Creates and drops databases on a local PostgreSQL, as a superuser.
 */
async function measureImport({ name, table, prepare, lines }: MeasuredImport, server: string, count: number) {
  const [imported, copied] = [`bench_${name}`, `bench_${name}_copy`]
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bench-'))
  await chmod(folder, 0o777)
  const [file, rows] = [join(folder, 'file.csv'), join(folder, 'copy')]
  const urlOf = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href
  const onServer = (statement: string) => withClient(server, (client) => client.query(statement))
  for (const database of [imported, copied]) await onServer(`drop database if exists ${database} with (force)`)
  await onServer(`create database ${imported} encoding 'UTF8' template template0`)
  await runLoket(urlOf(imported), ['migrate'])
  await withClient(urlOf(imported), (client) => client.query(prepare))
  await pipeline(Readable.from(lines(count)), createWriteStream(file))

  const load = () => runLoket(urlOf(imported), ['import', name, file, '--rejects', join(folder, 'rejects.csv')])
  const first = await load()
  const again = await load()
  const columns = await withClient(urlOf(imported), async (client) => {
    const found = await client.query<{ names: string; stored: number }>(`
      select string_agg(attname, ', ' order by attnum) as names, (select count(*)::int from ${table}) as stored
      from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attgenerated = ''`)
    const { names = '', stored } = found.rows[0] ?? {}
    if (stored !== count) throw new Error(`${stored} of ${count} ${name} were imported`)
    await client.query(`copy (select ${names} from ${table} order by id) to '${rows}'`)
    return names
  })
  await onServer(`create database ${copied} template ${imported}`)
  const copySeconds = await withClient(urlOf(copied), async (client) => {
    await client.query(`truncate ${table} cascade`)
    await client.query('checkpoint')
    const begin = performance.now()
    await client.query(`copy ${table} (${columns}) from '${rows}'`)
    return (performance.now() - begin) / 1000
  })
  for (const database of [imported, copied]) await onServer(`drop database ${database}`)
  await rm(folder, { recursive: true })
  const figures = (what: string, { seconds, megabytes }: Awaited<ReturnType<typeof load>>) => [
    `${what} of ${written(count)} ${name}`,
    written(count / seconds),
    `${((100 * copySeconds) / seconds).toFixed(0)} %`,
    `${megabytes} MB`,
  ]
  return [
    figures('import', first),
    figures('import again', again),
    ['COPY of the same rows', written(count / copySeconds), '', ''],
  ]
}

const [server = 'postgres://loket:loket@127.0.0.1:5432/postgres', count = '500000'] = process.argv.slice(2)
const measured: string[][] = []
for (const it of [addresses, clearances]) measured.push(...(await measureImport(it, server, Number(count))))
console.log(table(['', 'rows per second', 'share of a COPY', 'highest memory'], measured))
