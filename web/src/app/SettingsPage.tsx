import { ServicesPage } from '../domain/settings/ServicesPage.tsx'
import { AllowancePanel } from '../features/allowances/AllowancePanel.tsx'
import { NoticesPanel } from '../features/notices/NoticesPanel.tsx'

/** The settings of a municipality: the roll allowance per pass, and the notices for its employees. */
export function SettingsPage() {
  return (
    <ServicesPage>
      <div className="stack side-by-side">
        <AllowancePanel />
        <NoticesPanel />
      </div>
    </ServicesPage>
  )
}
