import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { hasUnsavedWork } from '../kit/forms/unsaved-work.ts'
import { clearDrafts, hasDrafts } from '../session/drafts.ts'
import { loginRequest, settleLogin } from '../session/login-request.ts'
import { leaveSession } from '../session/logout.ts'
import { onOtherTabs, renewSession, sessionQuery } from '../session/session.ts'

// How a session ends: a call that gets a 401 opens a login request and waits until it is settled (session/api.ts).
// If there is no unsaved work and no draft, this file opens the login page. Otherwise LoginDialog.tsx appears over the
// page.

/** Opens the login page instead of the login dialog. Typed text is lost. */
export function abandonSession(client: QueryClient, router: AnyRouter) {
  settleLogin(false)
  return leaveSession(client, router)
}

/**
 * Handles the end of the session in this tab, and logins and logouts in other tabs. A logout clears the page. A login
 * of the same employee settles the login request. A login of another employee reloads the portal.
 */
export function followSession(client: QueryClient, router: AnyRouter) {
  const employee = () => client.getQueryData(sessionQuery.queryKey)?.user.email

  let isDialogOpen = false
  const stopRequests = loginRequest.listen((request) => {
    const losesWork = hasUnsavedWork() || hasDrafts(client) || client.isMutating() > 0
    isDialogOpen = request !== undefined && (isDialogOpen || request.reason === 'ending' || losesWork)
    if (!request || (isDialogOpen && employee())) return
    settleLogin(false)
    void leaveSession(client, router, { login_reason: 'ended', return_to: router.state.location.href })
  })

  const stopTabs = onOtherTabs(async (news) => {
    const before = employee()
    if (news === 'logged out') {
      if (!before) return
      settleLogin(false)
      return leaveSession(client, router, { login_reason: 'logged out elsewhere' })
    }
    await renewSession(client)
    // Pages keep the data on screen after a login. So the portal reloads for another employee.
    if (before && employee() !== before) {
      clearDrafts(client)
      return location.replace('/')
    }
    settleLogin(true)
    await router.invalidate()
  })
  return () => {
    stopRequests()
    stopTabs()
  }
}
