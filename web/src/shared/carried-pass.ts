// In memory only: a pass number never stands in an address, and what stands in the browser's history or storage stays there.
let carried: string | undefined
let forgetting: ReturnType<typeof setTimeout> | undefined

const longestWay = 30_000

/** Takes the pass that was scanned on another screen along to the pass desk. */
export function carryPass(number: string) {
  carried = number
  clearTimeout(forgetting)
  forgetting = setTimeout(takeCarriedPass, longestWay)
}

/** The pass that was carried here, once; undefined when there is none, or when the way was never finished. */
export function takeCarriedPass() {
  const number = carried
  carried = undefined
  clearTimeout(forgetting)
  return number
}
