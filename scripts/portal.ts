import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'

const hashFile = join(root, 'web/dist/.made-of')
const notBuilt = /(^|\/)(node_modules|dist|test|\.cache)(\/|$)|\.test\.tsx?$/

/** Returns a hash of all files that the build reads. */
function sourcesHash() {
  const files = globSync(['package-lock.json', 'CHANGELOG.md', '{web,contract}/**/*'], {
    cwd: root,
    exclude: (path) => notBuilt.test(path),
  })
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Builds the portal, unless an earlier build has the same sources. Returns the exit code. */
export async function buildPortal() {
  const sources = sourcesHash()
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === sources) return 0
  const begin = Date.now()
  console.error('De schermen worden gebouwd. Dat duurt ongeveer tien seconden, alleen na een wijziging.')
  // A test runner sets NODE_ENV to `test`, which would select the development version of React.
  const env = { NODE_ENV: 'production' }
  const { code } = await run('vite', ['build', 'web', '--logLevel', 'warn'], { env })
  if (code === 0) {
    writeFileSync(hashFile, sources)
    console.error(`Klaar: de schermen zijn gebouwd (${Math.round((Date.now() - begin) / 1000)} s).`)
  } else console.error(`The build of the portal failed (vite build, exit code ${code}). See the output above.`)
  return code
}
