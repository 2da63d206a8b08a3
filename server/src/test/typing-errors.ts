/** How many letters were typed wrongly, too many, too few or in each other's place between two words; `most + 1` when more than `most`. */
export function typingErrors(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1]
      const cost = Math.min((last[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1))
      const swapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      current.push(swapped ? Math.min(cost, (beforeLast[at - 2] ?? 0) + 1) : cost)
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? 0, most + 1)
}
