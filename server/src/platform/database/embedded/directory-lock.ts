import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DirectoryError } from './directory.ts'

/** Takes a directory for this process alone; answers how to give it back, or throws with the holder's pid. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const lock = `${directory}.lock`
  // The lock is a directory with one file, named after its holder. Renaming a directory onto another succeeds only if
  // that one is empty, and a stale holder's file has a name that nobody takes again: so two starters cannot both win.
  const claim = `${lock}.${randomUUID()}`
  const holder = `${process.pid}_${await startOf(process.pid)}_${randomUUID()}`
  await mkdir(claim, { mode: 0o700 })
  try {
    await writeFile(join(claim, holder), '')
    for (let attempt = 1; ; attempt += 1) {
      await removeStaleHolders(lock, directory)
      // Windows renames onto nothing at all; elsewhere this is superfluous, and it never removes a holder.
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
    // Anything else (EPERM) means: it lives, and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const current = await startOf(pid)
  return !start || !current || start === current
}

/** When a process started, so that a pid used again is not taken for the old holder; empty where there is no /proc. */
async function startOf(pid: number) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The second field, the command's name in brackets, may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()}-${fields[19]}`
  } catch {
    return ''
  }
}
