import type { WriteStream } from 'node:tty'
import type { OnProgress } from './progress.ts'

const width = 30
const secondsBetweenLines = 10

/** Shows progress on a terminal as a bar that fills up; elsewhere (a log file) as a line for each tenth, or now and then. */
export function terminalProgress(output: Pick<WriteStream, 'isTTY' | 'write'>): OnProgress {
  let shown = ''
  let shownAt = Number.NEGATIVE_INFINITY
  return ({ task, part, detail = '' }) => {
    const share = part === undefined ? '' : `${Math.floor(part * (output.isTTY ? 100 : 10)) * (output.isTTY ? 1 : 10)}%`
    const filled = Math.round((part ?? 0) * width)
    const bar = part === undefined || !output.isTTY ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `
    const line = output.isTTY ? `${task} ${bar}${share} ${detail}` : `${task} ${share || detail}`
    // Where nobody can tell how long it takes, a log would get a line for every batch.
    const isTooSoon = !output.isTTY && part === undefined && performance.now() - shownAt < secondsBetweenLines * 1000
    if (line === shown || isTooSoon) return
    shown = line
    shownAt = performance.now()
    if (!output.isTTY) output.write(`${line}\n`)
    else output.write(`\r\x1b[K${line}${part === 1 ? '\n' : ''}`)
  }
}
