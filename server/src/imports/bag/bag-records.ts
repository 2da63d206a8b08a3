import { SaxesParser } from 'saxes'
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

/** One version (voorkomen) of an object: the texts of each element, in the order of the file. */
export type BagRecord = Partial<Record<BagField, string[]>>

/**
 * Yields the records of an XML file, in groups. A record is an element called `recordName`, such as `bagObject`. The
 * text of an element includes the texts of the elements inside it. Throws a CommandError when the XML is not valid.
 */
export async function* readRecords(
  name: string,
  chunks: AsyncIterable<Buffer>,
  recordName: string,
): AsyncGenerator<BagRecord[]> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  const nameOf = withoutNamespaces()
  let records: BagRecord[] = []
  let record: BagRecord = {}
  let text = ''
  let opened: string | undefined
  parser.on('opentag', (tag) => {
    if (opened !== undefined || !fields.includes(nameOf(tag.name) as BagField)) return
    opened = tag.name
    text = ''
  })
  parser.on('text', (part) => {
    if (opened !== undefined) text += part
  })
  parser.on('closetag', (tag) => {
    const field = nameOf(tag.name) as BagField
    if (tag.name === opened) {
      record[field] = [...(record[field] ?? []), text.trim()]
      opened = undefined
    } else if (nameOf(tag.name) === recordName) {
      records.push(record)
      record = {}
    }
  })
  parser.on('error', (error) => {
    throw new CommandError(`Het bestand ${name} is geen geldige XML: ${error.message}`)
  })
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    if (records.length > 0) yield records
    records = []
  }
  parser.write(decoder.decode()).close()
  yield records
}

/** Returns a function that removes the prefix of a tag. It caches the few names that occur, because that is faster. */
function withoutNamespaces() {
  const names = new Map<string, string>()
  return (tag: string) => {
    const known = names.get(tag)
    if (known !== undefined) return known
    const name = tag.slice(tag.indexOf(':') + 1)
    names.set(tag, name)
    return name
  }
}

/** Returns the first day of a version. */
export const beginOf = ({
  beginGeldigheid: [begin = ''] = [],
  begindatumTijdvakGeldigheid: [other = ''] = [],
}: BagRecord) => (begin || other).slice(0, 10)

/** Whether a version of an object is valid on a day, and was not withdrawn from the register as a mistake. */
export function isValidOn(day: string, record: BagRecord) {
  const [end = ''] = record.eindGeldigheid ?? record.einddatumTijdvakGeldigheid ?? []
  const isInactive = record.tijdstipInactief ?? record.tijdstipInactiefLV ?? record.tijdstipNietBagLV
  return beginOf(record) <= day && (end === '' || end.slice(0, 10) > day) && isInactive === undefined
}
