const cleanups: (() => unknown)[] = []

/** Registers a clean-up function, which runs after the tests of the file. The last registered function runs first. */
export function afterTestFile(cleanup: () => unknown) {
  cleanups.unshift(cleanup)
}

/** Runs the registered clean-up functions, also those after a function that fails. Then throws the failures. */
export async function cleanUp() {
  const failures: unknown[] = []
  for (const cleanup of cleanups.splice(0)) {
    try {
      await cleanup()
    } catch (error) {
      failures.push(error)
    }
  }
  // The test run prints only the message.
  if (failures.length > 0)
    throw new AggregateError(failures, `The clean-up after a test file failed:\n${failures.join('\n')}`)
}
