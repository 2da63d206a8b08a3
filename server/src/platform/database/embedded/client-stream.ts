import { Duplex } from 'node:stream'

/** What a stream needs of the thread that it talks to. */
export type Peer = {
  send: (bytes: Uint8Array<ArrayBuffer>) => void
  leave: () => void
}

/** One client's connection to the engine; for the driver it is a socket. */
export class ClientStream extends Duplex {
  readonly #peer: Peer
  readonly #arrived: (Uint8Array | null)[] = []
  #delivering = false

  constructor(peer: Peer) {
    super({ allowHalfOpen: false })
    this.#peer = peer
  }

  /** Takes what the engine answers, and null at its end. Passes it on in turns: a large answer must not hold up the rest. */
  receive(bytes: Uint8Array | null): void {
    this.#arrived.push(bytes)
    if (!this.#delivering) this.#deliver()
  }

  #deliver() {
    const bytes = this.#arrived.shift()
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
    // A copy of exactly these bytes: the driver's buffers share their memory, and what is sent away is gone here.
    this.#peer.send(new Uint8Array(chunk))
    written()
  }

  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.#peer.send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    written()
  }

  override _final(finished: () => void): void {
    finished()
    this.destroy()
  }

  override _destroy(error: Error | null, destroyed: (error: Error | null) => void): void {
    this.#peer.leave()
    destroyed(error)
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
