import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DirectoryError } from './directory.ts'

/**
 * Locks a directory, and returns a function that unlocks it. If another process holds the lock, throws a DirectoryError
 * with the pid of that process.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const lock = `${directory}.lock`
  // The lock is a directory with one file, whose name identifies the holder and is never used again. A rename onto an
  // existing directory succeeds only if that directory is empty. So only one of several processes gets the lock.
  const claim = `${lock}.${randomUUID()}`
  const holder = `${process.pid}_${await startOf(process.pid)}_${randomUUID()}`
  await mkdir(claim, { mode: 0o700 })
  try {
    await writeFile(join(claim, holder), '')
    for (let attempt = 1; ; attempt += 1) {
      await removeStaleHolders(lock, directory)
      // Windows cannot rename onto an empty directory, so an empty lock is removed first. A lock with a holder is not
      // empty, so `rmdir` fails and the lock remains.
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
    // Any other error, such as EPERM, means that the process exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const current = await startOf(pid)
  return !start || !current || start === current
}

/**
 * Returns the boot and the start time of a process, because its pid can later be used by another process. Returns
 * 'ended' for a process that has ended, and '' on systems without /proc.
 */
async function startOf(pid: number) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name of the program in brackets. The name itself can contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}-${fields[19]}`
  } catch {
    return ''
  }
}
