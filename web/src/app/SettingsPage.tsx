import { ServicesPage } from '../domain/settings/ServicesPage.tsx'
import { useMunicipalityChoice } from '../domain/settings/SettingForm.tsx'
import { AllowancePanel } from '../features/allowances/AllowancePanel.tsx'
import { NoticesPanel } from '../features/notices/NoticesPanel.tsx'
import { PassFormPanel } from '../features/pass-form/PassFormPanel.tsx'

/** The settings of a municipality: the rolls per household, the form of pass numbers, and the notices. */
export function SettingsPage() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <ServicesPage>
      {choice}
      <div className="stack side-by-side">
        {municipality && <AllowancePanel municipality={municipality} />}
        {municipality && <PassFormPanel municipality={municipality} />}
        <NoticesPanel />
      </div>
    </ServicesPage>
  )
}
