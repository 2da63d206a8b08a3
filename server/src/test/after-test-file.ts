import { afterAll } from 'vitest'

const cleanups: (() => unknown)[] = []

// Registered here, because Vitest ignores an afterAll that is called within a hook or a test.
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Runs a clean-up after the tests of the file, the last registered first. */
export function afterTestFile(cleanup: () => unknown) {
  cleanups.unshift(cleanup)
}
