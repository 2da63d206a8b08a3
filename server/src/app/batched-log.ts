import { intervals, logBytes } from '../platform/runtime/limits.ts'

/**
 * Returns a writer of log lines to standard output, in batches. A write for each line takes a tenth of the CPU time of
 * a search. Neither a call nor the exit of this process waits for a reader of the log that hangs. Drops lines that
 * cannot be written, for example because the disk is full.
 */
export function batchedLog() {
  const { stdout } = process
  let lines = ''
  const flush = () => {
    if (lines && stdout.writableLength < logBytes.maximum) stdout.write(lines)
    lines = ''
  }
  stdout.on('error', () => {})
  process.on('exit', flush)
  setInterval(flush, intervals.log_ms).unref()
  return {
    write: (line: string) => {
      lines += line
      if (lines.length >= logBytes.batch) flush()
    },
    // Pino calls this after a fatal error.
    flushSync: flush,
  }
}
