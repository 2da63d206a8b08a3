import { readFileSync } from 'node:fs'

/** Returns the processor time of all threads of a process in µs, in steps of 10 ms; NaN when the process has ended. */
export function processorTime(pid: number): number {
  const fields = read(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Returns the exact processor time of a process with one thread, in µs; NaN when the process has ended. */
export const exactProcessorTime = (pid: number): number => Number(read(pid, 'schedstat').split(' ')[0] || NaN) / 1000

/** Returns the memory of a process in MB, now (VmRSS) or at its highest (VmHWM); NaN when the process has ended. */
export const memoryOf = (pid: number, kind: 'VmRSS' | 'VmHWM' = 'VmRSS'): number =>
  Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1]) / 1024

function read(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
