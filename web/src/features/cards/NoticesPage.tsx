import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { NoticesPanel } from './NoticesPanel.tsx'

/** The notices of a municipality, which its employees see on the dashboard. */
export const NoticesPage = () => (
  <ServicesPage>
    <NoticesPanel />
  </ServicesPage>
)
