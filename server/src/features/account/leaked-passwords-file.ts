import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { ConfigError } from '../../platform/runtime/config.ts'

/** Two lines of the file fit in a chunk. */
const chunkBytes = 256
const checkedLines = 100
const lineShape = /^([0-9a-f]{40})(:\d+)?\r?$/i

/** Returns the hash in the first line that starts at or after a position; undefined when no line does. */
async function hashFrom(file: FileHandle, position: number): Promise<string | undefined> {
  // The chunk starts a byte earlier: after a line end, a line starts exactly at the position.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, Math.max(0, position - 1))
  const chunk = buffer.toString('latin1', 0, bytesRead)
  const [line = ''] = (position === 0 ? chunk : chunk.replace(/^[^\n]*\n?/, '')).split('\n', 1)
  if (line === '' && bytesRead < chunkBytes) return undefined
  const [, hash] = lineShape.exec(line) ?? []
  if (!hash) throw new Error('not a list of SHA-1 hashes')
  return hash.toUpperCase()
}

async function withFile<Result>(path: string, read: (file: FileHandle, bytes: number) => Promise<Result>) {
  const file = await open(path)
  try {
    return await read(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/**
 * Returns whether a password is in a file of leaked passwords: sorted SHA-1 hashes, one per line, each with or without
 * a colon and a count. Have I Been Pwned publishes such a file of tens of gigabytes, so a binary search reads about 40
 * small parts of it.
 */
export const isInLeakedFile = (path: string, password: string) =>
  withFile(path, async (file, bytes) => {
    const wanted = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
    let [low, high] = [0, bytes]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const hash = await hashFrom(file, middle)
      if (hash === undefined || hash >= wanted) high = middle
      else low = middle + 1
    }
    return (await hashFrom(file, low)) === wanted
  })

/** Throws a ConfigError when the file of LEAKED_PASSWORDS_FILE is not readable, not sorted, or contains other lines. */
export async function checkLeakedFile(path: string) {
  try {
    await withFile(path, async (file, bytes) => {
      let previous = ''
      for (let part = 0; part < checkedLines; part += 1) {
        const hash = await hashFrom(file, Math.floor((bytes * part) / checkedLines))
        if (hash !== undefined && hash < previous) throw new Error('not sorted')
        previous = hash ?? previous
      }
      if (previous === '') throw new Error('empty')
    })
  } catch {
    throw new ConfigError(
      'De instelling LEAKED_PASSWORDS_FILE klopt niet: dit moet een leesbaar bestand zijn met gesorteerde SHA-1-hashes, één per regel.',
    )
  }
}
