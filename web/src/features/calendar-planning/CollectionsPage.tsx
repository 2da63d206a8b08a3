import { ServicesPage } from '../../domain/settings/ServicesPage.tsx'
import { useMunicipalityChoice } from '../../domain/settings/SettingForm.tsx'
import { LinkButton } from '../../kit/buttons/Button.tsx'
import { Planner } from './Planner.tsx'

const pages = [
  { to: '/services-and-settings/collections/changes', name: 'Wijzigingen' },
  { to: '/services-and-settings/collections/areas', name: 'Ophaalgebieden' },
  { to: '/services-and-settings/collections/rules', name: 'Ophaalregels' },
  { to: '/services-and-settings/collections/import', name: 'Ophaaldagen inlezen' },
  { to: '/services-and-settings/collections/publication', name: 'Publicatie' },
  { to: '/services-and-settings/collections/pickups', name: 'Ophaalafspraken' },
]

/** The planner of a municipality's collections, and links to the other pages about collection days. */
export function CollectionsPage() {
  const { municipality, choice } = useMunicipalityChoice()
  return (
    <ServicesPage>
      <nav aria-label="Ophaaldagen instellen" className="screen-only">
        <ul className="row">
          {pages.map(({ to, name }) => (
            <li key={to}>
              <LinkButton to={to} variant="default">
                {name}
              </LinkButton>
            </li>
          ))}
        </ul>
      </nav>
      {choice}
      {municipality && <Planner key={municipality.id} municipality={municipality} />}
    </ServicesPage>
  )
}
