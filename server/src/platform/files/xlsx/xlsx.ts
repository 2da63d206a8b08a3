import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Sheet } from '../sheet.ts'
import { xmlText } from './cells.ts'
import { sheetXml } from './sheet-xml.ts'

/** The parts of an XLSX file other than the sheet. They are equal in all files, except for the name of the sheet. */
const parts = [
  '[Content_Types].xml',
  '_rels/.rels',
  'xl/workbook.xml',
  'xl/_rels/workbook.xml.rels',
  'xl/styles.xml',
].map((path) => ({ path, xml: readFileSync(join(import.meta.dirname, 'parts', path), 'utf8') }))

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/**
 * Returns a sheet as an XLSX file. The rows are read while the file is sent, and are compressed in the thread pool of
 * Node.
 */
export function xlsxFile(sheet: Sheet): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  const rows = Readable.from(sheetXml(sheet), { objectMode: false })
  rows.once('error', (error) => file.destroy(error))
  file.once('close', () => rows.destroy())

  const name = xmlText(capitalised(sheet.name))
  for (const { path, xml } of parts) zip.addBuffer(Buffer.from(xml.replace('%SHEET_NAME%', name)), path)
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml')
  zip.end()
  return file
}
