import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { Page } from '../../kit/page/Page.tsx'
import type { LoginReason } from '../../kit/page/route-data.ts'
import { LoginForm } from './LoginForm.tsx'

const intros: Record<LoginReason, string> = {
  ended: 'Uw sessie is afgelopen. Log opnieuw in om verder te gaan.',
  'logged out elsewhere': 'U bent in een ander venster uitgelogd.',
}

/** Logs an employee in, and opens the page that they requested. */
export function LoginPage() {
  const router = useRouter()
  const { login_reason } = useLocation().state
  return (
    <Page intro={login_reason ? intros[login_reason] : 'Log in met uw account van het loket.'}>
      {/* After login the guard of this page redirects to the requested page. */}
      <LoginForm onLogin={() => router.invalidate()} />
      <p>
        <Link to="/account/wachtwoord-vergeten">Wachtwoord vergeten?</Link>
      </p>
    </Page>
  )
}
