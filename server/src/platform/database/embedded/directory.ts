import { mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../files/folders.ts'

/** The major version of PostgreSQL that the embedded engine is; it opens no directory of another one. */
export const engineMajor = '18'

/** A data directory that does not open; the message is a sentence for whoever starts the program. */
export class DirectoryError extends Error {}

/** Makes a directory and its parents for their owner alone where they are not there; answers the one path it has. */
export async function makeDirectory(directory: string): Promise<string> {
  try {
    makeFolder(directory)
    // By two paths, a link and the place itself, two processes could each lock it.
    return await realpath(directory)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new DirectoryError(`De gegevensmap ${directory} kan niet worden gemaakt (${code}).`, { cause })
  }
}

/**
 * Whether a directory exists and holds a database. Throws a sentence for the user when the directory is not ours to open
 * or fill.
 */
export async function holdsDatabase(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  if (names.length === 0) return false
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    throw new DirectoryError(
      `De gegevensmap ${directory} is niet leeg en bevat geen database. Kies een andere of een lege map.`,
    )
  }
  if (version.trim() !== engineMajor) {
    throw new DirectoryError(
      `De gegevensmap ${directory} hoort bij versie ${version.trim()} van de database; dit programma werkt met versie ` +
        `${engineMajor}. Maak met het oude programma een back-up en zet die terug in een nieuwe map.`,
    )
  }
  return true
}

/** Fills a directory by way of a second one beside it, so that what breaks off halfway never looks like a database. */
export async function fillDirectory(directory: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await fill(unfinished)
  await rmdir(directory)
  await rename(unfinished, directory)
}
