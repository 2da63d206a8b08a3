/**
 * Returns the optimal string alignment distance of two words: the number of wrong, extra, missing and transposed
 * letters. Returns `max + 1` when the distance is more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1]
      const cost = Math.min((last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      current.push(isSwapped ? Math.min(cost, (beforeLast[at - 2] ?? 0) + 1) : cost)
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? 0, max + 1)
}
