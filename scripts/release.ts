import { createHash } from 'node:crypto'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Component, licenceList } from './licences.ts'
import { buildPortal } from './portal.ts'
import { verifyRelease } from './release-check.ts'
import { root, run } from './run.ts'

/** The folder that contains the release and the files beside it. */
const output = join(root, 'dist')
const name = 'rd4-loket'
const folder = join(output, name)

type Package = {
  version: string
  workspaces?: string[]
  dependencies?: Record<string, string>
  scripts?: unknown
  devDependencies?: unknown
}

const readPackage = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Package

/** Runs a program, and throws when it fails. Returns its output. */
async function runOrThrow(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { code, output: text } = await run(command, args, { quiet: true, env })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} eindigde met exitcode ${code}.\n${text}`)
  return text
}

/** Returns the tracked files that an installed portal uses: no tests, no development tools. */
async function releasedFiles() {
  const tracked = await runOrThrow('git', ['ls-files', 'contract/src', 'server', 'deploy', 'docs', '*.md', 'LICENSE'])
  return tracked
    .split('\n')
    .filter(
      (path) => path && !path.endsWith('package.json') && !/\.test\.ts$|\/(test|faults)\/|^docs\/images\//.test(path),
    )
}

/** The packages that build the portal. `npm start` needs them in a clone, and a release is already built. */
const builders = ['vite', '@vitejs/plugin-react']

/** Copies the files of the release. The packages of development and of the build are left out of each package.json. */
async function copyFiles() {
  for (const path of await releasedFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  cpSync(join(root, 'web/dist'), join(folder, 'web/dist'), { recursive: true })
  cpSync(join(root, 'deploy/bin'), join(folder, 'bin'), { recursive: true })
  for (const path of globSync('bin/*', { cwd: folder })) chmodSync(join(folder, path), 0o755)
  for (const workspace of ['.', 'contract', 'server', 'web']) {
    const { devDependencies: _, scripts: _scripts, ...description } = readPackage(join(workspace, 'package.json'))
    for (const builder of builders) delete description.dependencies?.[builder]
    if (description.workspaces) description.workspaces = ['contract', 'server', 'web']
    writeFileSync(join(folder, workspace, 'package.json'), `${JSON.stringify(description, null, 2)}\n`)
  }
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
}

/**
 * Installs the packages of the server. Writes the licences of all packages in the release. Writes the bill of materials
 * (CycloneDX) beside the release, because it contains the current time, and the archive must be reproducible.
 */
async function installPackages() {
  const npm = (...args: string[]) => runOrThrow('npm', ['--prefix', folder, '--loglevel=error', ...args])
  await npm('install', '--package-lock-only', '--prefer-offline', '--no-audit', '--no-fund')
  await npm('ci', '--workspace=server', '--include-workspace-root', '--no-audit', '--no-fund')
  // Includes the packages of the portal, which the build has bundled.
  const bill = await npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--omit=optional')
  writeFileSync(join(output, 'sbom.cdx.json'), bill)
  const { components } = JSON.parse(bill) as { components: Component[] }
  writeFileSync(join(folder, 'licences.txt'), licenceList(components, join(root, 'node_modules')))
}

/** Packs the release, with its files in a fixed order and with the time of the commit. Returns the archive's name. */
async function pack() {
  const archive = `${name}-${readPackage('package.json').version}-${process.platform}-${process.arch}.tar.gz`
  const committedAt = (await runOrThrow('git', ['log', '-1', '--format=%ct'])).trim()
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--mtime=@${committedAt}`]
  await runOrThrow('tar', [...owner, '-C', output, '-czf', join(output, archive), name], { GZIP: '-n' })
  const hash = createHash('sha256')
    .update(readFileSync(join(output, archive)))
    .digest('hex')
  writeFileSync(join(output, `${archive}.sha256`), `${hash}  ${archive}\n`)
  return archive
}

/** Makes an image from Debian packages and the release, without a registry and without a daemon. Returns its name. */
async function makeImage(archive: string) {
  const context = join(output, 'image')
  mkdirSync(context, { recursive: true })
  const packages = 'base-files,dash,libc6,libgcc-s1,libstdc++6,coreutils'
  await runOrThrow('mmdebstrap', ['--variant=extract', `--include=${packages}`, 'bookworm', join(context, 'root.tar')])
  cpSync(join(output, archive), join(context, 'rd4-loket.tar.gz'))
  cpSync(join(root, 'deploy/Containerfile'), join(context, 'Containerfile'))
  const image = archive.replace('.tar.gz', '.oci.tar')
  const tag = `localhost/${name}:${readPackage('package.json').version}`
  // An own store, so that no layers remain on this machine.
  const store = ['--root', join(output, 'store'), '--runroot', join(output, 'store/run')]
  const buildah = (...args: string[]) => runOrThrow('buildah', [...store, ...args], { BUILDAH_ISOLATION: 'chroot' })
  await buildah('build', '--tag', tag, context)
  // Proves that the image has every library that the program needs.
  const container = (await buildah('from', tag)).trim()
  await buildah('run', container, '/opt/rd4-loket/bin/rd4-loket', '--help')
  await buildah('push', tag, `oci-archive:${join(output, image)}:${tag}`)
  for (const folder of [context, join(output, 'store')]) rmSync(folder, { recursive: true })
  return image
}

/**
 * Runs the steps of a release in turn, and names each. Returns 0 and prints the result of the last step as the last
 * line. After a failure, returns 1, names the step and the cause in the last line, and leaves no archive behind.
 */
export async function runSteps(steps: Record<string, () => unknown>, made: string) {
  let result: unknown
  for (const [step, work] of Object.entries(steps)) {
    const begin = Date.now()
    console.error(`${step} …`)
    try {
      result = await work()
    } catch (error) {
      rmSync(made, { recursive: true, force: true })
      const [cause = '', ...details] = (error instanceof Error ? error.message : String(error)).trim().split('\n')
      if (details.length > 0) console.error(details.join('\n'))
      console.error(`Er is geen release gemaakt. Mislukt na ${seconds(begin)} s: ${step}. ${cause}`)
      return 1
    }
    console.error(`${step}: klaar na ${seconds(begin)} s`)
  }
  console.log(result)
  return 0
}

const seconds = (begin: number) => Math.round((Date.now() - begin) / 1000)

/**
 * Makes an installable release in `dist/`: one archive with the built portal and the packages of the server, its
 * SHA-256, a bill of materials and the licences. Starts the unpacked release, to prove that it needs nothing else. With
 * `--image`, makes an OCI image too (Debian: buildah, mmdebstrap). Returns the exit code.
 */
export function makeRelease(args: string[]) {
  let archive = ''
  const steps = {
    'Wijzigingen zoeken': async () => {
      const changed = await runOrThrow('git', ['status', '--porcelain'])
      if (changed) throw new Error(`Een release bevat alleen vastgelegde bestanden. Leg deze eerst vast:\n${changed}`)
    },
    'Schermen bouwen': async () => {
      if ((await buildPortal()) !== 0) throw new Error('Zie de uitvoer van de bouw hierboven.')
    },
    'Bestanden kopiëren': () => {
      rmSync(output, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      return copyFiles()
    },
    'Pakketten installeren': installPackages,
    Inpakken: async () => {
      archive = await pack()
      cpSync(join(folder, 'licences.txt'), join(output, 'licences.txt'))
      rmSync(folder, { recursive: true })
    },
    'De release starten': async () => {
      await verifyRelease(join(output, archive))
      return `De release is gemaakt en gestart: dist/${archive}`
    },
    ...(args.includes('--image') && {
      'Image maken': async () =>
        `De release is gemaakt en gestart: dist/${archive} en dist/${await makeImage(archive)}`,
    }),
  }
  return runSteps(steps, output)
}
