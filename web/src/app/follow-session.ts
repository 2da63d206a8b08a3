import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { hasTypedWork } from '../kit/forms/typed-work.ts'
import { onSessionEnd } from '../session/api.ts'
import { endSession, forgetShown } from '../session/client-areas.ts'
import { onOtherTabs, renewSession, sessionQuery, type WhyLogin } from '../session/session.ts'
import { askLogin, loginAsked, settleLogin } from './login-again.ts'

/** Leaves for the login page, where nothing of what was shown is known any more. */
export async function leaveSession(
  client: QueryClient,
  router: AnyRouter,
  { why_login, return_to }: { why_login?: WhyLogin; return_to?: string } = {},
) {
  settleLogin(false)
  endSession(client)
  await router.navigate({ to: '/login', search: { return_to }, state: { why_login } })
  forgetShown(client)
}

/**
 * Keeps this tab where the session is. A session that has ended leads to /login; where something would be lost that is typed or
 * on its way, the login comes to the page instead. A logout elsewhere clears the page whatever is on it; a login elsewhere goes on,
 * or begins anew for another employee.
 */
export function followSession(client: QueryClient, router: AnyRouter) {
  const email = () => client.getQueryData(sessionQuery.queryKey)?.user.email
  const isAtWork = () => hasTypedWork() || client.isMutating() > 0

  onSessionEnd(async (wasAlive) => {
    const employee = loginAsked.read()?.email ?? (wasAlive && isAtWork() ? email() : undefined)
    if (employee) return askLogin('ended', employee)
    if (wasAlive) void leaveSession(client, router, { why_login: 'ended', return_to: router.state.location.href })
    return false
  })

  const stop = onOtherTabs(async (news) => {
    const before = loginAsked.read()?.email ?? email()
    if (news === 'logged out') return before && leaveSession(client, router, { why_login: 'logged out elsewhere' })
    await renewSession(client)
    // Pages keep what they show: for somebody else everything begins anew.
    if (before && email() !== before) return location.replace('/')
    settleLogin(true)
    await router.invalidate()
  })
  return () => {
    stop()
    onSessionEnd(async () => false)
  }
}
