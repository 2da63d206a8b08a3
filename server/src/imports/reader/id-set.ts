/** A set of row ids with one bit per id: 100 million ids take 13 MB. */
export class IdSet {
  #bits = new Uint8Array(1024)

  add(id: number) {
    const index = id >>> 3
    if (index >= this.#bits.length) {
      const larger = new Uint8Array(2 * index)
      larger.set(this.#bits)
      this.#bits = larger
    }
    this.#bits[index] = (this.#bits[index] ?? 0) | (1 << (id & 7))
  }

  /** Yields the ids in ascending order. */
  *[Symbol.iterator]() {
    for (const [index, bits] of this.#bits.entries())
      if (bits !== 0) for (let bit = 0; bit < 8; bit += 1) if ((bits & (1 << bit)) !== 0) yield 8 * index + bit
  }

  has(id: number) {
    return ((this.#bits[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0
  }
}
