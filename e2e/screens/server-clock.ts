import { syncBuiltinESMExports } from 'node:module'
import workers from 'node:worker_threads'
import { moment } from './clock.ts'

// Preloaded into the server and its worker threads. The clocks of the server, its threads and the embedded database
// then start at `moment`.
const now = Date.now.bind(Date)
process.env.CLOCK_SHIFT ??= String(moment.getTime() - now())
const shift = Number(process.env.CLOCK_SHIFT)

globalThis.Date = class extends Date {
  constructor(...args: [] | [string | number | Date]) {
    super(...((args.length === 0 ? [now() + shift] : args) as [number]))
  }

  static override now() {
    return now() + shift
  }
} as DateConstructor

// Worker threads with their own flags do not inherit the preload.
workers.Worker = class extends workers.Worker {
  constructor(file: string | URL, options: workers.WorkerOptions = {}) {
    super(file, { ...options, execArgv: [...(options.execArgv ?? []), '--import', import.meta.url] })
  }
}
syncBuiltinESMExports()
