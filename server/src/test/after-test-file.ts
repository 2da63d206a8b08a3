const cleanups: (() => unknown)[] = []

/** Registers a clean-up function, which runs after the tests of the file. The last registered function runs first. */
export function afterTestFile(cleanup: () => unknown) {
  cleanups.unshift(cleanup)
}

/** Runs the registered clean-up functions. */
export async function cleanUp() {
  for (const cleanup of cleanups.splice(0)) await cleanup()
}
