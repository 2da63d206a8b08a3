/** `below` returns a whole number in [0, end). The sequence of numbers is the same in every run. */
export type SeededRandom = { below: (end: number) => number }

/** Returns a seeded generator (mulberry32). */
export function makeRandom(seed: number): SeededRandom {
  let state = seed
  return {
    below: (end) => {
      state = (state + 0x6d2b79f5) | 0
      let bits = Math.imul(state ^ (state >>> 15), 1 | state)
      bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
      return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * end)
    },
  }
}
