import { OwnSessionsPanel } from '../features/account/OwnSessionsPanel.tsx'
import { PasswordPanel } from '../features/account/PasswordPanel.tsx'
import { Page } from '../kit/page/Page.tsx'

/** The security of the employee's own account. */
export function SecurityPage() {
  return (
    <Page intro="Zo houdt u anderen buiten uw account.">
      <div className="stack narrow">
        <PasswordPanel />
        <OwnSessionsPanel />
      </div>
    </Page>
  )
}
