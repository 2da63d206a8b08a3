const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102

/** A request of a client: for encryption, to start the session, to run a batch of messages, or to end the session. */
export type ClientRequest =
  | { kind: 'encryption' | 'startup' | 'end' }
  /** The last message of a batch causes a response. `isComplete`: the response ends with ReadyForQuery. */
  | { kind: 'batch'; bytes: Buffer; isComplete: boolean }

/**
 * A CopyFail message, which follows each statement. Without this message, the engine would wait forever for the data of
 * COPY FROM STDIN. PostgreSQL ignores the message after other statements.
 */
const copyFail = message('f', 'the embedded engine takes no COPY from a client; insert from unnest instead')

/** Messages that roll back and reset the session of a client that disconnected, even in the middle of a batch. */
export const resetSession = Buffer.concat([message('S'), message('Q', 'rollback'), message('Q', 'discard all')])

export const checkpoint = message('Q', 'checkpoint')

/** The startup message for the engine. The user is always `postgres`; the name that a client sends is ignored. */
export const startup = Buffer.concat([
  Buffer.from([0, 0, 0, 41, 0, 3, 0, 0]),
  Buffer.from('user\0postgres\0database\0postgres\0\0'),
])

/** Parses the PostgreSQL protocol of a client. Messages can arrive in pieces and together. */
export class RequestReader {
  #chunks: Buffer[] = []
  #size = 0
  #started = false
  #batch: Buffer[] = []

  add(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    this.#size += chunk.byteLength
  }

  /** Returns the next complete request, or undefined while bytes are missing. */
  next(): ClientRequest | undefined {
    for (let bytes = this.#message(); bytes; bytes = this.#message()) {
      const request = this.#started ? this.#collect(bytes) : this.#start(bytes)
      if (request) return request
    }
    return undefined
  }

  #start(bytes: Buffer): ClientRequest {
    const code = bytes.readInt32BE(4)
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' }
    if (code === CANCEL_REQUEST) return { kind: 'end' }
    this.#started = true
    return { kind: 'startup' }
  }

  #collect(bytes: Buffer): ClientRequest | undefined {
    const type = String.fromCharCode(bytes.readUInt8(0))
    if (type === 'X') return { kind: 'end' }
    // The client sends COPY data, but the COPY was rejected.
    if (type === 'd' || type === 'c' || type === 'f') return undefined
    if (type !== 'Q' && type !== 'S' && type !== 'H' && type !== 'F') {
      this.#batch.push(bytes)
      return undefined
    }
    const batch = type === 'Q' ? [...this.#batch, bytes, copyFail] : [...this.#batch, copyFail, bytes]
    this.#batch = []
    return { kind: 'batch', bytes: Buffer.concat(batch), isComplete: type !== 'H' }
  }

  #message(): Buffer | undefined {
    const lengthAt = this.#started ? 1 : 0
    if (this.#size < lengthAt + 4) return undefined
    if (this.#first().length < lengthAt + 4) this.#join()
    const size = lengthAt + this.#first().readUInt32BE(lengthAt)
    if (size < lengthAt + 4) throw new Error('A client sent a message without a length')
    if (this.#size < size) return undefined
    if (this.#first().length < size) this.#join()
    const first = this.#first()
    this.#size -= size
    if (first.length === size) this.#chunks.shift()
    else this.#chunks[0] = first.subarray(size)
    return first.subarray(0, size)
  }

  #first(): Buffer {
    return this.#chunks[0] as Buffer
  }

  #join() {
    this.#chunks = [Buffer.concat(this.#chunks)]
  }
}

function message(type: string, text?: string): Buffer {
  const body = Buffer.from(text === undefined ? '' : `${text}\0`)
  const head = Buffer.from([type.charCodeAt(0), 0, 0, 0, 0])
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
