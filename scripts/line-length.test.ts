import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const maxLength = 120

const files = globSync(['{contract,server,web,e2e,bench,scripts}/**/*.{ts,tsx,mjs,css,sql,grit}', '{.,docs}/*.md'], {
  cwd: root,
  exclude: ['**/{node_modules,dist,test-results}/**', '**/street-search/sql/**'],
})

const comment = /^\s*(\/[/*]|\*|--)|\s\/[/*] /
const table = /^\s*\|/

/** Returns the long lines that the formatter does not wrap: comments, and Markdown without its tables and code. */
function findLongLines(file: string, text: string) {
  const isText = (line: string) => (file.endsWith('.md') ? !table.test(line) : comment.test(line))
  // Keeps the line numbers.
  const withoutCode = text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/.+/g, ''))
  const lines = (file.endsWith('.md') ? withoutCode : text).split('\n')
  return lines.flatMap((line, index) => (isText(line) && [...line].length > maxLength ? [`${file}:${index + 1}`] : []))
}

test(`comments and documents have at most ${maxLength} characters per line`, () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md']))
  expect(files.flatMap((file) => findLongLines(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

const long = 'word '.repeat(30)

test.each([
  ['a.ts', `const a = 1\n// ${long}`, ['a.ts:2']],
  ['a.ts', `/**\n * ${long}\n */`, ['a.ts:2']],
  ['a.ts', `const a = 1 // ${long}`, ['a.ts:1']],
  ['a.ts', `const a = '${long}'`, []],
  ['a.sql', `-- ${long}`, ['a.sql:1']],
  ['a.md', `# Title\n\n${long}`, ['a.md:3']],
  ['a.md', `\`\`\`\n${long}\n\`\`\`\n${long}`, ['a.md:4']],
  ['a.md', `| ${long} |`, []],
])('the check of lines finds in %s %j: %j', (file, text, found) => {
  expect(findLongLines(file, text)).toEqual(found)
})
