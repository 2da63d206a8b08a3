import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The major version of PostgreSQL that the embedded engine is; it opens no directory of another one. */
export const engineMajor = '18'

/** Whether a directory already holds a database; throws a sentence for the user when it is not ours to open or fill. */
export async function holdsDatabase(directory: string): Promise<boolean> {
  if ((await readdir(directory)).length === 0) return false
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version === undefined) {
    throw new Error(`De gegevensmap ${directory} is niet leeg en bevat geen database. Kies een andere of een lege map.`)
  }
  if (version.trim() !== engineMajor) {
    throw new Error(
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
