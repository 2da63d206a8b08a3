import type { Municipality } from '@rd4-loket/contract'
import { Fragment, type ReactNode } from 'react'
import { useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { BackLink } from '../../kit/buttons/Button.tsx'
import { Page } from '../../kit/page/Page.tsx'

/** The frame of a page below 'Ophaaldagen': a link back, and the choice of a municipality. */
export function PlanningPage({ children }: { children: (municipality: Municipality) => ReactNode }) {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <Page
      back={<BackLink to="/services-and-settings/collections">Terug naar de ophaaldagen</BackLink>}
      intro={municipality?.name}
    >
      {choice}
      {municipality && <Fragment key={municipality.id}>{children(municipality)}</Fragment>}
    </Page>
  )
}
