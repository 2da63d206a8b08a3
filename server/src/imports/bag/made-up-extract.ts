import { createWriteStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** When a version of an object is valid. `inactive`: it was withdrawn from the register as a mistake. */
type TestVersion = { begin?: string; end?: string; inactive?: boolean; status?: string }
type TestTown = TestVersion & { id: number; name: string }
type TestStreet = TestVersion & { id: number; name: string; town: number }
type TestNumber = TestVersion & {
  id: number
  street: number
  house_number: number | string
  letter?: string
  addition?: string
  postal_code?: string
  /** Present only when it differs from the town of the street. */
  town?: number
}
/** An object with its main address and its additional addresses, at RD coordinates: one point or a polygon. */
type TestObject = TestVersion & { id: number; main: number; additional?: number[]; at: number[] }
type TestRelation = { town: number; municipality: string; begin?: string; end?: string; status?: string }

/** A made-up BAG extract. */
export type TestExtract = {
  relations: TestRelation[]
  towns: TestTown[]
  streets: TestStreet[]
  numbers: TestNumber[]
  dwellings?: TestObject[]
  berths?: TestObject[]
  pitches?: TestObject[]
}

/** The 16 digits of an id. The digits of the kind are those of the BAG. */
export const bagId = (kind: '01' | '02' | '03' | '20' | '30', id: number) =>
  `0917${kind}${String(id).padStart(10, '0')}`

const element = (name: string, text: string | number | undefined) =>
  text === undefined ? '' : `<Objecten:${name}>${text}</Objecten:${name}>`
const reference = (kind: string, id: string) =>
  `<Objecten-ref:${kind}Ref domein="NL.IMBAG.${kind}">${id}</Objecten-ref:${kind}Ref>`
const version = ({ begin = '2010-01-01', end, inactive }: TestVersion) => `<Objecten:voorkomen><Historie:Voorkomen>
  <Historie:voorkomenidentificatie>1</Historie:voorkomenidentificatie>
  <Historie:beginGeldigheid>${begin}</Historie:beginGeldigheid>
  ${end ? `<Historie:eindGeldigheid>${end}</Historie:eindGeldigheid>` : ''}
  ${inactive ? '<Historie:tijdstipInactief>2020-01-01T00:00:00.000</Historie:tijdstipInactief>' : ''}
  <Historie:BeschikbaarLV><Historie:tijdstipRegistratieLV>2010-01-01T00:00:00.000</Historie:tijdstipRegistratieLV>
  </Historie:BeschikbaarLV></Historie:Voorkomen></Objecten:voorkomen>`

const object = (kind: string, content: string) =>
  `<sl:stand><sl-bag-extract:bagObject><Objecten:${kind}>${content}</Objecten:${kind}></sl-bag-extract:bagObject></sl:stand>`

const file = (objects: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<sl-bag-extract:bagStand xmlns:Objecten="o" xmlns:Objecten-ref="r" xmlns:Historie="h" xmlns:gml="g" xmlns:sl="s"
  xmlns:sl-bag-extract="e"><sl:standBestand>${objects.join('\n')}</sl:standBestand></sl-bag-extract:bagStand>`

const townXml = ({ id, name, status = 'Woonplaats aangewezen', ...when }: TestTown) =>
  object('Woonplaats', element('identificatie', id) + element('naam', name) + element('status', status) + version(when))

const streetXml = ({ id, name, town, status = 'Naamgeving uitgegeven', ...when }: TestStreet) =>
  object(
    'OpenbareRuimte',
    `${element('identificatie', bagId('30', id))}${element('naam', name)}${element('type', 'Weg')}
    ${element('status', status)}<Objecten:ligtIn>${reference('Woonplaats', `${town}`)}</Objecten:ligtIn>${version(when)}`,
  )

const numberXml = ({ id, street, town, status = 'Naamgeving uitgegeven', ...number }: TestNumber) =>
  object(
    'Nummeraanduiding',
    `${element('identificatie', bagId('20', id))}${element('huisnummer', number.house_number)}
    ${element('huisletter', number.letter)}${element('huisnummertoevoeging', number.addition)}
    ${element('postcode', number.postal_code)}${element('status', status)}${version(number)}
    ${town === undefined ? '' : `<Objecten:ligtIn>${reference('Woonplaats', `${town}`)}</Objecten:ligtIn>`}
    <Objecten:ligtAan>${reference('OpenbareRuimte', bagId('30', street))}</Objecten:ligtAan>`,
  )

const geometry = (at: number[]) =>
  at.length === 2
    ? `<Objecten:punt><gml:Point><gml:pos>${at.join(' ')} 0.0</gml:pos></gml:Point></Objecten:punt>`
    : `<gml:Polygon><gml:exterior><gml:posList>${at.join(' ')}</gml:posList></gml:exterior></gml:Polygon>`

const objectXml =
  (kind: string, code: '01' | '02' | '03', usual: string) =>
  ({ id, main, additional = [], at, status = usual, ...when }: TestObject) =>
    object(
      kind,
      `<Objecten:heeftAlsHoofdadres>${reference('Nummeraanduiding', bagId('20', main))}</Objecten:heeftAlsHoofdadres>
      <!-- <Objecten:heeftAlsNevenadres>${reference('Nummeraanduiding', bagId('20', 999))}</Objecten:heeftAlsNevenadres> -->
      ${additional.length === 0 ? '' : `<Objecten:heeftAlsNevenadres>${additional.map((it) => reference('Nummeraanduiding', bagId('20', it))).join('')}</Objecten:heeftAlsNevenadres>`}
      ${version(when)}${element('identificatie', bagId(code, id))}<Objecten:geometrie>${geometry(at)}</Objecten:geometrie>
      ${element('status', status)}`,
    )

const relationXml = ({ town, municipality, begin = '2010-01-01', end, status = 'definitief' }: TestRelation) => `
  <gwr:GemeenteWoonplaatsRelatie><gwr:tijdvakgeldigheid>
    <bagtypes:begindatumTijdvakGeldigheid>${begin}</bagtypes:begindatumTijdvakGeldigheid>
    ${end ? `<bagtypes:einddatumTijdvakGeldigheid>${end}</bagtypes:einddatumTijdvakGeldigheid>` : ''}
  </gwr:tijdvakgeldigheid>
  <gwr:gerelateerdeWoonplaats><gwr:identificatie>${town}</gwr:identificatie></gwr:gerelateerdeWoonplaats>
  <gwr:gerelateerdeGemeente><gwr:identificatie>${municipality}</gwr:identificatie></gwr:gerelateerdeGemeente>
  <gwr:status>${status}</gwr:status></gwr:GemeenteWoonplaatsRelatie>`

const zipped = (name: string, content: string) => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Returns the names and contents of the files inside an extract. The files of objects are ZIP files. */
async function filesOf(extract: TestExtract): Promise<[string, Buffer][]> {
  const objects = [
    ['WPL', extract.towns.map(townXml)],
    ['OPR', extract.streets.map(streetXml)],
    ['NUM', extract.numbers.map(numberXml)],
    ['VBO', (extract.dwellings ?? []).map(objectXml('Verblijfsobject', '01', 'Verblijfsobject in gebruik'))],
    ['LIG', (extract.berths ?? []).map(objectXml('Ligplaats', '02', 'Plaats aangewezen'))],
    ['STA', (extract.pitches ?? []).map(objectXml('Standplaats', '03', 'Plaats aangewezen'))],
  ] as const
  const inner = objects.map(
    async ([kind, xml]): Promise<[string, Buffer]> => [
      `9999${kind}08112026.zip`,
      await zipped(`9999${kind}08112026-000001.xml`, file([...xml])),
    ],
  )
  const relations = `<gwr:Product xmlns:gwr="g" xmlns:bagtypes="b">${extract.relations.map(relationXml).join('')}</gwr:Product>`
  return [
    ['Leveringsdocument-BAG-Extract.xml', Buffer.from('<levering/>')],
    ['9999Inactief08112026.zip', await zipped('x.xml', '<x/>')],
    ['GEM-WPL-RELATIE-08112026.zip', await zipped('GEM-WPL-RELATIE-08112026-000001.xml', relations)],
    ...(await Promise.all(inner)),
  ]
}

/**
 * Writes a made-up extract to a file. `replace` changes the inner files by name; undefined removes one. With
 * `compress`, the inner files are compressed in the outer ZIP file too.
 */
export async function writeExtract(
  path: string,
  extract: TestExtract,
  { replace = {}, compress = false }: { replace?: Record<string, Buffer | undefined>; compress?: boolean } = {},
) {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries({ ...Object.fromEntries(await filesOf(extract)), ...replace }))
    if (content) zip.addBuffer(content, name, { compress })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
