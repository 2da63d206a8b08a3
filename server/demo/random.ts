/**
 * A seeded random generator, which returns the same values in every run. Each subject has its own generator, so that
 * subjects do not affect each other.
 */
export type Random = ReturnType<typeof makeRandom>

/** Returns the random generator of a subject. */
export function makeRandom(...subject: (string | number)[]) {
  let state = [...subject.join(' ')].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 1)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    /** Returns a number from 0 up to but not including 1. */
    next,
    /** Returns an integer from 0 up to but not including `end`. */
    below,
    between: (low: number, high: number) => low + next() * (high - low),
    chance: (part: number) => next() < part,
    /** Returns a choice, with a probability in proportion to its weight. */
    weighted: <T>(choices: readonly [[T, number], ...[T, number][]]): T => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [choice, weight] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices[0][0]
    },
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0],
    /** Returns a value of the normal distribution with mean 0 and standard deviation 1. */
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** Returns 16 hexadecimal digits that do not reveal the id. No two ids have the same digits. */
export function opaque(id: number, kind: string) {
  let left = Math.floor(id / 2 ** 32)
  let right = id | 0
  // A Feistel round is reversible, so two ids never get the same digits.
  for (let round = 0; round < 4; round += 1) {
    const mixed = left ^ mix(right + Math.imul(kind.charCodeAt(round % kind.length), 0x01000193) + round)
    left = right
    right = mixed
  }
  return hex(left) + hex(right)
}

const hex = (half: number) => (half >>> 0).toString(16).padStart(8, '0')

/** The finaliser of MurmurHash3: each bit of the number affects all 32 bits. */
function mix(number: number) {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
