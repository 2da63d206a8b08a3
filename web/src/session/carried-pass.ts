// In memory only: a pass number must not appear in a URL, and the browser's history and storage persist.
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

/** Forgets a pass that no desk took. */
export function clearCarriedPass() {
  carriedPass = undefined
  clearTimeout(expiry)
}

/** Passes the carried pass, and each later one, to a pass desk. Returns a function that stops this. */
export function takePasses(desk: (number: string) => void) {
  desks.add(desk)
  const number = carriedPass
  clearCarriedPass()
  if (number) desk(number)
  return () => {
    desks.delete(desk)
  }
}
