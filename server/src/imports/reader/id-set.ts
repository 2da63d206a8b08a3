/** Which rows of a table an import has met: one bit for each id, so that a hundred million of them fit in 13 MB. */
export class SeenIds {
  #bits = new Uint8Array(1024)

  add(id: number) {
    const at = id >>> 3
    if (at >= this.#bits.length) {
      const larger = new Uint8Array(2 * at)
      larger.set(this.#bits)
      this.#bits = larger
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (id & 7))
  }

  has(id: number) {
    return ((this.#bits[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0
  }
}
