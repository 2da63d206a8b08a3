import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { table, written } from '../figures.ts'
import { runLoket, withClient } from '../loket-command.ts'

const [imported, copied] = ['bench_addresses', 'bench_addresses_copy']
const addressesPerStreet = 35
const municipalities = [882, 899, 917, 928, 965, 981, 986, 1729, 1903, 1954]

/**
 * Measures the import of a made-up file with addresses, and of the same file again. Compares the first import with a
 * bare COPY of the same rows into the same table with its indexes. Creates and drops databases on a local PostgreSQL,
 * as a superuser.
 */
async function measureAddresses(server: string, count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bench-'))
  await chmod(folder, 0o777)
  const [file, rows] = [join(folder, 'adressen.csv'), join(folder, 'copy')]
  const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
  const onServer = (statement: string) => withClient(server, (client) => client.query(statement))
  for (const name of [imported, copied]) await onServer(`drop database if exists ${name} with (force)`)
  await onServer(`create database ${imported} encoding 'UTF8' template template0`)
  await runLoket(urlOf(imported), ['migrate'])
  await pipeline(Readable.from(linesOf(count)), createWriteStream(file))
  const megabytes = (await stat(file)).size / 1e6

  const load = () => runLoket(urlOf(imported), ['import', 'addresses', file, '--rejects', join(folder, 'rejects.csv')])
  const first = await load()
  const again = await load()
  const columns = await withClient(urlOf(imported), async (client) => {
    const found = await client.query<{ names: string; stored: number }>(`
      select string_agg(attname, ', ' order by attnum) as names, (select count(*)::int from address) as stored
      from pg_attribute where attrelid = 'address'::regclass and attnum > 0 and attgenerated = ''`)
    const { names = '', stored } = found.rows[0] ?? {}
    if (stored !== count) throw new Error(`${stored} of ${count} addresses were imported`)
    await client.query(`copy (select ${names} from address order by id) to '${rows}'`)
    return names
  })
  await onServer(`create database ${copied} template ${imported}`)
  const copySeconds = await withClient(urlOf(copied), async (client) => {
    await client.query('truncate address cascade')
    await client.query('checkpoint')
    const begin = performance.now()
    await client.query(`copy address (${columns}) from '${rows}'`)
    return (performance.now() - begin) / 1000
  })
  for (const name of [imported, copied]) await onServer(`drop database ${name}`)
  await rm(folder, { recursive: true })

  const figures = (name: string, { seconds, megabytes: memory }: Awaited<ReturnType<typeof load>>) => [
    `${name} of ${written(count)} addresses (${written(megabytes)} MB)`,
    written(count / seconds),
    `${((100 * copySeconds) / seconds).toFixed(0)} %`,
    `${memory} MB`,
  ]
  return table(
    ['', 'rows per second', 'share of a COPY', 'highest memory'],
    [
      figures('import', first),
      figures('import again', again),
      ['COPY of the same rows', written(count / copySeconds), '', ''],
    ],
  )
}

/** Yields the lines of a file with addresses. Every tenth address has a letter. */
function* linesOf(count: number) {
  yield 'nummeraanduiding;straat;huisnummer;huisletter;postcode;woonplaats;gemeentecode;lat;lon;objectcode\n'
  for (let n = 0; n < count; n += 1) {
    const street = Math.floor(n / addressesPerStreet)
    const municipality = municipalities[street % municipalities.length]
    const place = `Plaats ${street % 100};${municipality}`
    const point = `${(50.7 + (n % 9973) / 20_000).toFixed(6)};${(5.7 + (n % 7919) / 20_000).toFixed(6)}`
    const code = String(n).padStart(10, '0')
    const address = `Verzonnen ${street}straat;${1 + (n % addressesPerStreet)};${n % 10 === 0 ? 'a' : ''}`
    yield `091720${code};${address};${1000 + (street % 9000)}AB;${place};${point};H${code}\n`
  }
}

const [server = 'postgres://loket:loket@127.0.0.1:5432/postgres', count = '1000000'] = process.argv.slice(2)
console.log(await measureAddresses(server, Number(count)))
