import { constants, fsyncSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { checkpoint, resetSession } from './wire.ts'

/** Bytes of write-ahead log after which a checkpoint starts. The engine has no background process for checkpoints. */
const LOG_BYTES_PER_CHECKPOINT = 64 * 1024 * 1024
/**
 * The exit status when an error in a query leaves the main loop of the engine. Any other status means that the engine
 * has ended.
 */
const LONG_JUMP = 100
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5])
const BETWEEN_TRANSACTIONS = 0x49

type OnOutput = (bytes: Uint8Array) => void

/** The engine in its own thread, with one session that executes one batch of messages at a time. */
export class Engine {
  readonly #pglite: PGlite
  readonly #files: DurableFiles | undefined
  /** The last bytes of the output. After a complete batch, these are ReadyForQuery and the state of the session. */
  #tail = Buffer.from([...READY_FOR_QUERY, BETWEEN_TRANSACTIONS])

  private constructor(pglite: PGlite, files?: DurableFiles) {
    this.#pglite = pglite
    this.#files = files
  }

  /**
   * Opens the database in a directory or in memory. Creates a missing database. Calls `abandon` when the engine ends.
   */
  static async open(
    { directory, dump }: { directory?: string | undefined; dump?: Uint8Array<ArrayBuffer> | undefined },
    abandon: (cause: unknown) => never,
  ): Promise<Engine> {
    let lastError = ''
    const files = directory === undefined ? undefined : new DurableFiles(directory)
    const options: PGliteOptions = {
      // An extension must be listed here each time that the database is opened, for example { pg_trgm }.
      extensions: {},
      onStderr: (line) => {
        if (/FATAL|PANIC|could not/.test(line)) lastError = line.trim()
        return false
      },
      startParams: files ? durableStart : smallStart,
      ...(dump && { loadDataDir: new Blob([dump]) }),
      ...(files && { fs: files }),
    }
    try {
      const pglite = await PGlite.create(options)
      watchForEnd(pglite, abandon)
      return new Engine(pglite, files)
    } catch (cause) {
      throw new Error(lastError || String(cause), { cause })
    }
  }

  /** True when the engine has completed the last batch. */
  get isReady(): boolean {
    return this.#tail.subarray(0, -1).equals(READY_FOR_QUERY)
  }

  /** True when the session is not in a transaction. */
  get isIdle(): boolean {
    return this.isReady && this.#tail.at(-1) === BETWEEN_TRANSACTIONS
  }

  async run(batch: Uint8Array, output: OnOutput = () => {}): Promise<void> {
    const onRawData = (bytes: Uint8Array) => {
      this.#tail = Buffer.concat([this.#tail, bytes.subarray(-this.#tail.length)]).subarray(-this.#tail.length)
      output(bytes)
    }
    await this.#pglite.execProtocolRawStream(batch, { syncToFs: false, onRawData })
  }

  /** Resets the session for the next client. */
  async reset(): Promise<void> {
    await this.run(resetSession)
  }

  /** Makes a checkpoint when the write-ahead log is long. A long log fills the disk and slows down the next start. */
  async checkpointIfDue(): Promise<void> {
    if (!this.#files || !this.isIdle || this.#files.logBytes < LOG_BYTES_PER_CHECKPOINT) return
    this.#files.logBytes = 0
    await this.run(checkpoint)
  }

  async dump(): Promise<Uint8Array<ArrayBuffer>> {
    await this.run(checkpoint)
    const tar = await this.#pglite.dumpDataDir('none')
    return new Uint8Array(await tar.arrayBuffer())
  }

  /** Copies the directory. The files do not change meanwhile, because the engine executes no other request. */
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

/**
 * The engine keeps at most this much write-ahead log after a checkpoint, instead of 1 GB. More buffers cost memory and
 * time at each start, and do not make searches faster.
 */
const settings = ['max_wal_size=64MB', 'min_wal_size=32MB', 'shared_buffers=16MB']
const smallStart = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])]

// PGlite starts the engine with -F (no fsync). The flag is removed, because a commit must be on the disk.
const durableStart = [...smallStart.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

type OpenFile = { nfd: number; path?: string }
type FileOperations = {
  fsync: (file: OpenFile) => number
  write: (file: OpenFile, bytes: Uint8Array, offset: number, length: number, position?: number) => number
}

/** The file system of PGlite with a real fsync. The fsync of PGlite itself has no effect. */
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
      // biome-ignore lint/plugin: the types of PGlite omit the operations of a file.
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

/** Calls `abandon` after a trap or exit of the engine. Otherwise PGlite would return empty results or never return. */
function watchForEnd(pglite: PGlite, abandon: (cause: unknown) => never) {
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
