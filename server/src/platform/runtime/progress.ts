import type { WriteStream } from 'node:tty'

/** The progress of a long job. */
type Progress = {
  /** The name of the job in Dutch, such as `Adressen inlezen`. */
  task: string
  /** The completed part, from 0 to 1; undefined when the total is unknown. */
  part?: number | undefined
  /** The completed amount in Dutch, such as `120.000 rijen`. */
  detail?: string | undefined
}

/** Reports progress. It may be called very often, because it limits its own output. */
export type OnProgress = (progress: Progress) => void

const barWidth = 30
const secondsBetweenLines = 10

/** Shows a progress bar on a terminal. In a log, writes a line per 10 %, or per 10 s if the total is unknown. */
export function terminalProgress(output: Pick<WriteStream, 'isTTY' | 'write'>): OnProgress {
  let shown = ''
  let shownAt = Number.NEGATIVE_INFINITY
  return ({ task, part, detail = '' }) => {
    const steps = output.isTTY ? 100 : 10
    const percentage = part === undefined ? '' : `${(Math.floor(part * steps) * 100) / steps}%`
    const filled = Math.round((part ?? 0) * barWidth)
    const bar = part === undefined ? '' : `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} `
    const line = output.isTTY ? `${task} ${bar}${percentage} ${detail}` : `${task} ${percentage || detail}`
    const isTooSoon = !output.isTTY && part === undefined && performance.now() - shownAt < secondsBetweenLines * 1000
    if (line === shown || isTooSoon) return
    shown = line
    shownAt = performance.now()
    output.write(output.isTTY ? `\r\x1b[K${line}${part === 1 ? '\n' : ''}` : `${line}\n`)
  }
}
