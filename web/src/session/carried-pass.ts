// In memory only: a pass number never stands in an address, and what stands in the browser's history or storage stays there.
let carried: string | undefined
let forgetting: ReturnType<typeof setTimeout> | undefined
const desks = new Set<(number: string) => void>()

const longestWay = 30_000

/** Takes a pass that was entered elsewhere to the pass desk on screen, or along to the one that opens next. */
export function carryPass(number: string) {
  const [desk] = desks
  if (desk) return desk(number)
  carried = number
  clearTimeout(forgetting)
  forgetting = setTimeout(forgetCarriedPass, longestWay)
}

/** Forgets a pass whose way was never finished. */
export function forgetCarriedPass() {
  carried = undefined
  clearTimeout(forgetting)
}

/** Takes the pass that was carried here, once, and those that come while the desk is on screen; gives the way to stop. */
export function takePasses(desk: (number: string) => void) {
  desks.add(desk)
  const number = carried
  forgetCarriedPass()
  if (number) desk(number)
  return () => {
    desks.delete(desk)
  }
}
