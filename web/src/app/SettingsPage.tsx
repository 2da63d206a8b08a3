import { ServicesTabs } from '../domain/settings/ServicesTabs.tsx'
import { AllowancePanel } from '../features/allowances/AllowancePanel.tsx'
import { NoticesPanel } from '../features/notices/NoticesPanel.tsx'
import { Page } from '../kit/page/Page.tsx'

/** The settings of a municipality: the roll allowance per pass, and the notices for its employees. */
export function SettingsPage() {
  return (
    <Page heading="Services & instellingen">
      <ServicesTabs />
      <AllowancePanel />
      <NoticesPanel />
    </Page>
  )
}
