/** A row as COPY writes it, read back: the text of each column, or null. */
type CopiedRow = (string | null)[]

const signs: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const readField = (field: string) =>
  field === '\\N'
    ? null
    : field.includes('\\')
      ? field.replace(/\\(.)/g, (_, sign: string) => signs[sign] ?? sign)
      : field

/** Reads what COPY wrote, however it arrives in pieces: batches of at most so many rows. */
export async function* readCopied(pieces: AsyncIterable<Buffer>, atOnce: number): AsyncGenerator<CopiedRow[]> {
  let rest: Buffer = Buffer.alloc(0)
  let batch: CopiedRow[] = []
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece])
    const end = bytes.lastIndexOf('\n') + 1
    rest = bytes.subarray(end)
    // A newline is never half of a letter, so that every part up to one is text.
    for (const line of bytes.subarray(0, end).toString().split('\n').slice(0, -1)) {
      batch.push(line.split('\t').map(readField))
      if (batch.length < atOnce) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
