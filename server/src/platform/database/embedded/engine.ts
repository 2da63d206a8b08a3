import { constants, fsyncSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { checkpoint, resetSession, startup } from './wire.ts'

/** How much log may follow a checkpoint: alone in its process, the engine never makes one by itself. */
const LOG_BYTES_PER_CHECKPOINT = 64 * 1024 * 1024
/** How an error in a query leaves the engine, by way of a jump. Every other way out is its end. */
const LONG_JUMP = 100
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5])
const BETWEEN_TRANSACTIONS = 0x49

type Output = (bytes: Uint8Array) => void

/** The engine in the thread that opens it: one session, one batch of messages at a time. */
export class Engine {
  readonly #pglite: PGlite
  readonly #files: DurableFiles | undefined
  /** The end of the last answer; it tells where the session stands. */
  #tail = Buffer.from([...READY_FOR_QUERY, BETWEEN_TRANSACTIONS])

  private constructor(pglite: PGlite, files?: DurableFiles) {
    this.#pglite = pglite
    this.#files = files
  }

  /** Opens a directory, or memory; makes the database where there is none. `abandon` is called when the engine ends. */
  static async open(
    { directory, dump }: { directory?: string | undefined; dump?: Uint8Array<ArrayBuffer> | undefined },
    abandon: (cause: unknown) => never,
  ): Promise<Engine> {
    let complaint = ''
    const files = directory === undefined ? undefined : new DurableFiles(directory)
    const options: PGliteOptions = {
      // An extension that a query comes to need is named here, at every opening: { pg_trgm }.
      extensions: {},
      onStderr: (line) => {
        if (/FATAL|PANIC|could not/.test(line)) complaint = line.trim()
        return false
      },
      ...(dump && { loadDataDir: new Blob([dump]) }),
      ...(files && { fs: files, startParams: durableStart }),
    }
    try {
      const pglite = await PGlite.create(options)
      endWithEngine(pglite, abandon)
      return new Engine(pglite, files)
    } catch (cause) {
      throw new Error(complaint || String(cause), { cause })
    }
  }

  /** Whether the engine has answered all that it was asked. */
  get ready(): boolean {
    return this.#tail.subarray(0, -1).equals(READY_FOR_QUERY)
  }

  /** Whether the session stands between two transactions. */
  get idle(): boolean {
    return this.ready && this.#tail.at(-1) === BETWEEN_TRANSACTIONS
  }

  async run(batch: Uint8Array, output: Output = () => {}): Promise<void> {
    const onRawData = (bytes: Uint8Array) => {
      this.#tail = Buffer.concat([this.#tail, bytes.subarray(-this.#tail.length)]).subarray(-this.#tail.length)
      output(bytes)
    }
    await this.#pglite.execProtocolRawStream(batch, { syncToFs: false, onRawData })
  }

  /** Tells a new client what a server tells at the start. */
  async greet(output: Output): Promise<void> {
    await this.run(startup, output)
  }

  /** Makes a clean session for the next client. */
  async reset(): Promise<void> {
    await this.run(resetSession)
  }

  /** Keeps the log short, so that it neither fills the disk nor slows the next opening. */
  async tidy(): Promise<void> {
    if (!this.#files || !this.idle || this.#files.logBytes < LOG_BYTES_PER_CHECKPOINT) return
    this.#files.logBytes = 0
    await this.run(checkpoint)
  }

  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    await this.run(checkpoint)
    const tar = await this.#pglite.dumpDataDir('none')
    return new Uint8Array(await tar.arrayBuffer())
  }

  /** Nothing else is asked meanwhile, so that the files stand still. */
  async copyTo(directory: string): Promise<void> {
    if (!this.#files) throw new Error('An engine in memory has no directory to copy')
    await this.run(checkpoint)
    await cp(this.#files.directory, directory, { recursive: true, mode: constants.COPYFILE_FICLONE })
  }

  async close(): Promise<void> {
    await this.reset()
    await this.run(checkpoint)
    await this.#pglite.close()
  }
}

// The library starts the engine with -F: it would be for the kernel to decide when a commit reaches the disk.
const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
]

type OpenFile = { nfd: number; path?: string }
type FileOperations = {
  fsync: (file: OpenFile) => number
  write: (file: OpenFile, bytes: Uint8Array, offset: number, length: number, position?: number) => number
}

/** Files that are written through to the disk when PostgreSQL says so; the library's own only pretend. */
class DurableFiles extends NodeFS {
  readonly directory: string
  logBytes = 0

  constructor(directory: string) {
    super(directory)
    this.directory = directory
  }

  override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
    const amended = await super.init(pglite, options)
    amended.emscriptenOpts.preRun?.push((module) => {
      const { stream_ops: operations } = module.NODEFS as unknown as { stream_ops: FileOperations }
      const { write } = operations
      operations.write = (file, bytes, offset, length, position) => {
        if (file.path?.includes('/pg_wal/')) this.logBytes += length
        return write(file, bytes, offset, length, position)
      }
      operations.fsync = (file) => {
        fsyncSync(file.nfd)
        return 0
      }
    })
    return amended
  }
}

/** After a trap or an exit of the engine the library goes on: with empty answers, or in a loop without end. */
function endWithEngine(pglite: PGlite, abandon: (cause: unknown) => never) {
  const engine = pglite.Module
  const step = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (cause) {
      if ((cause as { status?: number } | undefined)?.status !== LONG_JUMP) abandon(cause)
      throw cause
    }
  }
}
