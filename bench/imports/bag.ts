import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { runLoket, withClient } from '../loket-command.ts'

const database = 'bench_bag'
const numbersPerStreet = 35
const municipalities = [882, 899, 917, 928, 965, 981, 986, 1729, 1903, 1954]

/**
 * Measures the import of a made-up BAG extract, and of the same extract again. Then measures a later extract, in which
 * every twentieth street has another name. Creates and drops a database on a local PostgreSQL.
 */
async function measureBag(server: string, numbers: number) {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-bench-'))
  const url = Object.assign(new URL(server), { pathname: `/${database}` }).href
  const recreate = async () => {
    await withClient(server, (client) => client.query(`drop database if exists ${database} with (force)`))
    await withClient(server, (client) => client.query(`create database ${database} encoding 'UTF8' template template0`))
  }
  await recreate()
  await runLoket(url, ['migrate'])
  const [first, later] = [join(folder, 'first.zip'), join(folder, 'later.zip')]
  await writeExtract(first, numbers, 'straat')
  await writeExtract(later, numbers, 'laan')
  const megabytes = (await stat(first)).size / 1e6
  const measured: object[] = []
  for (const [what, path] of [
    ['new addresses', first],
    ['the same extract again', first],
    ['a later extract, 5 % renamed', later],
  ] as const) {
    const options = ['--date', '2026-11-08', '--retire', '5', '--rejects', join(folder, 'rejects.csv')]
    const { seconds, cpu, ownCpu, megabytes: memory } = await runLoket(url, ['import', 'bag', path, ...options])
    measured.push({
      import: `${what} (${numbers.toLocaleString('en')} numbers, ${megabytes.toFixed(0)} MB)`,
      'numbers per second': Math.round(numbers / seconds),
      seconds,
      'CPU seconds, command and PostgreSQL': `${ownCpu.toFixed(0)} and ${cpu.toFixed(0)}`,
      'highest memory in MB': memory,
    })
  }
  await withClient(server, (client) => client.query(`drop database ${database}`))
  await rm(folder, { recursive: true })
  return measured
}

const id = (kind: string, n: number) => `0917${kind}${String(n).padStart(10, '0')}`
const version =
  '<Objecten:geconstateerd>N</Objecten:geconstateerd><Objecten:documentdatum>2010-10-10</Objecten:documentdatum>' +
  '<Objecten:documentnummer>MADE/UP2010</Objecten:documentnummer><Objecten:voorkomen><Historie:Voorkomen>' +
  '<Historie:voorkomenidentificatie>1</Historie:voorkomenidentificatie><Historie:beginGeldigheid>2010-11-10' +
  '</Historie:beginGeldigheid><Historie:tijdstipRegistratie>2010-12-15T11:14:51.000</Historie:tijdstipRegistratie>' +
  '<Historie:BeschikbaarLV><Historie:tijdstipRegistratieLV>2010-12-15T11:31:41.723</Historie:tijdstipRegistratieLV>' +
  '</Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>'
const object = (kind: string, content: string) =>
  `<sl:stand><sl-bag-extract:bagObject><Objecten:${kind}>${content}${version}</Objecten:${kind}></sl-bag-extract:bagObject></sl:stand>\n`
const element = (name: string, text: string | number) => `<Objecten:${name}>${text}</Objecten:${name}>`
const reference = (kind: string, text: string) =>
  `<Objecten-ref:${kind}Ref domein="NL.IMBAG.${kind}">${text}</Objecten-ref:${kind}Ref>`
const issued = element('status', 'Naamgeving uitgegeven')

const townXml = (n: number) =>
  object(
    'Woonplaats',
    element('identificatie', n) + element('naam', `Plaats ${n}`) + element('status', 'Woonplaats aangewezen'),
  )
const streetXml = (n: number, ending: string) =>
  object(
    'OpenbareRuimte',
    `${element('identificatie', id('30', n))}${element('naam', `Verzonnen ${n} ${n % 20 === 0 ? ending : 'straat'}`)}${issued}` +
      `<Objecten:ligtIn>${reference('Woonplaats', String(1000 + (n % 100)))}</Objecten:ligtIn>`,
  )
const numberXml = (n: number) =>
  object(
    'Nummeraanduiding',
    `${element('identificatie', id('20', n))}${element('huisnummer', 1 + (n % numbersPerStreet))}` +
      `${n % 10 === 0 ? element('huisletter', 'a') : ''}${element('postcode', `64${10 + (n % 90)}AB`)}` +
      `${element('typeAdresseerbaarObject', 'Verblijfsobject')}${issued}` +
      `<Objecten:ligtAan>${reference('OpenbareRuimte', id('30', Math.floor(n / numbersPerStreet)))}</Objecten:ligtAan>`,
  )
const dwellingXml = (n: number) =>
  object(
    'Verblijfsobject',
    `<Objecten:heeftAlsHoofdadres>${reference('Nummeraanduiding', id('20', n))}</Objecten:heeftAlsHoofdadres>` +
      `${element('identificatie', id('01', n))}<Objecten:geometrie><Objecten:punt><gml:Point srsDimension="3">` +
      `<gml:pos>${190_000 + (n % 20_000)}.25 ${310_000 + (n % 30_000)}.75 0.0</gml:pos></gml:Point></Objecten:punt></Objecten:geometrie>` +
      `${element('gebruiksdoel', 'woonfunctie')}${element('oppervlakte', 120)}${element('status', 'Verblijfsobject in gebruik')}` +
      `<Objecten:maaktDeelUitVan>${reference('Pand', id('10', n))}</Objecten:maaktDeelUitVan>`,
  )
const relationXml = (n: number) =>
  '<g:GemeenteWoonplaatsRelatie><g:tijdvakgeldigheid><b:begindatumTijdvakGeldigheid>2010-01-01' +
  '</b:begindatumTijdvakGeldigheid></g:tijdvakgeldigheid><g:gerelateerdeWoonplaats><g:identificatie>' +
  `${n}</g:identificatie></g:gerelateerdeWoonplaats><g:gerelateerdeGemeente><g:identificatie>` +
  `${String(municipalities[n % municipalities.length]).padStart(4, '0')}</g:identificatie></g:gerelateerdeGemeente><g:status>definitief</g:status>` +
  '</g:GemeenteWoonplaatsRelatie>'

/** Writes an extract: a ZIP file of ZIP files of XML files, as the Kadaster delivers it. */
async function writeExtract(path: string, numbers: number, ending: string) {
  const streets = Math.ceil(numbers / numbersPerStreet)
  const kinds: [string, number, number, (n: number) => string][] = [
    ['GEM-WPL-RELATIE-', 1000, 100, relationXml],
    ['9999WPL', 1000, 100, townXml],
    ['9999OPR', 0, streets, (n) => streetXml(n, ending)],
    ['9999NUM', 0, numbers, numberXml],
    ['9999VBO', 0, numbers, dwellingXml],
  ]
  const outer = new ZipFile()
  const writing = pipeline(outer.outputStream, createWriteStream(path))
  for (const [name, first, count, xmlOf] of kinds) {
    const inner = new ZipFile()
    inner.addReadStream(Readable.from(documentOf(first, count, xmlOf)), `${name}08112026-000001.xml`, {
      compressionLevel: 1,
    })
    inner.end()
    outer.addReadStream(inner.outputStream as Readable, `${name}08112026.zip`, { compress: false })
  }
  outer.end()
  await writing
}

const objectsPerChunk = 500

function* documentOf(first: number, count: number, xmlOf: (n: number) => string) {
  yield Buffer.from('<e:bagStand xmlns:e="e"><e:standBestand>')
  for (let start = 0; start < count; start += objectsPerChunk) {
    const size = Math.min(objectsPerChunk, count - start)
    yield Buffer.from(Array.from({ length: size }, (_, index) => xmlOf(first + start + index)).join(''))
  }
  yield Buffer.from('</e:standBestand></e:bagStand>')
}

if (import.meta.main) {
  const [server = 'postgres://loket:loket@127.0.0.1:5432/loket', numbers = '1000000'] = process.argv.slice(2)
  console.table(await measureBag(server, Number(numbers)))
}
