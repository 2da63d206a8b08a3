import { ApiError, mayUse, parseInput } from '@rd4-loket/contract'
import { redirect } from '@tanstack/react-router'
import { isCollectionSection } from '../domain/collections/collection-sections.ts'
import { mayHaveSession } from '../session/api.ts'
import { changeMenu } from '../session/menu.ts'
import { isOffered } from '../session/offered.tsx'
import { publishToOtherTabs, type Session, sessionQuery } from '../session/session.ts'
import { returnPath } from './return-path.ts'
import type { Middleware, Navigation } from './screen.ts'

/** The message of an unmatched route (S8.2). The employee sees the Dutch page for 404. */
export const pageNotFound = 'This page could not be found'

const mayWaitForPassword = ['persoonsgegevens-wachtwoord-wijzigen', 'service']

// The maximum time that a public screen waits for the session, in ms.
const maxSessionWait = 1500

/** Whether the server opened this page after a login at an organisation. That login stored no mark of a session. */
const returnsFromOrganisation = ({ search }: Navigation['location']) => search.organisation_login === 'done'

/**
 * Returns the session; null for a visitor. A public screen opens without a session if loading the session fails or
 * exceeds `maxSessionWait`. If the session arrives later, the steps run again. In a browser without the mark of a
 * session, only one public screen loads the session: the start page. A browser without storage cannot store the mark.
 */
async function findSession({ client, screen, location, repeat }: Navigation): Promise<Session> {
  if (screen.access !== 'everyone') return client.ensureQueryData(sessionQuery)
  if (!mayHaveSession() && screen.path !== '/' && !returnsFromOrganisation(location)) return null
  const loading = client.ensureQueryData(sessionQuery).catch(() => null)
  const session = await Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, maxSessionWait))])
  if (session === undefined) void loading.then((arrived) => arrived && repeat())
  return session ?? null
}

/** Sets the language, always Dutch, on the page and in a cookie. Browsers store no `secure` cookie over http. */
const locale: Middleware = () => {
  document.documentElement.lang = 'nl'
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `locale=nl; path=/; max-age=${365 * 24 * 60 * 60}; samesite=lax${secure}`
}

/**
 * Rejects users without access to the screen. First redirects an employee who must choose a password,
 * or add or confirm a second factor.
 */
const auth: Middleware = async (navigation) => {
  const { client, screen, location } = navigation
  const user = (await findSession(navigation))?.user
  const mustAddFactor = user?.second_factor?.must_add
  const mustConfirm = user?.second_factor?.must_confirm
  changeMenu(client, { enabled: !user?.renew_password && !mustAddFactor && !mustConfirm })
  if (!user && screen.access !== 'everyone') throw redirect({ to: '/login', search: { return_to: location.href } })
  if (user?.renew_password && !mayWaitForPassword.includes(screen.name ?? ''))
    throw redirect({ to: '/change-password' })
  if (!user?.renew_password && mustAddFactor && screen.path !== '/account/beveiliging')
    throw redirect({ to: '/account/beveiliging' })
  if (mustConfirm && screen.path !== '/login') throw redirect({ to: '/login', search: { return_to: location.href } })
  if (!mayUse(screen.access, user)) throw new ApiError(403, 'U mag dit onderdeel niet gebruiken.')
}

/**
 * Throws a 404 when the server does not offer the calls of the screen. Runs after `auth`, because loading the
 * session shows which calls the server offers.
 */
const offered: Middleware = ({ screen }) => {
  if (!isOffered(screen)) throw new ApiError(404, pageNotFound)
}

/** Throws a 404 when no record can have this path, for example because its alias is too long. */
const valid: Middleware = ({ screen: { shows }, params }) => {
  if (shows && !parseInput(shows.params, params).value?.alias) throw new ApiError(404, pageNotFound)
}

/** For visitors, and for a login that must be confirmed. Redirects other employees to the requested page. */
export const visitor: Middleware = ({ client, location }) => {
  const session = client.getQueryData(sessionQuery.queryKey)
  if (!session || session.user.second_factor?.must_confirm) return
  if (returnsFromOrganisation(location)) publishToOtherTabs('logged in')
  throw redirect({ href: returnPath(location.search.return_to) })
}

/** Throws a 404 for a path that names no section of 'Regels en gebieden'. */
export const collectionSection: Middleware = ({ params }) => {
  if (!isCollectionSection(params['section'])) throw new ApiError(404, pageNotFound)
}

/** Throws a 404: no screen has this path. */
export const unmatched: Middleware = () => {
  throw new ApiError(404, pageNotFound)
}

/** Redirects to the dashboard, or to the login page. Runs after `auth`, which has loaded the session if it could. */
export const home: Middleware = ({ client }) => {
  const mayBeLoggedIn = client.getQueryData(sessionQuery.queryKey) ?? mayHaveSession()
  throw redirect({ to: mayBeLoggedIn ? '/dashboard' : '/login', replace: true })
}

/** Runs the steps of a navigation in order, before its screen is shown. */
export async function runMiddleware(navigation: Navigation) {
  for (const step of [locale, auth, offered, valid, ...(navigation.screen.middleware ?? [])]) {
    // The types allow only steps. But a table of screens from elsewhere can have a name instead (S8.3).
    if (typeof step !== 'function') throw new ApiError(500, `Unknown middleware ${step}`)
    await step(navigation)
  }
}
