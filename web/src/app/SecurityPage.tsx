import { useLocation } from '@tanstack/react-router'
import { LoginProblem, OrganisationLogin } from '../features/account/OrganisationLogin.tsx'
import { OwnSessionsPanel } from '../features/account/OwnSessionsPanel.tsx'
import { PasswordPanel } from '../features/account/PasswordPanel.tsx'
import { SecondFactorPanel } from '../features/second-factor/SecondFactorPanel.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useSession } from '../session/session.ts'

/**
 * The security of the employee's own account. After a login at an organisation, changes can need a new login there; the
 * URL has the reason why that failed. Until a required second factor is added, only its panel can be
 * used.
 */
export function SecurityPage() {
  const mustAdd = useSession()?.user.second_factor?.must_add
  const { search }: { search: { organisation_login?: string } } = useLocation()
  const newLogin = <OrganisationLogin return_to="/account/beveiliging" reauthenticates />
  return (
    <Page intro="Zo houdt u anderen buiten uw account.">
      <div className="stack narrow">
        <LoginProblem problem={search.organisation_login} />
        <SecondFactorPanel newLogin={newLogin} />
        {!mustAdd && (
          <>
            <PasswordPanel />
            <OwnSessionsPanel newLogin={newLogin} />
          </>
        )}
      </div>
    </Page>
  )
}
