import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { makeCompiler } from './compiler.ts'
import { instrument } from './instrument.ts'

const file = 'server/src/domain/sessions/session-cookie.ts'

test('a fault with a type error does not compile, and the same file with another fault does', () => {
  const compiles = makeCompiler('server')
  const { mutants } = instrument(file, readFileSync(join(root, file), 'utf8'), 0)
  const rejected = mutants.filter((mutant) => !compiles(mutant)).map(({ change }) => change)
  expect(rejected).toContain("'strict' → ''")
  expect(rejected).toContain("request.cookies[name] ?? '' → request.cookies[name]")
  const compiled = mutants.map(({ change }) => change).filter((change) => !rejected.includes(change))
  expect(compiled).toContain("'/' → ''")
  // The import of ApiError is then unused, which is no reason to leave out the fault.
  expect(compiled).toContain('setSessionCookie(reply, tokens, session) → nothing')
  expect(compiled).toContain("throw new ApiError(403, 'Dit verzoek komt van een andere website') → nothing")
})
