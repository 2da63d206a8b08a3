import { mayUse } from '@rd4-loket/contract'
import { type AnyRoute, Link, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../kit/page/Page.tsx'
import { isOffered } from '../../session/offered.tsx'
import { useSession } from '../../session/session.ts'
import styles from './ServicesTabs.module.css'

/** The tabs that the employee may open, from the table of screens. Renders nothing if there is only one. */
function ServicesTabs() {
  const session = useSession()
  const routes: AnyRoute[] = Object.values(useRouter().routesById)
  const tabs = routes.flatMap(({ fullPath, options: { staticData = {} } }) => {
    const { tab, access } = staticData
    return tab && access && mayUse(access, session?.user) && isOffered(staticData) ? [{ fullPath, tab }] : []
  })
  if (tabs.length < 2) return null
  return (
    <nav aria-label="Services en instellingen" className={`screen-only ${styles.tabs}`}>
      <ul>
        {tabs.map(({ fullPath, tab }) => (
          <li key={fullPath}>
            <Link to={fullPath} activeOptions={{ exact: true, includeSearch: false }}>
              {tab}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The frame of each screen of 'Services & instellingen': the name of its tab as heading, and the tabs. */
export function ServicesPage({ children }: { children: ReactNode }) {
  const tab = useMatches({ select: (matches) => matches.at(-1)?.staticData.tab })
  return (
    <Page {...(tab && { title: tab })}>
      <ServicesTabs />
      {children}
    </Page>
  )
}
