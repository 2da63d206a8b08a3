import { mayUse, showLetterSender } from '@rd4-loket/contract'
import { ServicesPage } from '../domain/settings/ServicesPage.tsx'
import { useMunicipalityChoice } from '../domain/settings/SettingForm.tsx'
import { AllowancePanel } from '../features/allowances/AllowancePanel.tsx'
import { MalfunctionMailPanel } from '../features/collection-systems/MalfunctionMailPanel.tsx'
import { LetterSenderPanel } from '../features/letter-sender/LetterSenderPanel.tsx'
import { PassFormPanel } from '../features/pass-form/PassFormPanel.tsx'
import { useSession } from '../session/session.ts'

/** The settings of a municipality: rolls, pass numbers, the sender of letters, and mail about malfunctions. */
export function SettingsPage() {
  const { municipality, choice } = useMunicipalityChoice()
  const isAdministrator = mayUse(showLetterSender.access, useSession()?.user)
  return (
    <ServicesPage>
      {choice}
      <div className="stack side-by-side">
        {municipality && <AllowancePanel municipality={municipality} />}
        {municipality && <PassFormPanel municipality={municipality} />}
        {municipality && isAdministrator && <LetterSenderPanel municipality={municipality} />}
        {municipality && <MalfunctionMailPanel municipality={municipality} />}
      </div>
    </ServicesPage>
  )
}
