import { openInnerZip, openZip, type ZippedFile } from '../../platform/files/zip.ts'
import { CommandError } from '../../platform/runtime/command.ts'
import { type BagRecord, beginOf, isValidOn, readRecords } from './bag-records.ts'
import type { BagNumber, BagPlace, BagRows, BagStreet, BagTown } from './bag-tables.queries.ts'
import { rdToWgs84 } from './rd-to-wgs84.ts'

const batchSize = 5000

/** A BAG 2.0 extract. Its objects are read as they are valid on `day`. `name` is for messages. */
export type Extract = { path: string; name: string; day: string }

/** The kinds of objects in an extract. */
export type BagKind = 'WPL' | 'OPR' | 'NUM' | 'VBO' | 'LIG' | 'STA'

/** Rows for one of the temporary tables, and the number of objects of the extract that were read for them. */
export type ObjectBatch = BagRows & { objects: number }

/**
 * Returns the code of the municipality of each town in an extract. Throws a CommandError when the file is not an
 * extract, or lacks a file with objects.
 */
export async function readMunicipalities({ path, name, day }: Extract) {
  const { files, close } = await openZip(path, name)
  try {
    for (const kind of ['WPL', 'OPR', 'NUM', 'VBO']) filesOf(files, kind)
    const municipalities = new Map<string, number>()
    for await (const records of recordsOf(filesOf(files, 'GEM-WPL-RELATIE'), 'GemeenteWoonplaatsRelatie'))
      for (const record of records) {
        const { gerelateerdeWoonplaats: town, gerelateerdeGemeente: municipality, status } = record
        if (town && status === 'definitief' && isValidOn(day, record)) municipalities.set(town, Number(municipality))
      }
    return municipalities
  } finally {
    close()
  }
}

/** Returns the rows of a valid object, by its kind. */
const rowsByKind = {
  WPL: ['bag_town', townRows],
  OPR: ['bag_street', streetRows],
  NUM: ['bag_number', numberRows],
  VBO: ['bag_place', placeRows],
  LIG: ['bag_place', placeRows],
  STA: ['bag_place', placeRows],
} as const

/** What a thread reads: objects of some kinds, one kind after the other. */
export type ReadTask = Extract & { kinds: BagKind[]; municipalities: Map<string, number> }

/** Yields the rows of the objects in batches. Throws a CommandError when a file is damaged. */
export async function* readObjects({ path, name, day, kinds, municipalities }: ReadTask): AsyncGenerator<ObjectBatch> {
  const { files, close } = await openZip(path, name)
  try {
    for (const kind of kinds) {
      const [table, rowsOf] = rowsByKind[kind]
      let batch: ObjectBatch = { table, rows: [], objects: 0 }
      for await (const records of recordsOf(filesOf(files, kind), 'bagObject')) {
        for (const record of records) if (isValidOn(day, record)) batch.rows.push(...rowsOf(record, municipalities))
        batch.objects += records.length
        if (batch.rows.length >= batchSize) {
          yield batch
          batch = { table, rows: [], objects: 0 }
        }
      }
      yield batch
    }
  } finally {
    close()
  }
}

function townRows(record: BagRecord, municipalities: Map<string, number>): BagTown[] {
  const { identificatie: id = '', naam: name = '', status } = record
  if (status !== 'Woonplaats aangewezen') return []
  return [{ valid_from: beginOf(record), id, name, municipality_id: municipalities.get(id) ?? null }]
}

const isIssued = ({ status }: BagRecord) => status === 'Naamgeving uitgegeven'

function streetRows(record: BagRecord): BagStreet[] {
  const { identificatie: id = '', naam: name = '', WoonplaatsRef: town_id = '' } = record
  return isIssued(record) ? [{ valid_from: beginOf(record), id, name, town_id }] : []
}

function numberRows(record: BagRecord): BagNumber[] {
  if (!isIssued(record)) return []
  return [
    {
      valid_from: beginOf(record),
      bag_id: record.identificatie ?? '',
      house_number: record.huisnummer ?? '',
      letter: record.huisletter ?? '',
      addition: record.huisnummertoevoeging ?? '',
      postal_code: record.postcode ?? '',
      street_id: record.OpenbareRuimteRef ?? '',
      // Present only when the town differs from the town of the street.
      town_id: record.WoonplaatsRef ?? null,
    },
  ]
}

// Other statuses: the object was withdrawn, was never built, or is a mistake.
const isInUse = ({ status = '' }: BagRecord) =>
  status === 'Plaats aangewezen' ||
  status === 'Verbouwing verblijfsobject' ||
  /^Verblijfsobject (gevormd|in gebruik|buiten gebruik)/.test(status)

/** Returns one row for each number of an object: its main address and its additional addresses. */
function placeRows(record: BagRecord): BagPlace[] {
  if (!isInUse(record)) return []
  const location = locationOf(record)
  // The schema of the register puts the main number before the additional numbers.
  return (record.NummeraanduidingRef ?? []).map((id, index) => ({
    valid_from: beginOf(record),
    bag_id: id,
    object_id: record.identificatie ?? '',
    is_additional: index > 0,
    is_under_construction: record.status === 'Verblijfsobject gevormd',
    ...location,
  }))
}

/** Returns the point of an object, or the centre of the corners of its polygon. */
function locationOf({ pos, posList }: BagRecord) {
  const [x, y] = pos === undefined ? centreOf(numbersIn(posList)) : numbersIn(pos)
  return x === undefined || y === undefined ? { lon: null, lat: null } : rdToWgs84(x, y)
}

const numbersIn = (text = '') => text.split(/\s+/).filter(Boolean).map(Number)

/** Returns the average of the corners. The last corner of a polygon repeats the first corner. */
function centreOf(coordinates: number[]) {
  const corners = coordinates.slice(2)
  const average = (axis: number) => {
    const values = corners.filter((_, index) => index % 2 === axis)
    return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined
  }
  return [average(0), average(1)]
}

/** Returns the files of one kind. Objects that are inactive or outside the BAG are in files with other names. */
function filesOf(files: ZippedFile[], kind: string) {
  const form = new RegExp(`^(?:\\d{4})?${kind}-?\\d{8}(?:-\\d+)?\\.(?:zip|xml)$`)
  const found = files.filter(({ name }) => form.test(name))
  if (found.length === 0 && kind !== 'LIG' && kind !== 'STA')
    throw new CommandError(`Dit is geen BAG 2.0-extract: er staat geen bestand ${kind} in.`)
  return found
}

/** Yields the records of XML files, and of the XML files inside ZIP files. */
async function* recordsOf(files: ZippedFile[], recordName: string): AsyncGenerator<BagRecord[]> {
  for (const file of files)
    if (file.name.endsWith('.xml')) yield* readRecords(file.name, file.open(), recordName)
    else
      for await (const inner of openInnerZip(file))
        if (/^[^/]+\.xml$/.test(inner.name)) yield* readRecords(inner.name, inner.open(), recordName)
}
