/** Returns the maximum number of typing errors in a typed name. The number is lower for a short name. */
export const errorsAllowed = (typed: string) => (typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2)

/**
 * A prefix tree of names. Each node is a letter. Names with the same beginning share the nodes of that beginning.
 * The arrays other than `names` have one entry per node, in the alphabetical order of the names (depth first).
 */
export type NameTree = {
  names: string[]
  /** The UTF-16 code unit of the node. */
  letter: Uint16Array
  /** The number of letters before the node. */
  depth: Uint16Array
  /** The index of the first node after the subtree of this node. */
  end: Uint32Array
  /** The name that ends at the node, or undefined. */
  namesByNode: (string | undefined)[]
}

/** Returns the tree of these names; duplicates are ignored. */
export function nameTree(allNames: Iterable<string>): NameTree {
  const names = [...new Set(allNames)].sort()
  const maxNodes = names.reduce((sum, { length }) => sum + length, 0)
  const [letter, depth, end] = [new Uint16Array(maxNodes), new Uint16Array(maxNodes), new Uint32Array(maxNodes)]
  const namesByNode: (string | undefined)[] = []
  /** The nodes of the previous name, one per letter. */
  const path: number[] = []
  let previous = ''
  const leaveNodes = (from: number) => {
    for (const node of path.splice(from)) end[node] = namesByNode.length
  }
  for (const name of names) {
    let shared = 0
    while (shared < previous.length && name[shared] === previous[shared]) shared += 1
    leaveNodes(shared)
    for (let at = shared; at < name.length; at += 1) {
      const node = namesByNode.push(at === name.length - 1 ? name : undefined) - 1
      letter[node] = name.charCodeAt(at)
      depth[node] = at
      path.push(node)
    }
    previous = name
  }
  leaveNodes(0)
  const size = namesByNode.length
  return { names, letter: letter.slice(0, size), depth: depth.slice(0, size), end: end.slice(0, size), namesByNode }
}

/**
 * Returns the names that are at most `maxErrors` typing errors away from the typed text, in alphabetical order.
 * A typing error is a letter that is wrong, missing or too many, or two neighbouring letters in the wrong order.
 *
 * This is the Damerau-Levenshtein distance (optimal string alignment). Each node of the tree has a row in the table of
 * that algorithm. A cell is the number of errors between the name up to the node and a beginning of the typed text.
 * Only the cells within `maxErrors` of the diagonal are computed. When all cells of a row have too many errors, the
 * subtree is skipped.
 */
export function closeNames({ letter, depth, end, namesByNode }: NameTree, typed: string, maxErrors: number): string[] {
  const close: string[] = []
  const { length } = typed
  const codes = Array.from({ length }, (_, at) => typed.charCodeAt(at))
  const tooMany = maxErrors + 1
  // Longer names need no rows: they exceed the typed text by more than `maxErrors` letters.
  const rows = Array.from({ length: length + maxErrors + 2 }, () => new Uint8Array(length + 1).fill(tooMany))
  const path = new Uint16Array(rows.length)
  const minOfRow = new Uint8Array(rows.length)
  for (let at = 0; at <= maxErrors && at <= length; at += 1) (rows[0] as Uint8Array)[at] = at
  for (let node = 0; node < namesByNode.length; ) {
    const row = (depth[node] as number) + 1
    const current = rows[row] as Uint8Array
    const previous = rows[row - 1] as Uint8Array
    const beforePrevious = rows[row - 2]
    const code = letter[node] as number
    path[row] = code
    const from = Math.max(1, row - maxErrors)
    const to = Math.min(length, row + maxErrors)
    current[from - 1] = from === 1 && row < tooMany ? row : tooMany
    let min = current[from - 1] as number
    for (let at = from; at <= to; at += 1) {
      let errors = (previous[at - 1] as number) + (codes[at - 1] === code ? 0 : 1)
      const extraInName = at < row + maxErrors ? (previous[at] as number) + 1 : tooMany
      errors = Math.min(errors, (current[at - 1] as number) + 1, extraInName)
      const isSwapped = beforePrevious && at > 1 && codes[at - 1] === path[row - 1] && codes[at - 2] === code
      if (isSwapped) errors = Math.min(errors, (beforePrevious[at - 2] as number) + 1)
      current[at] = Math.min(errors, tooMany)
      min = Math.min(min, current[at] as number)
    }
    minOfRow[row] = min
    const name = namesByNode[node]
    const isClose = row >= length - maxErrors && row <= length + maxErrors && (current[length] as number) <= maxErrors
    if (name !== undefined && isClose) close.push(name)
    // A swap in row + 1 adds one error to a cell of row - 1. So the subtree is skipped only if every cell of row - 1
    // also has at least `maxErrors` errors.
    const hasTooManyErrors = min > maxErrors && (minOfRow[row - 1] as number) >= maxErrors
    node = hasTooManyErrors ? (end[node] as number) : node + 1
  }
  return close
}
