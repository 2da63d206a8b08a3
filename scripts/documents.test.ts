import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const documents = globSync(['*.md', 'docs/*.md'], { cwd: root, exclude: ['CHANGELOG.md'] })
const files = globSync('{.ci,bench,contract,deploy,docs,e2e,scripts,server,web,.}/**/*.*', {
  cwd: root,
  exclude: ['**/{node_modules,dist,test-results,.cache}/**'],
})

/** The names of files in a document, such as `search.ts` or `server/src/search.ts`. */
const namedFile = /`([\w@./-]+\.(?:ts|tsx|mjs|sql|css|grit|yml))`/g

test('every file that a document names exists', () => {
  const named = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(namedFile)].map(([, name = '']) => ({ document, name })),
  )
  expect(named.length).toBeGreaterThan(500)
  const absent = named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
  expect(absent.map(({ document, name }) => `${document}: ${name}`)).toEqual([])
})

/** The numbers of the items of levels 1 and 2, by section of ASVS 5.0.0. */
const sections: Record<string, number[]> = JSON.parse(readFileSync(join(root, 'scripts/asvs-items.json'), 'utf8'))

test('docs/security.md has each item of ASVS 5.0.0 once, with a valid state, and with a reason if it is not met', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| [^|]+ \| ([^|]+) \| (.*)\|$/gm)]
  const items = Object.entries(sections).flatMap(([section, numbers]) => numbers.map((at) => `${section}.${at}`))
  expect(rows.flatMap(([, listed = '']) => listed.split(', ')).sort()).toEqual(items.sort())
  const isRight = (state: string, reason: string) =>
    ['met', 'operator', 'none'].includes(state) ||
    (['accepted', 'partly', 'not met'].includes(state) && reason.trim() !== '')
  expect(rows.filter(([, , state = '', reason = '']) => !isRight(state, reason)).map(([row]) => row)).toEqual([])
})
