import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'

const stamp = join(root, 'web/dist/.made-of')
const leftOut = /(^|\/)(node_modules|dist|test|\.cache)(\/|$)|\.test\.tsx?$/

/** One number for everything the portal is made of. */
function sourcesHash() {
  const files = globSync(['package-lock.json', '{web,contract}/**/*'], {
    cwd: root,
    exclude: (path) => leftOut.test(path),
  })
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Builds the portal, unless the one that is there was made of these very files; gives the exit code. */
export async function buildPortal() {
  const sources = sourcesHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return 0
  console.error('Building the portal …')
  // For employees, also where a test or a developer's shell asks for it.
  const env = { NODE_ENV: 'production' }
  const { code } = await run('vite', ['build', 'web', '--logLevel', 'warn'], { env })
  if (code === 0) writeFileSync(stamp, sources)
  else console.error(`The portal could not be built (vite build, exit code ${code}); the reason stands above.`)
  return code
}
