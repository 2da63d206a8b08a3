import { type Access, mayUse } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import styles from './ServicesTabs.module.css'
import { useSession } from './session.ts'

const tabs: { path: string; name: string; access: Access }[] = [
  { path: '/services-and-settings', name: 'Milieupas', access: 'municipal_employee' },
  { path: '/services-and-settings/requests', name: 'Uitgiften', access: 'municipal_employee' },
  { path: '/services-and-settings/settings', name: 'Instellingen', access: 'municipal_employee' },
  { path: '/services-and-settings/collections', name: 'Ophaaldagen', access: 'administrator' },
  { path: '/services-and-settings/employees', name: 'Medewerkers', access: 'administrator' },
  { path: '/services-and-settings/audit', name: 'Logboek', access: 'administrator' },
]

/** The parts of 'Services & instellingen' that this employee may use. */
export function ServicesTabs() {
  const session = useSession()
  return (
    <nav aria-label="Services en instellingen" className={styles.tabs}>
      <ul>
        {tabs
          .filter(({ access }) => mayUse(access, session?.user))
          .map(({ path, name }) => (
            <li key={path}>
              <Link to={path} activeOptions={{ exact: true, includeSearch: false }}>
                {name}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
