import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onSessionEnd } from '../shared/api.ts'
import { endSession, forgetShown } from '../shared/client-areas.ts'
import { onOtherTabs, renewSession, sessionQuery } from '../shared/session.ts'

/** Keeps this tab where the session is: a dead token or a logout elsewhere leads to /login, a login elsewhere goes on. */
export function followSession(client: QueryClient, router: AnyRouter) {
  const leave = async (search: { return_to?: string }) => {
    endSession(client)
    await router.navigate({ to: '/login', search })
    forgetShown(client)
  }
  onSessionEnd(() => leave({ return_to: router.state.location.href }))

  const stop = onOtherTabs(async (news) => {
    const before = client.getQueryData(sessionQuery.queryKey)?.user.email
    if (news === 'logged out') return before && leave({})
    await renewSession(client)
    if (client.getQueryData(sessionQuery.queryKey)?.user.email !== before) forgetShown(client)
    await router.invalidate()
  })
  return () => {
    stop()
    onSessionEnd(() => {})
  }
}
