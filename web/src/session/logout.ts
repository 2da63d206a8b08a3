import { ApiError, logout } from '@rd4-loket/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { LoginReason } from '../kit/page/route-data.ts'
import { call } from './api.ts'
import { clearShown, resetArea } from './client-areas.ts'
import { publishToOtherTabs } from './session.ts'

/** Goes to the login page and clears everything that was shown. */
export async function leaveSession(
  client: QueryClient,
  router: AnyRouter,
  { login_reason, return_to }: { login_reason?: LoginReason; return_to?: string } = {},
) {
  resetArea.user(client)
  resetArea.meta(client)
  await router.navigate({ to: '/login', search: { return_to }, state: { login_reason } })
  clearShown(client)
}

/** Returns the mutation that logs the employee out, and clears this tab and the other tabs. */
export function useLogout() {
  const client = useQueryClient()
  const router = useRouter()
  return useMutation({
    mutationKey: ['logout'],
    mutationFn: () =>
      call(logout, {}, { withoutLogin: true }).catch((error) => {
        // A 401 means that the session has already ended.
        if (!(error instanceof ApiError && error.status === 401)) throw error
      }),
    onSuccess: async (reply) => {
      resetArea.app(client)
      publishToOtherTabs('logged out')
      await leaveSession(client, router)
      if (reply?.organisation_logout) location.assign(reply.organisation_logout)
    },
  })
}
