/** The name that stands for the tests of a file that cannot be loaded. */
export const notLoaded = 'the import'

/**
 * One run of a test file. `coverage` records what its tests execute, `kill` plants a fault, and `control` repeats the
 * tests without the fault. `milliseconds` is the duration of the tests in the run for `coverage`.
 */
export type Job = { test: string } & (
  | { kind: 'coverage' }
  | { kind: 'kill' | 'control'; mutant: number; file: string; tests: string[]; milliseconds: number; isStatic: boolean }
)

/** The jobs of one worker process. `files` have faults. The worker appends what it reports to the file `reports`. */
export type Plan = { jobs: Job[]; files: string[]; reports: string }

/** A test, and the faults whose code it executed. */
export type CoveredTest = { id: string; name: string; milliseconds: number; passed: boolean; executed: number[] }

/**
 * The tests of a file, and the files with faults that it imports. `outside` has the faults whose code was executed
 * outside a test: by a hook, or by the import of a file that no earlier test file imported.
 */
export type Coverage = { test: string; imported: string[]; outside: number[]; tests: CoveredTest[] }

/**
 * A message of a worker process. The file has one message per line. `failed` has the name of the test that failed.
 * When a control fails, an earlier fault has damaged the process, and the process runs no further job.
 */
export type Report =
  | { at: 'start'; job: number; pid: number }
  | { at: 'test' }
  | ({ at: 'coverage' } & Coverage)
  | { at: 'kill' | 'control'; mutant: number; test: string; failed: string | undefined }
