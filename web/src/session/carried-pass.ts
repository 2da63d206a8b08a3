// The number is only in memory. It must not appear in a URL, because the browser's history and storage persist.
let carriedPass: string | undefined
let expiry: ReturnType<typeof setTimeout> | undefined
const desks = new Set<(number: string) => void>()

const maxAge = 30_000

/** Hands a pass to the pass desk on screen, or to the next pass desk that opens within 30 s. */
export function carryPass(number: string) {
  const [desk] = desks
  if (desk) return desk(number)
  carriedPass = number
  clearTimeout(expiry)
  expiry = setTimeout(clearCarriedPass, maxAge)
}

/** Discards the carried pass, if no pass desk has taken it. */
export function clearCarriedPass() {
  carriedPass = undefined
  clearTimeout(expiry)
}

/** Calls `desk` with the carried pass number and with each later number. Returns a function that stops these calls. */
export function takePasses(desk: (number: string) => void) {
  desks.add(desk)
  const number = carriedPass
  clearCarriedPass()
  if (number) desk(number)
  return () => {
    desks.delete(desk)
  }
}
