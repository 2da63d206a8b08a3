import { useMunicipalityChoice } from '../../domain/settings/MunicipalityChoice.tsx'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { AreasPanel } from './AreasPanel.tsx'
import { ExceptionForm, ExceptionList } from './ExceptionPanels.tsx'
import { PickupCapacityPanel, PublicationPanel } from './PublicationPanel.tsx'
import { RulesPanel } from './RulesPanel.tsx'

/** The collection settings of a municipality: single days, rules, areas, publication and pick-up capacity. */
export function CollectionsPage() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <ServicesPage>
      {choice}
      {municipality && (
        <>
          <ExceptionForm key={`form ${municipality.id}`} municipality={municipality} />
          <ExceptionList municipality={municipality} />
          <RulesPanel municipality={municipality} />
          <AreasPanel key={`areas ${municipality.id}`} municipality={municipality} />
          <PublicationPanel municipality={municipality} />
          <PickupCapacityPanel municipality={municipality} />
        </>
      )}
    </ServicesPage>
  )
}
