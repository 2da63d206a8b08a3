import { availableParallelism, loadavg } from 'node:os'

const maxSlowness = 6

/**
 * Returns by how much this machine is slower than a quiet one, from 1 to 6: the work that waits for each core, averaged
 * over the last minute. Timeouts of tests are multiplied by it, so that a hang is short on a quiet machine and a loaded
 * machine still passes.
 */
export const slowness = () => Math.min(maxSlowness, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))
