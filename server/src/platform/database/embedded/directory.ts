import { mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../files/folders.ts'

/** The major version of the embedded PostgreSQL. The engine cannot open a directory of another major version. */
export const engineMajor = '18'

/** The error for a data directory that cannot be opened. The message is a Dutch sentence for the administrator. */
export class DirectoryError extends Error {}

/** Creates a directory and its missing parents, which only their owner can access. Returns the real path. */
export async function createDirectory(directory: string): Promise<string> {
  try {
    makeFolder(directory)
    // The real path is used, because two processes could otherwise lock the same directory by two different paths.
    return await realpath(directory)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new DirectoryError(`De gegevensmap ${directory} kan niet worden gemaakt (${code}).`, { cause })
  }
}

/**
 * Returns whether a directory contains a database. Throws a DirectoryError when it contains other files or a database
 * of another version.
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

/** Fills a temporary directory and renames it, so that `directory` never contains an incomplete database. */
export async function fillDirectory(directory: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${directory}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await fill(unfinished)
  await rmdir(directory)
  await rename(unfinished, directory)
}
