import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessDocument } from './access-document.ts'
import { root } from './run.ts'

test('docs/access.md matches the contract (run `npm run access` after a change)', () => {
  expect(readFileSync(join(root, 'docs/access.md'), 'utf8')).toBe(accessDocument())
})
