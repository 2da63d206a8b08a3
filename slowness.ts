import { availableParallelism, loadavg } from 'node:os'

const maxSlowness = 6

/**
 * Returns how many times slower this machine is than a quiet one, from 1 to 6: the number of runnable processes per
 * core, averaged over the last minute. Timeouts of tests are multiplied by this factor. So a test that hangs fails soon
 * on a quiet machine, and a correct test still passes on a loaded one.
 */
export const slowness = () => Math.min(maxSlowness, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

const minimumMajor = 24

/**
 * Throws when the tests run on an old version of Node, as with a bare `vitest`. `npm test` runs them on the Node in
 * `node_modules`.
 */
export function requireNode(version = process.versions.node) {
  if (Number.parseInt(version, 10) < minimumMajor)
    throw new Error(
      `The tests need Node ${minimumMajor}, and this is Node ${version}. ` +
        'Run them with `npm test -- --only server -- <path>` (or another part: contract, web, scripts, faults).',
    )
}
