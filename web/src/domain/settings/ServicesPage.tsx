import { mayUse } from '@rd4-loket/contract'
import { type AnyRoute, Link, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../kit/page/Page.tsx'
import { hasExtraCalls } from '../../session/extra-calls.tsx'
import { useSession } from '../../session/session.ts'
import styles from './ServicesTabs.module.css'

/**
 * The tabs that the employee may open, from the table of screens. A server without calls beyond the specification
 * offers only the pass desk. Then there are no tabs.
 */
function ServicesTabs() {
  const session = useSession()
  const hasTabs = hasExtraCalls.use()
  const routes: AnyRoute[] = Object.values(useRouter().routesById)
  if (!hasTabs) return null
  return (
    <nav aria-label="Services en instellingen" className={`screen-only ${styles.tabs}`}>
      <ul>
        {routes.map(({ fullPath, options: { staticData: { tab, access } = {} } }) =>
          tab && access && mayUse(access, session?.user) ? (
            <li key={fullPath}>
              <Link to={fullPath} activeOptions={{ exact: true, includeSearch: false }}>
                {tab}
              </Link>
            </li>
          ) : null,
        )}
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
