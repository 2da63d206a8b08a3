import { OwnSessionsPanel } from '../features/account/OwnSessionsPanel.tsx'
import { PasswordPanel } from '../features/account/PasswordPanel.tsx'
import { SecondFactorPanel } from '../features/second-factor/SecondFactorPanel.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useSession } from '../session/session.ts'

/** The security of the employee's own account. Until a required second factor is added, only its panel can be used. */
export function SecurityPage() {
  const mustAdd = useSession()?.user.second_factor?.must_add
  return (
    <Page intro="Zo houdt u anderen buiten uw account.">
      <div className="stack narrow">
        <SecondFactorPanel />
        {!mustAdd && (
          <>
            <PasswordPanel />
            <OwnSessionsPanel />
          </>
        )}
      </div>
    </Page>
  )
}
