import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The paths in the table of screens. Read as text, because the screens do not load outside a browser. */
export function screenPaths() {
  const table = readFileSync(join(import.meta.dirname, 'src/app/screens.tsx'), 'utf8')
  return [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
}
