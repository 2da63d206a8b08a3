import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DirectoryError } from './directory.ts'

/**
 * Locks a directory, and returns a function that unlocks it. Throws a DirectoryError with the pid of the lock's
 * holder.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const lock = `${directory}.lock`
  // The lock is a directory with one file, named after its holder. A rename onto another directory succeeds only if
  // that is empty, and the name of a holder is never used again. So only one of several processes gets the lock.
  const claim = `${lock}.${randomUUID()}`
  const holder = `${process.pid}_${await startOf(process.pid)}_${randomUUID()}`
  await mkdir(claim, { mode: 0o700 })
  try {
    await writeFile(join(claim, holder), '')
    for (let attempt = 1; ; attempt += 1) {
      await removeStaleHolders(lock, directory)
      // Windows cannot rename onto an empty directory. This never removes a directory with a holder.
      await rmdir(lock).catch(() => {})
      try {
        await rename(claim, lock)
        break
      } catch (error) {
        if (attempt === 10) throw error
      }
    }
  } catch (error) {
    await rm(claim, { recursive: true, force: true })
    throw error
  }
  return async () => {
    await rm(join(lock, holder), { force: true })
    await rmdir(lock).catch(() => {})
  }
}

async function removeStaleHolders(lock: string, directory: string) {
  for (const holder of await readdir(lock).catch(() => [])) {
    const [pid = '', start = ''] = holder.split('_')
    if (/^[1-9]\d*$/.test(pid) && (await isAlive(Number(pid), start))) {
      throw new DirectoryError(`De gegevensmap ${directory} is al in gebruik door een ander proces (pid ${pid}).`)
    }
    await rm(join(lock, holder), { force: true })
  }
}

async function isAlive(pid: number, start: string) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another error (EPERM) means that the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const current = await startOf(pid)
  return !start || !current || start === current
}

/** Returns the start time of a process, because a pid can be used again. Returns '' on systems without /proc. */
async function startOf(pid: number) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name of the program in brackets, can contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}-${fields[19]}`
  } catch {
    return ''
  }
}
