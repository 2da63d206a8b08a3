import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { CommandError } from '../../platform/runtime/command.ts'

/** The elements that are read. Their names are those of the XML schemas of the BAG, without namespace. */
const fields = [
  ...(['identificatie', 'naam', 'status', 'beginGeldigheid', 'eindGeldigheid'] as const),
  ...(['tijdstipInactief', 'tijdstipInactiefLV', 'tijdstipNietBagLV'] as const),
  ...(['huisnummer', 'huisletter', 'huisnummertoevoeging', 'postcode'] as const),
  ...(['OpenbareRuimteRef', 'WoonplaatsRef', 'NummeraanduidingRef', 'pos', 'posList'] as const),
  ...(['begindatumTijdvakGeldigheid', 'einddatumTijdvakGeldigheid'] as const),
  ...(['gerelateerdeWoonplaats', 'gerelateerdeGemeente'] as const),
]
type BagField = (typeof fields)[number]

/**
 * One version (voorkomen) of an object: the text of each element. When an element occurs more than once, the first one
 * counts, except for the numbers of an object.
 */
export type BagRecord = Partial<Record<Exclude<BagField, 'NummeraanduidingRef'>, string>> & {
  NummeraanduidingRef?: string[]
}

/**
 * Maximum size of one record, and of one element outside a record. The longest polygons of the register are a hundredth
 * of this. Protects the memory against a file that was made to fill it.
 */
const maxRecordBytes = 4 * 1024 * 1024
const maxDepth = 100
const maxKnownTags = 1000

/**
 * Yields the records of an XML file, in groups. A record is an element called `recordName`, such as `bagObject`. The
 * text of an element includes the texts of the elements inside it. Elements outside a record are skipped. Throws a
 * CommandError when the XML is not valid, or when a record is too large.
 */
export async function* readRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  recordName: string,
): AsyncGenerator<BagRecord[]> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  const kindOf = elementKinds(recordName)
  let records: BagRecord[] = []
  let record: BagRecord = {}
  let recordTag: SaxesTagPlain | undefined
  let fieldTag: SaxesTagPlain | undefined
  let text = ''
  let depth = 0
  /** The bytes since the last record, or since the last tag outside a record. */
  let pendingBytes = 0
  const tooLarge = () => new CommandError(`Het bestand ${name} heeft een onderdeel dat te groot is.`)
  const addText = (part: string) => {
    text += part
  }
  parser.on('cdata', addText)
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > maxDepth) throw tooLarge()
    const kind = fieldTag ? undefined : kindOf(tag.name)
    if (kind === 'record') recordTag = tag
    else if (kind && recordTag) {
      fieldTag = tag
      text = ''
      // The parser is faster without this handler, and most texts are not read.
      parser.on('text', addText)
    }
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    if (tag === fieldTag) {
      const field = kindOf(tag.name) as BagField
      if (field === 'NummeraanduidingRef') {
        record[field] ??= []
        record[field].push(text.trim())
      } else record[field] ??= text.trim()
      fieldTag = undefined
      parser.off('text')
    } else if (tag === recordTag) {
      records.push(record)
      record = {}
      recordTag = undefined
    }
    if (!recordTag) pendingBytes = 0
  })
  parser.on('error', (error) => {
    throw new CommandError(`Het bestand ${name} is geen geldige XML: ${error.message}`)
  })
  for await (const chunk of chunks) {
    pendingBytes += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (pendingBytes > maxRecordBytes) throw tooLarge()
    if (records.length > 0) yield records
    records = []
  }
  parser.write(decoder.decode()).close()
  yield records
}

/**
 * Returns a function that returns what the element of a tag is: a record, a field, or undefined for other elements. It
 * caches the few tags that occur, because that is faster.
 */
function elementKinds(recordName: string) {
  const kinds = new Map<string, BagField | 'record' | undefined>()
  return (tag: string) => {
    const known = kinds.get(tag)
    if (known !== undefined || kinds.has(tag)) return known
    const name = tag.slice(tag.indexOf(':') + 1)
    const kind = name === recordName ? 'record' : fields.find((field) => field === name)
    if (kinds.size < maxKnownTags) kinds.set(tag, kind)
    return kind
  }
}

/** Returns the first day of a version. */
export const beginOf = ({ beginGeldigheid, begindatumTijdvakGeldigheid }: BagRecord) =>
  (beginGeldigheid || begindatumTijdvakGeldigheid || '').slice(0, 10)

/** Whether a version of an object is valid on a day, and was not withdrawn from the register as a mistake. */
export function isValidOn(day: string, record: BagRecord) {
  const end = record.eindGeldigheid ?? record.einddatumTijdvakGeldigheid ?? ''
  const inactive = record.tijdstipInactief ?? record.tijdstipInactiefLV ?? record.tijdstipNietBagLV
  return beginOf(record) <= day && (end === '' || end.slice(0, 10) > day) && inactive === undefined
}
