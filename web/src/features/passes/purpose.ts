import { deskPurposes, findResident, type Purpose, parseInput } from '@rd4-loket/contract'
import { useRef, useState } from 'react'

const usual = deskPurposes[0]
const numberOf = (typed: string) =>
  parseInput(findResident.body, { environmental_pass_number: typed }).value?.environmental_pass_number ?? typed

/** For what the desk looks at a resident: chosen once, for one customer. The next one is served for the usual purpose again. */
export function usePurpose() {
  const [purpose, show] = useState<Purpose>(usual)
  // Whose call went under the chosen purpose; nobody's while it waits for a customer.
  const servedPass = useRef<string>(undefined)
  return {
    purpose,
    choose: (chosen: Purpose) => {
      servedPass.current = undefined
      show(chosen)
    },
    /** The purpose of a call about this pass. */
    forPass: (typed: string) => {
      const number = numberOf(typed)
      const isNext = servedPass.current !== undefined && servedPass.current !== number
      servedPass.current = number
      if (!isNext) return purpose
      show(usual)
      return usual
    },
  }
}
