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

/** What can run before a screen is shown; it passes by returning. */
const middleware: Record<string, (navigation: Navigation) => Promise<void> | void> = {
  /** Only for who is logged in and has the screen's role; a new password comes first where one is asked. */
  auth: async ({ client, screen, location }) => {
    const session = await client.ensureQueryData(sessionQuery)
    if (!session) throw redirect({ to: '/login', search: { return_to: location.href } })
    if (session.user.renew_password && !mayWaitForPassword.includes(screen.name ?? ''))
      throw redirect({ to: '/change-password' })
    if (!mayUse(screen.access, session.user)) throw new ApiError(403, 'U mag dit onderdeel niet gebruiken.')
  },

  /** For everybody: who is logged in is known before the page is drawn, where that can be known. */
  known: async ({ client }) => {
    if (mayHaveSession()) await client.ensureQueryData(sessionQuery).catch(() => {})
  },

  /** Only for visitors: who is logged in goes on. */
  visitor: async ({ client, location }) => {
    if (!mayHaveSession()) return
    const session = await client.ensureQueryData(sessionQuery)
    if (session) throw redirect({ href: returnPath(location.search.return_to) })
  },

  /** The beginning is the dashboard, or the login page. */
  home: async ({ client }) => {
    const session = await client.ensureQueryData(sessionQuery)
    throw redirect({ to: session ? '/dashboard' : '/login', replace: true })
  },

  /** Dutch is the only language; the cookie says so to whoever reads it. */
  locale: () => {
    document.documentElement.lang = 'nl'
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of this year.
    document.cookie = `locale=nl; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax`
  },
}

/** Runs what a screen asks for, in its order, before the screen is shown. */
export async function runMiddleware(navigation: Navigation) {
  for (const name of navigation.screen.middleware) {
    const step = middleware[name]
    if (!step) throw new ApiError(500, `Unknown middleware ${name}`)
    await step(navigation)
  }
}
