import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { findRepeatedNames, findVagueNames } from './names.ts'
import { root } from './run.ts'

const files = globSync('{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,css}', {
  cwd: root,
  exclude: ['**/{node_modules,dist,test-results}/**'],
})

const texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

test('a type name is declared in one file, and a file name occurs once in a workspace', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(findRepeatedNames(texts)).toEqual([])
  const repeated = { 'web/src/a.ts': 'type Place = 1', 'web/src/session/a.ts': 'export interface Place {}' }
  expect(findRepeatedNames(repeated)).toHaveLength(2)
})

test('no file, function or type has a name such as helper, getAddress or AddressManager', () => {
  expect(Object.entries(texts).flatMap(([file, text]) => findVagueNames(file, text))).toEqual([])
  expect(findVagueNames('server/src/address-utils.ts', '')).toHaveLength(1)
  expect(findVagueNames('a.ts', 'export const getAddress = 1; class CallManager {}')).toHaveLength(2)
})

test('a feature has the same name in the contract, the server and the web', () => {
  const namesIn = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => basename(path, '.ts'))
  const server = namesIn('server/src/features/*')
  const contract = namesIn('contract/src/*.ts')
  expect(server.length).toBeGreaterThan(20)
  // The contract has one file for each of the subjects of calendar-planning.
  expect(server.filter((name) => !contract.includes(name))).toEqual(['calendar-planning'])
  // The accessibility statement makes no call. Two pages stand alone: the dossier check and the list of changes.
  expect(namesIn('web/src/features/*').filter((name) => !server.includes(name))).toEqual([
    'accessibility',
    'dossier-check',
    'whats-new',
  ])
})
