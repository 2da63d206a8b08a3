import { spawn } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'

/**
 * Keeps every core busy with nothing, behind all else that wants it: between a question and its answer a core would go to sleep, and
 * a virtual machine's takes longer to wake than most statements take. Gives what ends it.
 */
export function keepAwake() {
  const idlers = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', `while (process.ppid === ${process.pid});`], { stdio: 'ignore' }),
  )
  for (const { pid } of idlers) if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  return () => {
    for (const idler of idlers) idler.kill()
  }
}
