import { type Employee, mayUse } from '@rd4-loket/contract'
import { Link, useMatches } from '@tanstack/react-router'
import { useId } from 'react'
import { useTaskCounts } from '../../domain/tasks/task-counts.ts'
import { numberText } from '../../kit/browser/format.ts'
import { portalName } from '../../kit/page/portal-name.ts'
import { type MenuGroup, menuGroups } from '../../kit/page/route-data.ts'
import { Icon, type IconName } from '../../kit/theme/Icon.tsx'
import { useMenu } from '../../session/menu.ts'
import { isOffered } from '../../session/offered.tsx'
import { useSession } from '../../session/session.ts'
import { screens } from '../screens.tsx'
import { Brand } from './Brand.tsx'
import styles from './Sidebar.module.css'

const dashboardPath = '/dashboard'
const servicesPath = '/services-and-settings'
const calendarPath = '/calendar'

const groupIcons: Record<MenuGroup, IconName> = {
  Balie: 'pass',
  Ophaaldagen: 'clearances',
  Beheer: 'user',
  Logboek: 'shield',
}

/** Returns the screens in an employee's menu. */
const itemsOf = (employee: Employee) =>
  screens.filter((screen) => screen.menu && mayUse(screen.access, employee) && isOffered(screen))

/** Returns the groups of which the employee may open a page, each with the path of its first page. */
function groupsOf(employee: Employee) {
  const tabs = screens.filter((screen) => screen.tab && mayUse(screen.access, employee) && isOffered(screen))
  return menuGroups.flatMap((name) => {
    const first = tabs.find(({ group }) => group === name)
    return first ? [{ name, path: first.path }] : []
  })
}

/** The number of tasks that wait behind an item of the menu. Renders nothing for 0. */
function TaskCount({ of: count }: { of: number | undefined }) {
  if (!count) return null
  return (
    <span className={styles.count}>
      {numberText(count)}
      <span className="visually-hidden"> {count === 1 ? 'taak' : 'taken'}</span>
    </span>
  )
}

type GroupsProps = { groups: ReturnType<typeof groupsOf>; onChoose: (() => void) | undefined }

/** The groups of 'Services & instellingen'. */
function Groups({ groups, onChoose }: GroupsProps) {
  const current = useMatches({ select: (matches) => matches.at(-1)?.staticData.group })
  const { invitations, months } = useTaskCounts()
  const counts: Partial<Record<MenuGroup, number>> = { Beheer: invitations, Logboek: months }
  return (
    <ul className={styles.groups}>
      {groups.map(({ name, path }) => (
        <li key={name}>
          <Link
            to={path}
            className={`line menu-item ${styles.item}`}
            activeOptions={{ exact: true, includeSearch: false }}
            onClick={onChoose}
            {...(name === current && { 'data-status': 'active', 'aria-current': 'true' })}
          >
            <Icon name={groupIcons[name]} size={22} />
            <span className={styles.word}>{name}</span>
          </Link>
          <TaskCount of={counts[name]} />
        </li>
      ))}
    </ul>
  )
}

/**
 * Links to the employee's screens. Empty for a visitor, and until a required new password is chosen. An employee who may
 * not open the pass desk has the groups as items of their own.
 */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const session = useSession()
  const label = useId()
  const { enabled } = useMenu()
  const { total, handovers = 0, corrections = 0, quarantine_lines = 0 } = useTaskCounts()
  const work = handovers + corrections + quarantine_lines
  const employee = enabled ? session?.user : undefined
  const items = employee ? itemsOf(employee) : []
  const groups = employee ? groupsOf(employee) : []
  const isParent = (path: string) => path === servicesPath
  const parent = items.find(({ path }) => isParent(path))
  // The groups follow 'Services & instellingen'. Without that item, they come before the calendar.
  const before = items.findIndex(({ path }) => path === calendarPath)
  const shown = groups.length > (parent ? 1 : 0) && <Groups groups={groups} onChoose={onChoose} />
  return (
    <nav className={styles.navigation} aria-labelledby={label}>
      <p id={label} className={styles.label}>
        Menu
      </p>
      {items.length > 0 && (
        <ul>
          {items.map(({ path, title, menu = 'home' }, index) => (
            <li key={path}>
              {!parent && index === before && shown}
              <Link
                to={path}
                className={`line menu-item ${styles.item}`}
                activeOptions={{ exact: isParent(path) }}
                onClick={onChoose}
              >
                <Icon name={menu} size={22} />
                <span className={styles.word}>{title}</span>
              </Link>
              <TaskCount of={path === dashboardPath ? total : path === '/work' ? work : 0} />
              {isParent(path) && shown}
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** The menu beside every screen, from 1200 px. It can be collapsed. */
export function Sidebar({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  return (
    <aside className={styles.sidebar} aria-label={portalName} data-collapsed={collapsed || undefined}>
      <div className={`line ${styles.brand}`}>
        <Brand small={collapsed} />
      </div>
      <Navigation />
      <button type="button" className={`line menu-item ${styles.item}`} aria-expanded={!collapsed} onClick={onToggle}>
        <Icon name="panel-left" size={22} />
        <span className={styles.word}>{collapsed ? 'Menu uitklappen' : 'Menu inklappen'}</span>
      </button>
    </aside>
  )
}
