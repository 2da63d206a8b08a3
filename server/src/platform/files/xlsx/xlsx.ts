import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { rowsRemark } from '@rd4-loket/contract'
import { ZipFile } from 'yazl'
import type { Sheet } from '../sheet.ts'
import { xmlText } from './cells.ts'
import { sheetXml } from './sheet-xml.ts'

/** What stands around every sheet, each at its own place in the file. */
const parts = [
  '[Content_Types].xml',
  '_rels/.rels',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
].map((path) => ({ path, xml: readFileSync(join(import.meta.dirname, 'parts', path), 'utf8') }))

const properties = (rows: number) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>${rowsRemark(rows)}</dc:description></cp:coreProperties>`

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** A list as an XLSX file; it is read while it is written, and packed beside the thread that answers calls. */
export function xlsxFile(sheet: Sheet): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  let written = 0
  const rows = Readable.from(
    sheetXml(sheet, (count) => (written = count)),
    { objectMode: false },
  )
  rows.once('error', (error) => file.destroy(error))
  file.once('close', () => rows.destroy())

  const name = xmlText(capitalised(sheet.name))
  for (const { path, xml } of parts) zip.addBuffer(Buffer.from(xml.replace('%SHEET_NAME%', name)), path)
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  // Its turn comes after the sheet.
  zip.addReadStreamLazy('docProps/core.xml', { compress: false }, (take) =>
    take(null, Readable.from([properties(written)])),
  )
  zip.end()
  return file
}
