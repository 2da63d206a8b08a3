const frameMagic = 0xfd2fb528
const isSkippable = (magic: number) => magic >= 0x184d2a50 && magic <= 0x184d2a5f

/** Returns whether a file with these first bytes is a zstd file. */
export function startsZstd(head: Buffer) {
  const magic = head.length < 4 ? 0 : head.readUInt32LE()
  return magic === frameMagic || isSkippable(magic)
}

/**
 * Yields the same bytes in other chunks: a chunk never contains bytes of two zstd frames.
 * The decompressor of Node drops the rest of a chunk after the end of a frame, but reads the next chunk as a new frame.
 * Bytes that are not a frame are yielded unchanged, because the decompressor rejects them.
 * RFC 8878, section 3.1, describes the frames.
 */
export async function* cutAtFrames(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = packed[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)
  // The offset of the next field in `buffered`. It exceeds the length of `buffered` while a long field is skipped.
  let at = 0

  /**
   * Yields the bytes before the next field and buffers `length` bytes of it. Returns false when the file ends first.
   */
  async function* fillBuffer(length: number) {
    while (buffered.length < at + length) {
      const passed = Math.min(at, buffered.length)
      if (passed > 0) yield buffered.subarray(0, passed)
      at -= passed
      buffered = buffered.subarray(passed)
      const { done, value } = await chunks.next()
      if (done) return false
      buffered = buffered.length > 0 ? Buffer.concat([buffered, value]) : value
    }
    return true
  }

  async function* skipBlocks() {
    for (let isLast = false; !isLast; ) {
      if (!(yield* fillBuffer(3))) return
      const header = buffered.readUIntLE(at, 3)
      const isOneByteRepeated = ((header >> 1) & 3) === 1
      at += 3 + (isOneByteRepeated ? 1 : header >> 3)
      isLast = (header & 1) === 1
    }
  }

  try {
    while (yield* fillBuffer(8)) {
      const magic = buffered.readUInt32LE()
      if (isSkippable(magic)) at = 8 + buffered.readUInt32LE(4)
      else if (magic === frameMagic) {
        const descriptor = buffered.readUInt8(4)
        at = 5 + headerFieldsLength(descriptor)
        yield* skipBlocks()
        if (descriptor & 0b100) at += 4
      } else break
      yield* fillBuffer(0)
      if (at > buffered.length) break
      yield buffered.subarray(0, at)
      buffered = buffered.subarray(at)
      at = 0
    }
    if (buffered.length > 0) yield buffered
    for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) yield chunk.value
  } finally {
    await chunks.return?.()
  }
}

/** Returns the number of bytes of the header fields between the descriptor of a frame and its first block. */
function headerFieldsLength(descriptor: number) {
  const isSingleSegment = (descriptor & 0b100000) !== 0
  const sizeLength = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0
  const dictionaryLength = [0, 1, 2, 4][descriptor & 0b11] ?? 0
  return (isSingleSegment ? 0 : 1) + dictionaryLength + sizeLength
}
