import type { Municipality } from '@rd4-loket/contract'
import { Fragment, type ReactNode } from 'react'
import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'

/** The frame of a page about the collection days of one municipality, with the choice of that municipality. */
export function PlanningPage({ children }: { children: (municipality: Municipality) => ReactNode }) {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <ServicesPage isCompact intro={choice ? undefined : municipality?.name} aside={choice}>
      {municipality && <Fragment key={municipality.id}>{children(municipality)}</Fragment>}
    </ServicesPage>
  )
}
