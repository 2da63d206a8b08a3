import { makeStore } from '../kit/browser/store.ts'

/** A request to log in, shown in a dialog over the page when the session ends soon or has ended. */
type LoginRequest = {
  reason: 'ending' | 'ended'
  isLoggedIn: Promise<boolean>
  settle: (isLoggedIn: boolean) => void
}

/** The open request, shown by `LoginDialog`. */
export const loginRequest = makeStore<LoginRequest | undefined>(undefined)

/** Opens a login request if none is open. Returns whether the same employee logged in again. */
export function requestLogin(reason: LoginRequest['reason']) {
  const open = loginRequest.read()
  if (open?.reason === reason) return open.isLoggedIn
  const { promise: isLoggedIn, resolve: settle } = open
    ? { promise: open.isLoggedIn, resolve: open.settle }
    : Promise.withResolvers<boolean>()
  loginRequest.write({ reason, isLoggedIn, settle })
  return isLoggedIn
}

/** Closes the open request. */
export function settleLogin(isLoggedIn: boolean) {
  const open = loginRequest.read()
  loginRequest.write(undefined)
  open?.settle(isLoggedIn)
}
