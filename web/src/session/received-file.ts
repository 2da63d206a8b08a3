import {
  ApiError,
  type Endpoint,
  type ListFileKind,
  listFileTypes,
  listRowsHeader,
  maxRowsInFile,
  type RequestInput,
} from '@rd4-loket/contract'
import { type CallOptions, callForFile } from './api.ts'

const interruptedText = 'Het bestand is halverwege afgebroken. Er is niets opgeslagen. Probeer het opnieuw.'
const tooLongText =
  'Deze lijst heeft meer dan 1.000.000 rijen. Dat past niet in een bestand. Vul meer velden in, dan wordt zij korter.'
// The rows of a compressed file cannot be counted.
const possiblyTooLong = `${interruptedText} Heeft de lijst meer dan 1.000.000 rijen? Vul dan meer velden in.`

/**
 * A complete list file. `rows` is undefined when the file is compressed and the server does not state its row count.
 * `name` is the server's name for the file. It is undefined without a readable header, for example from another origin.
 */
type ReceivedFile = { blob: Blob; rows: number | undefined; kind: ListFileKind; name: string | undefined }

/** Returns the name of a file in the header Content-Disposition (RFC 6266); undefined without that header. */
function fileNameIn({ headers }: Response) {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? []
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
}

const carriageReturn = 13
const lineFeed = 10

/** Counts the rows of a CSV file. Each row ends with CR LF, which occurs nowhere else in the file. */
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
    /** The rows without the heading. */
    rows: () => Math.max(lines - 1, 0),
  }
}

// A zip file without a comment ends with this record.
const endRecord = { mark: 'PK\u0005\u0006', bytes: 22 }

const isWholeZip = async (blob: Blob) =>
  (await blob.slice(-endRecord.bytes, -endRecord.bytes + endRecord.mark.length).text()) === endRecord.mark

/** Reads a list file to its end. Throws an ApiError when the file is incomplete. */
async function receiveFile(response: Response, { signal }: { signal?: AbortSignal }): Promise<ReceivedFile> {
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
    if (kind === 'xlsx') throw new ApiError(0, possiblyTooLong)
    throw new ApiError(0, counter.rows() >= maxRowsInFile ? tooLongText : interruptedText)
  }
  const blob = new Blob(chunks, { type: listFileTypes[kind] })
  const name = fileNameIn(response)
  const stated = headers.get(listRowsHeader)
  const rows = stated === null ? undefined : Number(stated)
  if (kind === 'csv') return { blob, kind, name, rows: rows ?? counter.rows() }
  // A proxy can end a broken response as if it were complete.
  if (!(await isWholeZip(blob))) throw new ApiError(0, possiblyTooLong)
  return { blob, kind, name, rows }
}

/** Reads a document to its end, with its name. Throws an ApiError when the document is incomplete. */
async function receiveDocument(response: Response, { signal }: { signal?: AbortSignal }) {
  try {
    return { blob: await response.blob(), name: fileNameIn(response) }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, interruptedText)
  }
}

/** Returns a whole list as a file, with its number of rows. A server of an earlier release only sends CSV. */
export const download = <E extends Endpoint & { file: string }>(
  endpoint: E,
  sent: RequestInput<E>,
  { kind, ...options }: { kind: ListFileKind } & CallOptions,
) =>
  callForFile(endpoint, sent, { ...options, accept: listFileTypes[kind] }, (response) => receiveFile(response, options))

/** Returns a document as a file, with the name that the server gives it. */
export const downloadDocument = <E extends Endpoint & { download: readonly string[] }>(
  endpoint: E,
  sent: RequestInput<E>,
  options: CallOptions = {},
) =>
  callForFile(endpoint, sent, { ...options, accept: endpoint.download.join(', ') }, (response) =>
    receiveDocument(response, options),
  )
