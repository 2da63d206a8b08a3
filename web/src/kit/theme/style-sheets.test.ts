import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(web, file), 'utf8')

/** The class names that a style sheet defines. */
const definedClasses = (sheet: string) =>
  new Set(
    [
      ...textOf(sheet)
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/:global\(.*?\)/g, '')
        .matchAll(/\.([a-z]\w*)(?=[^{}]*\{)/gi),
    ].map(([, name = '']) => name),
  )

/** The class names that a component uses from each style sheet. `all`: the component spreads the whole style sheet. */
function usedClasses(file: string) {
  const text = textOf(file)
  return [...text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].map(([, imported, path = '']) => ({
    sheet: relative(web, join(web, dirname(file), path)),
    names: [...text.matchAll(new RegExp(`\\b${imported}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
    all: new RegExp(`\\.\\.\\.${imported}\\b`).test(text),
  }))
}

const sheets = globSync('src/**/*.module.css', { cwd: web })
const uses = globSync('src/**/*.tsx', { cwd: web }).flatMap(usedClasses)

test('every class that a component uses is in its style sheet', () => {
  expect(uses.length).toBeGreaterThan(60)
  const missing = uses.flatMap(({ sheet, names }) =>
    names.filter((name) => !definedClasses(sheet).has(name)).map((name) => `${sheet}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('every class in a style sheet is used by a component', () => {
  const unused = sheets.flatMap((sheet) => {
    const own = uses.filter((use) => use.sheet === sheet)
    if (own.some(({ all }) => all)) return []
    return [...definedClasses(sheet)]
      .filter((name) => !own.some(({ names }) => names.includes(name)))
      .map((name) => `${sheet}: ${name}`)
  })
  expect(unused).toEqual([])
})

test('checkboxes and radio buttons have no size in px, so that they grow with the text', () => {
  const measured = [...sheets, 'src/kit/theme/styles.css'].flatMap((sheet) =>
    [...textOf(sheet).matchAll(/([^{}]*(?:input|checkbox|radio)[^{}]*)\{[^{}]*\b(?:width|height): \d+px/g)].map(
      ([, selector = '']) => `${sheet}: ${selector.trim()}`,
    ),
  )
  expect(measured).toEqual([])
})
