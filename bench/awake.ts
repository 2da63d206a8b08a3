import { spawn } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'

/**
 * Keeps every core busy with a process of the lowest priority. Returns a function that ends these processes.
 * Without them a core would sleep between a query and its response. A virtual core takes longer to wake up than most
 * statements take to run.
 */
export function keepAwake() {
  const processes = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', `while (process.ppid === ${process.pid});`], { stdio: 'ignore' }),
  )
  for (const { pid } of processes) if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  return () => {
    for (const child of processes) child.kill()
  }
}
