import type { WriteStream } from 'node:tty'
import type { OnProgress } from './progress.ts'

const width = 30

/** Shows progress on a terminal as a bar that fills up; elsewhere (a log file) as a line for each tenth. */
export function terminalProgress(output: WriteStream): OnProgress {
  let shown = ''
  return ({ task, part, detail = '' }) => {
    const share = part === undefined ? '' : `${Math.floor(part * (output.isTTY ? 100 : 10)) * (output.isTTY ? 1 : 10)}%`
    const filled = Math.round((part ?? 0) * width)
    const bar = part === undefined || !output.isTTY ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `
    const line = output.isTTY ? `${task} ${bar}${share} ${detail}` : `${task} ${share}`
    if (line === shown) return
    shown = line
    if (!output.isTTY) output.write(`${line}\n`)
    else output.write(`\r\x1b[K${line}${part === 1 ? '\n' : ''}`)
  }
}
