import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'
import { type Check, expectNone, Skipped } from './report.ts'

type LockedPackage = {
  version?: string
  integrity?: string
  resolved?: string
  link?: boolean
  license?: string
  dev?: boolean
}

/** Licences that a product under the EUPL may include. */
const compatible = new Set(
  [
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC0-1.0',
    'EUPL-1.2',
    'ISC',
    'MIT',
    'MIT-0',
  ].concat(['MPL-2.0', 'OFL-1.1', 'PostgreSQL', 'Python-2.0', 'Unlicense', 'Zlib']),
)

/** The licences of packages that state them only in their file LICENSE. */
const knownLicences: Record<string, string> = { 'node_modules/png-js': 'MIT' }

const isCompatible = (licence: string) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(/ OR | AND /)
    .every((part) => compatible.has(part))

const lockedPackages = () =>
  Object.entries(
    (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> })
      .packages,
  ).filter(([path, { link }]) => path.includes('node_modules/') && !link)

/** The checks of the packages that the product is built from. */
export const packageChecks: Check[] = [
  {
    name: 'packages: licences of the production packages',
    run: async () => {
      const packages = lockedPackages().filter(([, { dev }]) => !dev)
      expectNone(
        packages.flatMap(([path, { license = knownLicences[path] }]) =>
          license && isCompatible(license) ? [] : [`${path}: ${license ?? 'no licence'}`],
        ),
      )
      return `${packages.length} packages: licences that the EUPL-1.2 admits`
    },
  },
  {
    name: 'packages: the lock file has a hash of each package',
    run: async () => {
      const packages = lockedPackages()
      expectNone(
        packages.flatMap(([path, { integrity = '', resolved = '' }]) => [
          ...(integrity.startsWith('sha512-') ? [] : [`${path}: no SHA-512`]),
          ...(resolved === '' || resolved.startsWith('https://registry.npmjs.org/') ? [] : [`${path}: ${resolved}`]),
        ]),
      )
      return `${packages.length} packages: SHA-512, from the npm registry only`
    },
  },
  {
    name: 'packages: exact versions',
    run: async () => {
      const files = ['.', 'contract', 'server', 'web', 'e2e', 'bench'].map((folder) =>
        join(root, folder, 'package.json'),
      )
      const versions = files.flatMap((file) => {
        const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
        return Object.entries({ ...dependencies, ...devDependencies } as Record<string, string>)
      })
      expectNone(
        versions.flatMap(([name, version]) =>
          /^(npm:.*@)?\d+\.\d+\.\d+/.test(version) ? [] : [`${name}: ${version}`],
        ),
      )
      return `${versions.length} dependencies: one version each`
    },
  },
  {
    name: 'packages: known vulnerabilities',
    run: async () => {
      const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8' })
      const { metadata, vulnerabilities = {}, message } = JSON.parse(stdout || '{}')
      if (!metadata) throw new Skipped(`the registry has no audit: ${String(message).slice(0, 60)}`)
      expectNone(Object.keys(vulnerabilities))
      return 'none in the production packages'
    },
  },
]
