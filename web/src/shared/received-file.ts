import { ApiError, mostRowsInFile } from '@rd4-loket/contract'

const brokenOff = 'Het bestand is halverwege afgebroken. Er is niets opgeslagen. Probeer het opnieuw.'
const tooLong =
  'Deze lijst heeft meer dan 1.000.000 rijen. Dat past niet in een bestand. Vul meer velden in, dan wordt zij korter.'

const carriageReturn = 13
const lineFeed = 10

/** Takes in a list's file until its end, and counts its rows: each ends with the two signs that stand nowhere else in it. */
export async function receiveFile({ body }: Response, { signal }: { signal?: AbortSignal }) {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = body?.getReader()
  let lines = 0
  let last = 0
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done || !value) break
      chunks.push(value)
      for (const byte of value) {
        if (byte === lineFeed && last === carriageReturn) lines += 1
        last = byte
      }
    }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, lines > mostRowsInFile ? tooLong : brokenOff)
  }
  return { blob: new Blob(chunks, { type: 'text/csv;charset=utf-8' }), rows: Math.max(lines - 1, 0) }
}
