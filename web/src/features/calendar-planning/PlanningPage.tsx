import type { Municipality } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Icon } from '../../kit/theme/Icon.tsx'

/** The frame of a page below 'Ophaaldagen': a link back, and the choice of a municipality. */
export function PlanningPage({ children }: { children: (municipality: Municipality) => ReactNode }) {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <div className="column gap-3">
      <Link to="/services-and-settings/collections" className="inline screen-only">
        <Icon name="arrow-left" size={20} />
        Terug naar de ophaaldagen
      </Link>
      <Page intro={municipality?.name}>
        {choice}
        {municipality && <Fragment key={municipality.id}>{children(municipality)}</Fragment>}
      </Page>
    </div>
  )
}
