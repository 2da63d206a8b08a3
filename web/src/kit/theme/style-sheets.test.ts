import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(web, file), 'utf8')

/** The names of classes that a style sheet gives. */
const classesIn = (sheet: string) =>
  new Set(
    [
      ...textOf(sheet)
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/:global\(.*?\)/g, '')
        .matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi),
    ].map(([, name = '']) => name),
  )

/** The names that a file asks of a style sheet; one that hands on the whole sheet may ask for all. */
function classesAsked(file: string) {
  const text = textOf(file)
  return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, given, path = '']) => ({
    sheet: relative(web, join(web, dirname(file), path)),
    names: [...text.matchAll(new RegExp(`\\b${given}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    all: new RegExp(`classNames=\\{${given}\\}|\\.\\.\\.${given}\\b`).test(text),
  }))
}

const sheets = globSync('src/**/*.module.css', { cwd: web })
const asked = globSync('src/**/*.tsx', { cwd: web }).flatMap(classesAsked)

test('no part asks for a class that its style sheet does not have', () => {
  expect(asked.length).toBeGreaterThan(60)
  const missing = asked.flatMap(({ sheet, names }) =>
    names.filter((name) => !classesIn(sheet).has(name)).map((name) => `${sheet}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('no style sheet has a class that nobody asks for', () => {
  const idle = sheets.flatMap((sheet) => {
    const own = asked.filter((it) => it.sheet === sheet)
    if (own.some(({ all }) => all)) return []
    return [...classesIn(sheet)]
      .filter((name) => !own.some(({ names }) => names.includes(name)))
      .map((name) => `${sheet}: ${name}`)
  })
  expect(idle).toEqual([])
})

test('what is ticked is as large as the text asks', () => {
  const measured = [...sheets, 'src/kit/theme/styles.css'].flatMap((sheet) =>
    [...textOf(sheet).matchAll(/([^{}]*(?:input|checkbox|radio)[^{}]*)\{[^{}]*\b(?:width|height): \d+px/g)].map(
      ([, selector = '']) => `${sheet}: ${selector.trim()}`,
    ),
  )
  expect(measured).toEqual([])
})
