import { Duplex } from 'node:stream'

/** The functions by which a stream sends bytes to the thread of the engine, and closes its connection there. */
type EngineConnection = { send: (bytes: Uint8Array<ArrayBuffer>) => void; close: () => void }

/** The socket of a client that is connected to the engine. */
export class ClientStream extends Duplex {
  readonly #engine: EngineConnection
  readonly #received: (Uint8Array | null)[] = []
  #delivering = false

  constructor(engine: EngineConnection) {
    super({ allowHalfOpen: false })
    this.#engine = engine
  }

  /**
   * Receives bytes of the engine, or null at the end. Delivers one piece per turn of the event loop, so that a long
   * result does not block the process.
   */
  receive(bytes: Uint8Array | null): void {
    this.#received.push(bytes)
    if (!this.#delivering) this.#deliver()
  }

  #deliver() {
    const bytes = this.#received.shift()
    this.#delivering = bytes !== undefined && !this.destroyed
    if (!this.#delivering) return
    setImmediate(() => this.#deliver())
    this.push(bytes)
  }

  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: () => void): void {
    // The bytes are copied, because they are transferred to the thread, and the buffers of the driver share memory.
    this.#engine.send(new Uint8Array(chunk))
    written()
  }

  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.#engine.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    written()
  }

  override _final(finished: () => void): void {
    finished()
    this.destroy()
  }

  override _destroy(error: Error | null, destroyed: (error: Error | null) => void): void {
    this.#engine.close()
    destroyed(error)
  }

  // The driver expects these methods of a socket. They have no effect on this stream.
  readonly setNoDelay = () => this
  readonly setKeepAlive = () => this
  readonly ref = () => this
  readonly unref = () => this
}
