import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageFaults } from '../e2e/screens/rules/language.ts'
import { root } from './run.ts'

const dutch = /\b(de|het|een|is|zijn|niet|geen|u|uw|voor|naar|met|van|nog|er|kies|dit|deze)\b/i

// Excludes log texts, which are in English, and examples of SQL.
const notDutch = /\b(the|that|it|select|create role)\b/i

/** Returns whether a text is a Dutch sentence for an employee or operator, and not a name or a path. */
const isForUsers = (text: string) =>
  /^[\p{Lu}‘“]/u.test(text) && text.includes(' ') && dutch.test(text) && !notDutch.test(text)

/** Returns the text of a JSX element, with a dot in the place of each value that is not a literal. */
const textOf = (node: ts.Node): string => {
  if (ts.isJsxText(node)) return node.text
  if (ts.isJsxExpression(node))
    return node.expression && ts.isStringLiteral(node.expression) ? node.expression.text : '·'
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return node.children.map(textOf).join('')
  return '·'
}

/** Returns the texts in a file that an employee or operator reads. */
function textsIn(file: string, source: string) {
  const texts: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('·'))
    if (ts.isJsxElement(node) && node.children.some((child) => ts.isJsxText(child) && child.text.trim() !== ''))
      texts.push(textOf(node).replace(/\s+/g, ' ').trim())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return texts.filter(isForUsers)
}

const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/test\//.test(path),
)

test('every sentence that a user reads is short, formal and Dutch, and has no exclamation mark', () => {
  const texts = files.flatMap((file) =>
    textsIn(file, readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
  )
  expect(texts.length).toBeGreaterThan(400)
  expect(texts.flatMap(({ file, text }) => languageFaults(text).map((fault) => `${file}: ${fault}`))).toEqual([])
})

test.each([
  ["const it = 'Kies eerst je gemeente.'", /informal/],
  ["const it = 'Het is gelukt!'", /exclamation mark/],
  ['const it = <p>Klik op <strong>save</strong> om het adres te bewaren.</p>', /English/],
])('the check of sentences finds a fault in %s', (source, fault) => {
  expect(textsIn('it.tsx', source).flatMap(languageFaults)).toEqual([expect.stringMatching(fault)])
})
