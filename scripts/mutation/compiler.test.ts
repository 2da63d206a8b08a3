import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { makeCompiler } from './compiler.ts'
import { instrument } from './instrument.ts'

const file = 'contract/src/pass-number.ts'

test('a fault with a type error does not compile, and the same file with another fault does', () => {
  const compiles = makeCompiler('contract')
  const { mutants } = instrument(file, readFileSync(join(root, file), 'utf8'), 0)
  const compilesWith = (change: string) => {
    const mutant = mutants.find((it) => it.change === change)
    return mutant && compiles(mutant)
  }
  expect(compilesWith("'digits' → ''")).toBe(false)
  expect(compilesWith('6 → 7')).toBe(true)
  // A function is then unused, which is no reason to leave out the fault.
  expect(compilesWith('passNumber.test(withoutSeparators(text)) → true')).toBe(true)
})
