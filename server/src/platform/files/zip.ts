import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { CommandError } from '../runtime/command.ts'

/** A file inside a ZIP file. */
export type ZippedFile = { name: string; open: () => AsyncGenerator<Buffer> }

/** Opens a ZIP file of any size. Every function throws a CommandError when the file is not a whole ZIP file. */
export async function openZip(path: string, name: string): Promise<{ files: ZippedFile[]; close: () => void }> {
  const damaged = () => new CommandError(`Het bestand ${name} is geen ZIP-bestand, of het is beschadigd.`)
  const failure = (error: unknown) => (isSystemError(error) ? error : damaged())
  const zip = await openPromise(path, { autoClose: false }).catch((error) => {
    throw failure(error)
  })
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    zip.close()
    throw failure(error)
  }
  async function* read(entry: Entry) {
    try {
      yield* await openEntry(zip, entry)
    } catch (error) {
      throw failure(error)
    }
  }
  return {
    files: entries.map((entry) => ({ name: entry.fileName, open: () => read(entry) })),
    close: () => zip.close(),
  }
}

const openEntry = (zip: ZipFile, entry: Entry) =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  )

/** Whether the operating system reported an error, such as EIO. Errors about the content have no `syscall`. */
const isSystemError = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined

/** Yields the files of a ZIP file that is itself inside a ZIP file. Copies the inner file to the disk meanwhile. */
export async function* openInnerZip(file: ZippedFile): AsyncGenerator<ZippedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'rd4-loket-zip-'))
  try {
    const path = join(folder, 'inner.zip')
    await pipeline(file.open(), createWriteStream(path))
    const { files, close } = await openZip(path, file.name)
    try {
      yield* files
    } finally {
      close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
