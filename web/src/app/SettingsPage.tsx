import { ServicesTabs } from '../domain/settings/ServicesTabs.tsx'
import { AllowancePanel } from '../features/allowances/AllowancePanel.tsx'
import { NoticesPanel } from '../features/notices/NoticesPanel.tsx'
import { Page } from '../kit/page/Page.tsx'

/** What a municipality decides for itself: how many rolls a pass may have, and what its employees read first. */
export function SettingsPage() {
  return (
    <Page heading="Services & instellingen">
      <ServicesTabs />
      <AllowancePanel />
      <NoticesPanel />
    </Page>
  )
}
