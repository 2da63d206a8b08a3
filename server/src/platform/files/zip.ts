import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline, promises, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { CommandError } from '../runtime/command.ts'
import { checkUnpackedSize } from './source.ts'

/** Counts the bytes that are unpacked from a file, at every level of nesting. Throws when these are too many. */
type UnpackedSize = { add: (bytes: number) => void }

/** A file inside a ZIP file. `size`: the number of its bytes. `unpacked`: counts the bytes of all files around it. */
export type ZippedFile = { name: string; size: number; open: () => AsyncGenerator<Buffer>; unpacked: UnpackedSize }

function countUnpacked(packedBytes: number): UnpackedSize {
  let total = 0
  return {
    add(bytes) {
      total += bytes
      checkUnpackedSize(total, packedBytes)
    },
  }
}

/** Maximum number of files in a ZIP file. An extract of the whole country has a few thousand. Protects the memory. */
const maxEntries = 100_000

/**
 * Opens a ZIP file. `unpacked`: the count of the file around it, for a file inside a ZIP file. Every function throws a
 * CommandError when the file is not a whole ZIP file, or when the content is too large for the size of the file.
 */
export async function openZip(
  path: string,
  name: string,
  unpacked?: UnpackedSize,
): Promise<{ files: ZippedFile[]; close: () => void }> {
  const damaged = () => new CommandError(`Het bestand ${name} is geen ZIP-bestand, of het is beschadigd.`)
  const failure = (error: unknown) => (isSystemError(error) ? error : damaged())
  const zip = await openPromise(path, { autoClose: false }).catch((error) => {
    throw failure(error)
  })
  const entries: Entry[] = []
  const counted = unpacked ?? countUnpacked(zip.fileSize)
  try {
    if (zip.entryCount > maxEntries) throw damaged()
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    zip.close()
    throw failure(error)
  }
  async function* read(entry: Entry) {
    let [size, checksum] = [0, 0]
    // Files of a ZIP file can share their compressed bytes, so the sum of all files counts.
    counted.add(entry.uncompressedSize)
    try {
      for await (const chunk of await openEntry(zip, entry)) {
        size += chunk.length
        if (size > entry.uncompressedSize) throw damaged()
        checksum = crc32(chunk, checksum)
        yield chunk
      }
    } catch (error) {
      throw failure(error)
    }
    if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damaged()
  }
  return {
    files: entries.map((entry) => ({
      name: entry.fileName,
      size: entry.uncompressedSize,
      open: () => read(entry),
      unpacked: counted,
    })),
    close: () => zip.close(),
  }
}

const deflate = 8
// The default of 16 kB wakes the thread that decompresses four times as often. Reading an extract then takes a seventh
// more CPU time.
const chunkSize = 64 * 1024

async function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== deflate) return zip.openReadStreamPromise(entry)
  const compressed = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  // An error of either stream destroys both, so the caller receives it.
  return pipeline(compressed, createInflateRaw({ chunkSize }), () => {})
}

/** Whether the operating system reported an error, such as EIO. Errors about the content have no `syscall`. */
const isSystemError = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined

/**
 * Yields the files of a ZIP file that is itself inside a ZIP file. Copies the inner file to the disk meanwhile. Throws
 * a CommandError when that would take more than half of the free space: two threads copy at the same time.
 */
export async function* openInnerZip(file: ZippedFile): AsyncGenerator<ZippedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-zip-'))
  try {
    const { bavail, bsize } = await statfs(folder)
    if (file.size > (bavail * bsize) / 2)
      throw new CommandError(
        `De schijf van ${tmpdir()} heeft te weinig ruimte om ${file.name} uit te pakken. Maak ruimte vrij, of kies een ` +
          'andere map met TMPDIR.',
      )
    const path = join(folder, 'inner.zip')
    await promises.pipeline(file.open(), createWriteStream(path))
    const { files, close } = await openZip(path, file.name, file.unpacked)
    try {
      yield* files
    } finally {
      close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
