import { makeStore } from '../kit/browser/store.ts'

/** Why an employee is asked to log in over the page: the session ends soon, or it has ended; and whose it is. */
type LoginAsked = {
  reason: 'ending' | 'ended'
  email: string
  answer: Promise<boolean>
  settle: (again: boolean) => void
}

/** Whether an employee is asked to log in over the page. */
export const loginAsked = makeStore<LoginAsked | undefined>(undefined)

/** Asks this employee to log in over the page, which stays as it is; true once that is done, false when they would rather leave. */
export function askLogin(reason: LoginAsked['reason'], email: string) {
  const before = loginAsked.read()
  const { promise: answer, resolve: settle } = before
    ? { promise: before.answer, resolve: before.settle }
    : Promise.withResolvers<boolean>()
  loginAsked.write({ reason, email, answer, settle })
  return answer
}

/** Takes the question away, with its answer. */
export function settleLogin(again: boolean) {
  const asked = loginAsked.read()
  loginAsked.write(undefined)
  asked?.settle(again)
}
