import { globSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A package in a bill of materials (CycloneDX). `purl` is its package URL, such as `pkg:npm/%40fastify/cors@11.1.0`.
 */
export type Component = {
  version: string
  purl: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

/** Returns the licences that a package states, or the file with its licence. Throws if it has neither. */
function licenceOf(name: string, { licenses = [] }: Component, modules: string) {
  const stated = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name)
  if (stated.length > 0) return stated.join(', ')
  const [file] = globSync('{LICENSE,LICENCE,COPYING}*', { cwd: join(modules, name) })
  if (!file) throw new Error(`The package ${name} states no licence`)
  return `see ${name}/${file}`
}

/**
 * Returns one line for each package of a release, sorted: its name, version and licence. `modules` has the packages.
 */
export const licenceList = (components: Component[], modules: string) =>
  components
    .map((component) => {
      const name = decodeURIComponent(component.purl.replace(/^pkg:npm\//, '').replace(/@[^@]*$/, ''))
      return `${name}\t${component.version}\t${licenceOf(name, component, modules)}\n`
    })
    .sort()
    .join('')
