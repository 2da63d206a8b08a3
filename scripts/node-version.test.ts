import { expect, test } from 'vitest'
import { requireNode } from '../slowness.ts'

test('a bare vitest on Node 20 says what to run instead', () => {
  expect(() => requireNode('20.20.2')).toThrow(
    'The tests need Node 24, and this is Node 20.20.2. Run them with `npm test -- --only server -- <path>`',
  )
  expect(() => requireNode('24.21.0')).not.toThrow()
})
