import { Page } from '../../shared/Page.tsx'
import { ServicesTabs } from '../../shared/ServicesTabs.tsx'
import { AllowancePanel } from './AllowancePanel.tsx'
import { NoticesPanel } from './NoticesPanel.tsx'

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
