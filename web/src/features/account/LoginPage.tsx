import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Page } from '../../kit/page/Page.tsx'
import type { LoginReason } from '../../kit/page/route-data.ts'
import { organisations } from '../../session/page-settings.ts'
import { sessionQuery } from '../../session/session.ts'
import { LoginForm } from './LoginForm.tsx'

// Most installations have no organisations, so the login page does not contain this code.
const OrganisationLogin = lazy(async () => ({
  default: (await import('./OrganisationLogin.tsx')).OrganisationLogin,
}))

const ConfirmFactor = lazy(async () => ({ default: (await import('./ConfirmFactor.tsx')).ConfirmFactor }))

const intros: Record<LoginReason, string> = {
  ended: 'Uw sessie is afgelopen. Log opnieuw in om verder te gaan.',
  'logged out elsewhere': 'U bent in een ander venster uitgelogd.',
}

/**
 * Logs an employee in, and opens the page that they requested. An employee whom an organisation logged in may first
 * have to confirm that with a second factor.
 */
export function LoginPage() {
  const router = useRouter()
  const { search, state } = useLocation()
  // Does not load the session: most visitors of this page have none.
  const mustConfirm = useQuery({ ...sessionQuery, enabled: false }).data?.user.second_factor?.must_confirm
  // The button that ended the confirmation had the focus, and the path is the same.
  const wasConfirming = useRef(mustConfirm)
  useEffect(() => {
    if (wasConfirming.current && !mustConfirm) document.querySelector<HTMLElement>('[data-focus-first]')?.focus()
    wasConfirming.current = mustConfirm
  }, [mustConfirm])
  const { login_reason } = state
  const { return_to, organisation_login }: { return_to?: string; organisation_login?: string } = search
  // After login the guard of this page redirects to the requested page.
  const openRequested = () => router.invalidate()
  if (mustConfirm)
    return (
      <Page intro="Voor uw rol is ook een tweede factor nodig.">
        <Suspense>
          <ConfirmFactor onLogin={openRequested} />
        </Suspense>
      </Page>
    )
  const hasOrganisations = organisations().length > 0
  const intro = hasOrganisations
    ? 'Log in bij uw organisatie, of met een wachtwoord van het loket.'
    : 'Log in met uw account van het loket.'
  return (
    <Page intro={login_reason ? intros[login_reason] : intro}>
      {hasOrganisations && (
        <Suspense>
          <OrganisationLogin return_to={return_to} problem={organisation_login} />
        </Suspense>
      )}
      <LoginForm onLogin={openRequested} />
      <p>
        <Link to="/account/wachtwoord-vergeten">Wachtwoord vergeten?</Link>
      </p>
    </Page>
  )
}
