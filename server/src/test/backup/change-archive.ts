import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Returns an archive with a change in its text. With `checksum`, the checksum matches the changed text. */
export function changeArchive(archive: Buffer, change: (text: string) => string, { checksum }: { checksum: boolean }) {
  const plain = change(zstdDecompressSync(archive).toString())
  const body = plain.slice(0, plain.lastIndexOf('{"sha256"'))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return zstdCompressSync(Buffer.from(checksum ? `${body}${JSON.stringify({ sha256 })}\n` : plain))
}
