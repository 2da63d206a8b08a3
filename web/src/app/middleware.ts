import { ApiError, mayUse } from '@rd4-loket/contract'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { mayHaveSession } from '../session/api.ts'
import { sessionQuery } from '../session/session.ts'
import { returnPath } from './return-path.ts'
import type { Screen } from './screens.tsx'

type Navigation = {
  client: QueryClient
  screen: Screen
  location: { href: string; search: Record<string, unknown> }
}

const mayWaitForPassword = ['persoonsgegevens-wachtwoord-wijzigen', 'service']

/** The steps that can run before a screen is shown. A step passes by returning. */
const middleware: Record<string, (navigation: Navigation) => Promise<void> | void> = {
  /** Requires a logged-in employee with the screen's role. A required new password comes first. */
  auth: async ({ client, screen, location }) => {
    const session = await client.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search: { return_to: location.href } })
    if (session.user.renew_password && !mayWaitForPassword.includes(screen.name ?? ''))
      throw redirect({ to: '/change-password' })
    if (!mayUse(screen.access, session.user)) throw new ApiError(403, 'U mag dit onderdeel niet gebruiken.')
  },

  /** For everyone. Loads the session before the page renders, if there may be one. */
  known: async ({ client }) => {
    if (mayHaveSession()) await client.ensureQueryData(sessionQuery).catch(() => {})
  },

  /** For visitors only. Redirects a logged-in employee to the requested page. */
  visitor: async ({ client, location }) => {
    if (!mayHaveSession()) return
    const session = await client.ensureQueryData(sessionQuery)
    if (session) throw redirect({ href: returnPath(location.search.return_to) })
  },

  /** Redirects to the dashboard, or to the login page. */
  home: async ({ client }) => {
    const session = await client.ensureQueryData(sessionQuery)
    throw redirect({ to: session ? '/dashboard' : '/login', replace: true })
  },

  /** Sets the language, which is always Dutch, on the page and in a cookie. */
  locale: () => {
    document.documentElement.lang = 'nl'
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
    document.cookie = `locale=nl; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`
  },
}

/** Runs the steps of a screen in order, before the screen is shown. */
export async function runMiddleware(navigation: Navigation) {
  for (const name of navigation.screen.middleware) {
    const step = middleware[name]
    if (!step) throw new ApiError(500, `Unknown middleware ${name}`)
    await step(navigation)
  }
}
