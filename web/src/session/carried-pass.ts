// The texts are only in memory. A pass number must not appear in a URL, because the browser's history and storage persist.
let carried: string[] = []
let expiry: ReturnType<typeof setTimeout> | undefined
let desk: ((typed: string) => void) | undefined

const maxAge = 30_000

/** Whether a pass waits for the pass desk. What is entered now is then for that desk too. */
export const isDeskAwaited = () => carried.length > 0

/** Hands an entered text to the pass desk on screen, or to the pass desk that opens within 30 s. */
export function carryToDesk(typed: string) {
  if (desk) return desk(typed)
  carried.push(typed)
  clearTimeout(expiry)
  expiry = setTimeout(clearCarried, maxAge)
}

/** Discards the carried texts, if no pass desk has taken them. */
export function clearCarried() {
  carried = []
  clearTimeout(expiry)
}

/** Calls `enter` with each carried text, and with each later text. Returns a function that stops these calls. */
export function takeCarried(enter: (typed: string) => void) {
  desk = enter
  const texts = carried
  clearCarried()
  for (const typed of texts) enter(typed)
  return () => {
    if (desk === enter) desk = undefined
  }
}
