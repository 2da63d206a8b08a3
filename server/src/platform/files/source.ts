import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib'
import { CommandError } from '../runtime/command.ts'
import { cutAtFrames, startsZstd } from './zstd-frames.ts'

/** A file, or the output of another program on standard input. */
export type Source = {
  name: string
  /** The size in bytes; undefined for a pipe. */
  size?: number | undefined
  open: () => Readable
}

/** Returns the source of a file name; `-` is standard input. */
export async function openSource(file: string): Promise<Source> {
  if (file === '-') return { name: 'standaardinvoer', open: () => process.stdin }
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new CommandError(`Het bestand ${file} bestaat niet.`)
  if (found.isDirectory()) throw new CommandError(`${file} is een map. Noem een bestand.`)
  return { name: basename(file), size: found.isFile() ? found.size : undefined, open: () => createReadStream(file) }
}

/** The error for a compressed file that is incomplete, or that contains other bytes after the compressed data. */
export class DamagedSource extends Error {}

/**
 * Yields the contents of a source. Decompresses gzip and zstd. Calls `onChunk` with the bytes of the file itself,
 * before decompression. Throws a DamagedSource for damaged compressed data.
 */
export async function* readSource(source: Source, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  try {
    yield* decompress(watchChunks(source.open(), onChunk))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new CommandError(`Het bestand ${source.name} mag niet gelezen worden.`)
    throw code.startsWith('Z_') || code.startsWith('ZSTD') ? new DamagedSource() : error
  }
}

async function* watchChunks(stream: Readable, onChunk: (chunk: Buffer) => void) {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    onChunk(chunk)
    yield chunk
  }
}

const gzipMagic = Buffer.from([0x1f, 0x8b])
const headLength = 4

/** Recognises the compression by the first bytes, because standard input has no file name. */
async function* decompress(chunks: AsyncGenerator<Buffer>) {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < headLength) {
    const { value, done } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  let inputBytes = 0
  async function* allChunks() {
    inputBytes += head.length
    yield head
    for await (const chunk of chunks) {
      inputBytes += chunk.length
      yield chunk
    }
  }
  if (head.indexOf(gzipMagic) === 0) yield* decompressBy(createGunzip(), allChunks(), () => inputBytes)
  else if (startsZstd(head)) yield* decompressBy(createZstdDecompress(), cutAtFrames(allChunks()), () => inputBytes)
  else yield* allChunks()
}

// Compression makes the files of suppliers about 20 times smaller. A ratio above this maximum is suspect.
const maxRatio = 250
const ratioCheckedFromBytes = 32 * 1024 * 1024

/** Throws a CommandError when bytes are unpacked to so many bytes that these could fill a disk or the memory. */
export function checkUnpackedSize(unpackedBytes: number, packedBytes: number) {
  if (unpackedBytes > ratioCheckedFromBytes && unpackedBytes > maxRatio * packedBytes)
    throw new CommandError(
      `Het bestand wordt uitgepakt meer dan ${maxRatio} keer zo groot: dit is geen gewoon bestand.`,
    )
}

/** Throws when bytes remain after the compressed data, or when the output is so large that it could fill a disk. */
async function* decompressBy(
  decompressor: Gunzip | ZstdDecompress,
  input: AsyncIterable<Buffer>,
  inputBytes: () => number,
) {
  let bytes = 0
  for await (const chunk of pipeline(Readable.from(input), decompressor, () => {}) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    checkUnpackedSize(bytes, inputBytes())
    yield chunk
  }
  // A gzip file can have several members. Gunzip stops without an error at a zero byte after a member.
  if (decompressor.bytesWritten < inputBytes()) throw new DamagedSource()
}
