import { afterAll } from 'vitest'

const cleanups: (() => unknown)[] = []

// This afterAll is at the top level, because Vitest ignores an afterAll that is called within a hook or a test.
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

/** Registers a clean-up function, which runs after the tests of the file. The last registered function runs first. */
export function afterTestFile(cleanup: () => unknown) {
  cleanups.unshift(cleanup)
}
