import { type Employee, mayUse } from '@rd4-loket/contract'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useMenu } from '../../session/menu.ts'
import { isOffered } from '../../session/offered.tsx'
import { useSession } from '../../session/session.ts'
import { screens } from '../screens.tsx'
import { Brand } from './Brand.tsx'
import styles from './Sidebar.module.css'

/**
 * Returns the screens in an employee's menu. All tabs of 'Services & instellingen' share one item, for the first tab
 * that the employee may open.
 */
function menuOf(employee: Employee) {
  const items = screens.filter((screen) => screen.menu && mayUse(screen.access, employee) && isOffered(screen))
  const firstTab = items.find(({ tab }) => tab)
  return items.filter((item) => !item.tab || item === firstTab)
}

/** Links to the employee's screens. Empty for a visitor, and until a required new password is chosen. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const session = useSession()
  const label = useId()
  const { enabled } = useMenu()
  const employee = enabled ? session?.user : undefined
  const items = employee ? menuOf(employee) : []
  return (
    <nav className={styles.navigation} aria-labelledby={label}>
      <p id={label} className={styles.label}>
        Menu
      </p>
      {items.length > 0 && (
        <ul>
          {items.map(({ path, title, menu = 'home' }) => (
            <li key={path}>
              <Link to={path} className={`line menu-item ${styles.item}`} onClick={onChoose}>
                <Icon name={menu} size={22} />
                <span className={styles.word}>{title}</span>
              </Link>
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
    <aside className={styles.sidebar} aria-label="Rd4 Loket" data-collapsed={collapsed || undefined}>
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
