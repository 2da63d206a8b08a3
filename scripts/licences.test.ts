import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { licenceList } from './licences.ts'

const modules = mkdtempSync(join(tmpdir(), 'rd4-loket-licences-'))
afterAll(() => rmSync(modules, { recursive: true }))

test('the list of licences has one line for each package, in alphabetical order', () => {
  const components = [
    { purl: 'pkg:npm/pg@8.23.1', version: '8.23.1', licenses: [{ license: { id: 'MIT' } }] },
    { purl: 'pkg:npm/%40a/b@1.0.0', version: '1.0.0', licenses: [{ expression: 'MIT AND OFL-1.1' }] },
  ]
  expect(licenceList(components, modules)).toBe('@a/b\t1.0.0\tMIT AND OFL-1.1\npg\t8.23.1\tMIT\n')
})

test('the list of licences names the licence file of a package that states no licence', () => {
  mkdirSync(join(modules, 'png'))
  writeFileSync(join(modules, 'png/LICENSE.txt'), '')
  expect(licenceList([{ purl: 'pkg:npm/png@2.0.0', version: '2.0.0' }], modules)).toBe(
    'png\t2.0.0\tsee png/LICENSE.txt\n',
  )
})

test('a package without any licence stops the release', () => {
  const unlicensed = [{ purl: 'pkg:npm/none@1.0.0', version: '1.0.0' }]
  expect(() => licenceList(unlicensed, modules)).toThrow('The package none states no licence')
})
