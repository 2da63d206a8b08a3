import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { languageFaults } from '../e2e/screens/rules/language.ts'
import { root } from './run.ts'

const dutch = /\b(de|het|een|is|zijn|niet|geen|u|uw|voor|naar|met|van|nog|er|kies|dit|deze)\b/i

// What a programmer reads is in English, and an example of SQL in neither.
const foreign = /\b(the|that|it|select|create role)\b/i

/** Is it a sentence for who uses the portal or its commands, and no name or path? */
const isForReaders = (text: string) =>
  /^[\p{Lu}‘“]/u.test(text) && text.includes(' ') && dutch.test(text) && !foreign.test(text)

/** What stands in an element, with its other values as a dot each. */
const wordsOf = (node: ts.Node): string => {
  if (ts.isJsxText(node)) return node.text
  if (ts.isJsxExpression(node))
    return node.expression && ts.isStringLiteral(node.expression) ? node.expression.text : '·'
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return node.children.map(wordsOf).join('')
  return '·'
}

/** The texts in a file that somebody will read. */
function textsIn(file: string, source: string) {
  const texts: string[] = []
  const look = (node: ts.Node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text)
    if (ts.isTemplateExpression(node))
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('·'))
    if (ts.isJsxElement(node) && node.children.some((child) => ts.isJsxText(child) && child.text.trim() !== ''))
      texts.push(wordsOf(node).replace(/\s+/g, ' ').trim())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return texts.filter(isForReaders)
}

const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test\.tsx?$|\/test\//.test(path),
)

test('every sentence of the portal and of the server is short, to `u`, in Dutch and calm', () => {
  const texts = files.flatMap((file) =>
    textsIn(file, readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
  )
  expect(texts.length).toBeGreaterThan(400)
  expect(texts.flatMap(({ file, text }) => languageFaults(text).map((fault) => `${file}: ${fault}`))).toEqual([])
})

test.each([
  ["const it = 'Kies eerst je gemeente.'", /not to 'u'/],
  ["const it = 'Het is gelukt!'", /loud/],
  ['const it = <p>Klik op <strong>save</strong> om het adres te bewaren.</p>', /English/],
])('%s is found', (source, fault) => {
  expect(textsIn('it.tsx', source).flatMap(languageFaults)).toEqual([expect.stringMatching(fault)])
})
