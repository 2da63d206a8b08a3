import { mayUse } from '@rd4-loket/contract'
import { type AnyRoute, Link, useMatches, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { moveFocus, type PillLink } from '../../kit/buttons/Button.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { isOffered } from '../../session/offered.tsx'
import { useSession } from '../../session/session.ts'
import styles from './ServicesTabs.module.css'

type TabLink = Pick<PillLink, 'name' | 'current'> & { to: string; search?: PillLink['search'] }

/** Returns the tabs of a group that the employee may open, from the table of screens. */
function useGroupTabs(): TabLink[] {
  const session = useSession()
  const current = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  const routes: AnyRoute[] = Object.values(useRouter().routesById)
  return routes.flatMap(({ fullPath, options: { staticData = {} } }) => {
    const { tab, access } = staticData
    const isShown = tab && staticData.group === current?.group && access && mayUse(access, session?.user)
    if (!isShown || !isOffered(staticData)) return []
    return [{ to: fullPath, name: tab, current: staticData.title === current?.title }]
  })
}

/** The tabs of a page. The arrow keys move between them. Renders nothing if there is only one. */
export function Tabs({ label, tabs }: { label: string; tabs: TabLink[] }) {
  if (tabs.length < 2) return null
  return (
    <nav aria-label={label} className={`screen-only ${styles.tabs}`} onKeyDown={moveFocus}>
      <ul>
        {tabs.map(({ to, name, search, current }) => (
          <li key={name}>
            <Link
              to={to}
              {...(search && { search })}
              activeOptions={{ exact: true, includeSearch: search !== undefined }}
              aria-current={current ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ServicesPageProps = {
  /** The tabs of a page with several parts. By default, the pages of its group. */
  tabs?: TabLink[]
  intro?: ReactNode
  /** What is beside the heading. */
  aside?: ReactNode
  isCompact?: boolean
  children: ReactNode
}

/** The frame of each screen of 'Services & instellingen': the name of its tab as heading, and the tabs of its group. */
export function ServicesPage({ tabs, children, ...head }: ServicesPageProps) {
  const { group = '', tab } = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {}
  const groupTabs = useGroupTabs()
  return (
    <Page {...(tab && { title: tab })} {...head}>
      <Tabs label={group} tabs={tabs ?? groupTabs} />
      {children}
    </Page>
  )
}
