import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Page } from '../../kit/page/Page.tsx'
import type { LoginReason } from '../../kit/page/route-data.ts'
import { organisations } from '../../session/page-settings.ts'
import { LoginForm } from './LoginForm.tsx'

// Most installations have no organisations, so the login page does not contain this code.
const OrganisationLogin = lazy(async () => ({
  default: (await import('./OrganisationLogin.tsx')).OrganisationLogin,
}))

const intros: Record<LoginReason, string> = {
  ended: 'Uw sessie is afgelopen. Log opnieuw in om verder te gaan.',
  'logged out elsewhere': 'U bent in een ander venster uitgelogd.',
}

/** Logs an employee in, and opens the page that they requested. */
export function LoginPage() {
  const router = useRouter()
  const { search, state } = useLocation()
  const { login_reason } = state
  const { return_to, organisation_login }: { return_to?: string; organisation_login?: string } = search
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
      {/* After login the guard of this page redirects to the requested page. */}
      <LoginForm onLogin={() => router.invalidate()} />
      <p>
        <Link to="/account/wachtwoord-vergeten">Wachtwoord vergeten?</Link>
      </p>
    </Page>
  )
}
