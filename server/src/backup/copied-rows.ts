/** A row in the text format of COPY: the text of each column, or null. */
export type CopiedRow = (string | null)[]

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const readField = (field: string) =>
  field === '\\N'
    ? null
    : field.includes('\\')
      ? field.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign)
      : field

/** Parses the text format of COPY. Yields batches of rows. */
export async function* readCopied(chunks: AsyncIterable<Buffer>, batchSize: number): AsyncGenerator<CopiedRow[]> {
  let rest: Buffer = Buffer.alloc(0)
  let batch: CopiedRow[] = []
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf('\n') + 1
    rest = bytes.subarray(end)
    // In UTF-8 a newline byte is never part of another character, so a cut after a newline splits no character.
    for (const line of bytes.subarray(0, end).toString().split('\n').slice(0, -1)) {
      batch.push(line.split('\t').map(readField))
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
