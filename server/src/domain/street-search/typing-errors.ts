/** How many typing errors a typed name may have and still be found: a short one soon looks like every other. */
export const errorsAllowed = (typed: string) => (typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2)

/**
 * Names as a tree of their letters (code units): names that begin alike share the letters of that. The letters stand in the order in
 * which the names are read: of each, how many stand before it in a name, where the names that have it there end, and the
 * name that is whole with it.
 */
export type NameTree = {
  names: string[]
  letter: Uint16Array
  depth: Uint16Array
  beyond: Uint32Array
  whole: (string | undefined)[]
}

/** Makes a tree of names, each of which may be given more than once. */
export function nameTree(given: Iterable<string>): NameTree {
  const names = [...new Set(given)].sort()
  const most = names.reduce((sum, { length }) => sum + length, 0)
  const [letter, depth, beyond] = [new Uint16Array(most), new Uint16Array(most), new Uint32Array(most)]
  const whole: (string | undefined)[] = []
  // Of the name before: where each of its letters stands.
  const open: number[] = []
  let before = ''
  const close = (from: number) => {
    for (const node of open.splice(from)) beyond[node] = whole.length
  }
  for (const name of names) {
    let same = 0
    while (same < before.length && name[same] === before[same]) same += 1
    close(same)
    for (let at = same; at < name.length; at += 1) {
      const node = whole.push(at === name.length - 1 ? name : undefined) - 1
      letter[node] = name.charCodeAt(at)
      depth[node] = at
      open.push(node)
    }
    before = name
  }
  close(0)
  const size = whole.length
  return { names, letter: letter.slice(0, size), depth: depth.slice(0, size), beyond: beyond.slice(0, size), whole }
}

/**
 * The names, in order, that are at most so many typing errors away from what was typed: letters that are wrong, too many, too few,
 * or in each other's place. For each letter of a name a row counts the errors between its beginning and each beginning of
 * what was typed, next to the diagonal: elsewhere are too many. Where all of a row are too many, names that begin so are passed by.
 */
export function closeNames({ letter, depth, beyond, whole }: NameTree, typed: string, most: number): string[] {
  const close: string[] = []
  const { length } = typed
  const codes = Array.from({ length }, (_, at) => typed.charCodeAt(at))
  const tooMany = most + 1
  // No name longer than this is close.
  const rows = Array.from({ length: length + most + 2 }, () => new Uint8Array(length + 1).fill(tooMany))
  const path = new Uint16Array(rows.length)
  const least = new Uint8Array(rows.length)
  for (let at = 0; at <= most && at <= length; at += 1) (rows[0] as Uint8Array)[at] = at
  for (let node = 0; node < whole.length; ) {
    const row = (depth[node] as number) + 1
    const current = rows[row] as Uint8Array
    const last = rows[row - 1] as Uint8Array
    const beforeLast = rows[row - 2]
    const here = letter[node] as number
    path[row] = here
    const from = Math.max(1, row - most)
    const to = Math.min(length, row + most)
    current[from - 1] = from === 1 && row < tooMany ? row : tooMany
    let fewest = current[from - 1] as number
    for (let at = from; at <= to; at += 1) {
      let errors = (last[at - 1] as number) + (codes[at - 1] === here ? 0 : 1)
      errors = Math.min(errors, (current[at - 1] as number) + 1, at < row + most ? (last[at] as number) + 1 : tooMany)
      if (beforeLast && at > 1 && codes[at - 1] === path[row - 1] && codes[at - 2] === here)
        errors = Math.min(errors, (beforeLast[at - 2] as number) + 1)
      current[at] = Math.min(errors, tooMany)
      fewest = Math.min(fewest, current[at] as number)
    }
    least[row] = fewest
    const name = whole[node]
    if (name !== undefined && row >= length - most && row <= length + most && (current[length] as number) <= most)
      close.push(name)
    // Two letters in each other's place are counted from the row before the last.
    const hopeless = fewest > most && (least[row - 1] as number) >= most
    node = hopeless ? (beyond[node] as number) : node + 1
  }
  return close
}
