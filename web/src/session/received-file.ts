import { ApiError, type ListFileKind, listFileTypes, mostRowsInFile, rowsInRemark } from '@rd4-loket/contract'

const brokenOff = 'Het bestand is halverwege afgebroken. Er is niets opgeslagen. Probeer het opnieuw.'
const tooLong =
  'Deze lijst heeft meer dan 1.000.000 rijen. Dat past niet in een bestand. Vul meer velden in, dan wordt zij korter.'
// What is packed does not tell how far it came.
const perhapsTooLong = `${brokenOff} Heeft de lijst meer dan 1.000.000 rijen? Vul dan meer velden in.`

/** A whole list as a file: what it is called ends with its kind. */
export type ReceivedFile = { blob: Blob; rows: number; kind: ListFileKind }

const carriageReturn = 13
const lineFeed = 10

/** Counts the rows of a CSV file: each ends with the two signs that stand nowhere else in it. */
function rowCounter() {
  let lines = 0
  let last = 0
  return {
    add(chunk: Uint8Array) {
      for (const byte of chunk) {
        if (byte === lineFeed && last === carriageReturn) lines += 1
        last = byte
      }
    },
    /** Without the heading. */
    rows: () => Math.max(lines - 1, 0),
  }
}

// A packed file ends with a mark and eighteen bytes; of those before it some hundred stand after the sheet.
const endMark = 'PK\u0005\u0006'
const endSize = 22

/** How many rows an XLSX file tells of at its end; undefined where that end is missing. */
async function rowsAtEnd(blob: Blob) {
  const mark = await blob.slice(-endSize, -endSize + endMark.length).text()
  return mark === endMark ? rowsInRemark(await blob.slice(-4000).text()) : undefined
}

/** Takes in a list's file until its end, of the kind that the server sent. */
export async function receiveFile(response: Response, { signal }: { signal?: AbortSignal }): Promise<ReceivedFile> {
  const { body, headers } = response
  const kind = headers.get('content-type')?.startsWith(listFileTypes.xlsx) ? 'xlsx' : 'csv'
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const counter = rowCounter()
  const reader = body?.getReader()
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      chunks.push(value)
      if (kind === 'csv') counter.add(value)
    }
  } catch (error) {
    if (signal?.aborted) throw error
    if (kind === 'xlsx') throw new ApiError(0, perhapsTooLong)
    throw new ApiError(0, counter.rows() >= mostRowsInFile ? tooLong : brokenOff)
  }
  const blob = new Blob(chunks, { type: listFileTypes[kind] })
  const rows = kind === 'csv' ? counter.rows() : await rowsAtEnd(blob)
  // What stands in between can break off in silence.
  if (rows === undefined) throw new ApiError(0, perhapsTooLong)
  return { blob, kind, rows }
}
