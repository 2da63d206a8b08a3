import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, which only their owner can access. It does not use the recursive option of
 * Node, because that never returns for a path below /proc, where no folder can be created.
 */
export function makeFolder(path: string): void {
  try {
    makeOne(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    makeFolder(dirname(path))
    makeOne(path)
  }
}

function makeOne(path: string) {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}
