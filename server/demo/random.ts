/** Made-up values that are the same at every run: one stream of them per subject, so that subjects do not move each other. */
export type Random = ReturnType<typeof makeRandom>

/** Starts the stream of values that belongs to these words and numbers. */
export function makeRandom(...subject: (string | number)[]) {
  let state = [...subject.join(' ')].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193), 1)
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    return mix(state) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    /** From 0 to just under 1. */
    next,
    /** A whole number from 0 to just under the end. */
    below,
    /** A number between these two. */
    between: (low: number, high: number) => low + next() * (high - low),
    chance: (part: number) => next() < part,
    /** One of these, each as often as its weight tells. */
    weighted: <T>(choices: readonly [[T, number], ...[T, number][]]): T => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [choice, weight] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices[0][0]
    },
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0],
    /** A bell curve around 0, with a standard deviation of 1. */
    bell: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** Sixteen hexadecimal digits that tell nothing of the number they are made of, and are never made of another one. */
export function opaque(id: number, kind: string) {
  let left = Math.floor(id / 2 ** 32)
  let right = id | 0
  // Whatever is mixed in, a Feistel round can be undone: so no two numbers share their digits.
  for (let round = 0; round < 4; round += 1) {
    const mixed = left ^ mix(right + Math.imul(kind.charCodeAt(round % kind.length), 0x01000193) + round)
    left = right
    right = mixed
  }
  return hex(left) + hex(right)
}

const hex = (half: number) => (half >>> 0).toString(16).padStart(8, '0')

/** Spreads the bits of a number over all 32. */
function mix(number: number) {
  let bits = Math.imul(number ^ (number >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
