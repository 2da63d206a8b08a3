import { syncBuiltinESMExports } from 'node:module'
import workers from 'node:worker_threads'
import { moment } from './clock.ts'

// Read before the server's own code, and again in its threads: the clock then goes on from the moment of the screens. The
// embedded database asks this clock as well.
const now = Date.now.bind(Date)
process.env.CLOCK_SHIFT ??= String(moment.getTime() - now())
const shift = Number(process.env.CLOCK_SHIFT)

globalThis.Date = class extends Date {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [now() + shift] : given) as [number]))
  }

  static override now() {
    return now() + shift
  }
} as DateConstructor

// A thread is started with flags of its own, and reads this file all the same.
workers.Worker = class extends workers.Worker {
  constructor(file: string | URL, options: workers.WorkerOptions = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] })
  }
}
syncBuiltinESMExports()
