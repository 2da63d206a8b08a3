import { readdirSync, readFileSync } from 'node:fs'

/** Returns the fields of `/proc/<pid>/stat` after the name of the program; none when the process has ended. */
const statOf = (pid: number) => read(pid, 'stat').split(') ')[1]?.split(' ') ?? []

/** Returns the processor time of all threads of a process in µs, in steps of 10 ms; NaN when the process has ended. */
export function processorTime(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Returns a process and all its descendants that are running. */
export function descendantsOf(pid: number): number[] {
  const processes = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const parents = processes.map((it) => ({ pid: it, parent: Number(statOf(it)[1]) }))
  const found = [pid]
  for (const ancestor of found) found.push(...parents.filter((it) => it.parent === ancestor).map((it) => it.pid))
  return found
}

/** Returns the processor time of a process and all its descendants in µs, including those that have ended. */
export const treeProcessorTime = (pid: number): number =>
  descendantsOf(pid)
    .flatMap((it) => statOf(it).slice(11, 15))
    .reduce((total, ticks) => total + Number(ticks) * 10_000, 0)

/** Returns the exact processor time of a process with one thread, in µs; NaN when the process has ended. */
export const exactProcessorTime = (pid: number): number => Number(read(pid, 'schedstat').split(' ')[0] || NaN) / 1000

/** Returns the memory of a process in MB, now (VmRSS) or at its highest (VmHWM); NaN when the process has ended. */
export const memoryOf = (pid: number, kind: 'VmRSS' | 'VmHWM' = 'VmRSS'): number =>
  Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1]) / 1024

/**
 * Returns the share of a process in the memory of a group of processes, in MB (Pss): a page that several processes share
 * is divided among them. NaN when the process has ended.
 */
export const memoryShareOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1]) / 1024

function read(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
