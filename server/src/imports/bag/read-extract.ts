import type { Db } from '../../platform/database/database.ts'
import { openInnerZip, openZip, type ZippedFile } from '../../platform/files/zip.ts'
import { type CommandContext, CommandError } from '../../platform/runtime/command.ts'
import { type BagRecord, beginOf, isValidOn, readRecords } from './bag-records.ts'
import {
  type BagNumber,
  type BagPlace,
  type BagStreet,
  type BagTown,
  createBagTables,
  insertNumbers,
  insertPlaces,
  insertStreets,
  insertTowns,
} from './bag-tables.queries.ts'
import { rdToWgs84 } from './rd-to-wgs84.ts'

const batchSize = 5000

type ReadOptions = Pick<CommandContext, 'onProgress' | 'signal'> & { day: string; name: string }

/**
 * Reads the objects of a BAG 2.0 extract that are valid on a day into the temporary tables of the session. The memory
 * does not grow with the extract. Throws a CommandError when the file is not an extract.
 */
export async function readExtract(db: Db, path: string, options: ReadOptions) {
  const { files, close } = await openZip(path, options.name)
  try {
    const municipalities = await readMunicipalities(filesOf(files, 'GEM-WPL-RELATIE'), options.day)
    await createBagTables(db)
    const readObjects = <Row>(kind: string, rowsOf: (record: BagRecord) => Row[], insert: Insert<Row>) =>
      storeObjects(db, filesOf(files, kind), { ...options, kind, rowsOf, insert })
    await readObjects('WPL', townRows(municipalities), insertTowns)
    await readObjects('OPR', streetRows, insertStreets)
    await readObjects('NUM', numberRows, insertNumbers)
    for (const kind of ['VBO', 'LIG', 'STA']) await readObjects(kind, placeRows, insertPlaces)
  } finally {
    close()
  }
}

/** Returns the code of the municipality of each town. */
async function readMunicipalities(files: ZippedFile[], day: string) {
  const municipalities = new Map<string, number>()
  for await (const records of recordsOf(files, 'GemeenteWoonplaatsRelatie'))
    for (const record of records) {
      const { gerelateerdeWoonplaats: town, gerelateerdeGemeente: municipality, status } = record
      if (town && status === 'definitief' && isValidOn(day, record)) municipalities.set(town, Number(municipality))
    }
  return municipalities
}

const townRows =
  (municipalities: Map<string, number>) =>
  ({ identificatie: id = '', naam: name = '', status, ...record }: BagRecord): BagTown[] =>
    status === 'Woonplaats aangewezen'
      ? [{ valid_from: beginOf(record), id: Number(id), name, municipality_id: municipalities.get(id) ?? null }]
      : []

const isIssued = ({ status }: BagRecord) => status === 'Naamgeving uitgegeven'

function streetRows(record: BagRecord): BagStreet[] {
  const { identificatie: id, naam: name = '', WoonplaatsRef: town } = record
  return isIssued(record) ? [{ valid_from: beginOf(record), id: Number(id), name, town_id: Number(town) }] : []
}

function numberRows(record: BagRecord): BagNumber[] {
  if (!isIssued(record)) return []
  const { WoonplaatsRef: town } = record
  return [
    {
      valid_from: beginOf(record),
      bag_id: Number(record.identificatie),
      house_number: record.huisnummer ?? '',
      letter: record.huisletter ?? '',
      addition: record.huisnummertoevoeging ?? '',
      postal_code: record.postcode ?? '',
      street_id: Number(record.OpenbareRuimteRef),
      // Present only when the town differs from the town of the street.
      town_id: town === undefined ? null : Number(town),
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
  return (record.NummeraanduidingRef ?? []).map((id) => ({
    valid_from: beginOf(record),
    bag_id: Number(id),
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

type Insert<Row> = (db: Db, rows: Row[]) => Promise<unknown>
type ObjectFiles<Row> = ReadOptions & { kind: string; rowsOf: (record: BagRecord) => Row[]; insert: Insert<Row> }

/** Inserts the rows of the valid records. The next records are read while the database stores a batch. */
async function storeObjects<Row>(
  db: Db,
  files: ZippedFile[],
  { kind, rowsOf, insert, day, name, onProgress, signal }: ObjectFiles<Row>,
) {
  let rows: Row[] = []
  let count = 0
  let writing: Promise<unknown> = Promise.resolve()
  const write = async () => {
    const batch = rows
    rows = []
    await writing
    signal.throwIfAborted()
    onProgress({ task: `${kind} lezen uit ${name}`, detail: `${count.toLocaleString('nl')} objecten` })
    writing = insert(db, batch)
    // The next write awaits `writing`. Until then, an error must not become an unhandled rejection.
    writing.catch(() => {})
  }
  for await (const records of recordsOf(files, 'bagObject')) {
    for (const record of records) if (isValidOn(day, record)) rows.push(...rowsOf(record))
    count += records.length
    if (rows.length >= batchSize) await write()
  }
  if (rows.length > 0) await write()
  await writing
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
