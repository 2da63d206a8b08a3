const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102

/** What a client asks for, cut out of its bytes: the greeting at the start, then batches for the engine, then the end. */
export type ClientRequest =
  | { kind: 'encryption' | 'startup' | 'end' }
  /** Ends with a message that the engine answers; `complete` when that answer ends with ReadyForQuery. */
  | { kind: 'batch'; bytes: Buffer; complete: boolean }

/** A message that makes the engine refuse COPY FROM STDIN, which it waits for in vain; it ignores it everywhere else. */
const copyFail = message('f', 'the embedded engine takes no COPY from a client; insert from unnest instead')

/** Ends the work of a client that went away, wherever it broke off. */
export const resetSession = Buffer.concat([message('S'), message('Q', 'rollback'), message('Q', 'discard all')])

/** Writes pages to their files and lets the write-ahead log start afresh. */
export const checkpoint = message('Q', 'checkpoint')

/** What the engine itself is greeted with, whoever the client says that it is. */
export const startup = Buffer.concat([
  Buffer.from([0, 0, 0, 41, 0, 3, 0, 0]),
  Buffer.from('user\0postgres\0database\0postgres\0\0'),
])

/** Reads the protocol of PostgreSQL from a client, however its messages arrive split or joined. */
export class RequestReader {
  #chunks: Buffer[] = []
  #size = 0
  #started = false
  #batch: Buffer[] = []

  add(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    this.#size += chunk.byteLength
  }

  /** The next whole request, or nothing while bytes of it are still on their way. */
  next(): ClientRequest | undefined {
    for (let bytes = this.#message(); bytes; bytes = this.#message()) {
      const request = this.#started ? this.#collect(bytes) : this.#greet(bytes)
      if (request) return request
    }
    return undefined
  }

  #greet(bytes: Buffer): ClientRequest {
    const code = bytes.readInt32BE(4)
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' }
    if (code === CANCEL_REQUEST) return { kind: 'end' }
    this.#started = true
    return { kind: 'startup' }
  }

  #collect(bytes: Buffer): ClientRequest | undefined {
    const type = String.fromCharCode(bytes.readUInt8(0))
    if (type === 'X') return { kind: 'end' }
    // Data for a COPY that was refused.
    if (type === 'd' || type === 'c' || type === 'f') return undefined
    if (type !== 'Q' && type !== 'S' && type !== 'H' && type !== 'F') {
      this.#batch.push(bytes)
      return undefined
    }
    const batch = type === 'Q' ? [...this.#batch, bytes, copyFail] : [...this.#batch, copyFail, bytes]
    this.#batch = []
    return { kind: 'batch', bytes: Buffer.concat(batch), complete: type !== 'H' }
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
