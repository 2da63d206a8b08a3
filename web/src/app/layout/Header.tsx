import { type Employee, isMunicipalEmployee, mayUse, search } from '@rd4-loket/contract'
import { SearchBox } from '../../features/search/SearchBox.tsx'
import { LinkButton } from '../../kit/buttons/Button.tsx'
import { portalName } from '../../kit/page/portal-name.ts'
import { Icon } from '../../kit/theme/Icon.tsx'
import { useLogout } from '../../session/logout.ts'
import { useMenu } from '../../session/menu.ts'
import { isOffered } from '../../session/offered.tsx'
import { useSession, useSessionUnknown } from '../../session/session.ts'
import { screens } from '../screens.tsx'
import styles from './DefaultLayout.module.css'
import { isKeysDialogOpen } from './KeysDialog.tsx'
import { StatusBar } from './StatusBar.tsx'
import { UserMenu } from './UserMenu.tsx'

/** The pages that an employee can find by their title in the search box. */
const pagesFor = (employee: Employee) =>
  screens.filter(({ path, access }) => access !== 'everyone' && mayUse(access, employee) && !path.includes('$'))

/** The bar above every screen: the menu button on a narrow screen, the search box, and the user menu. */
export function Header() {
  const { open, enabled, openMenu } = useMenu()
  const session = useSession()
  const unknown = useSessionUnknown()
  const user = session?.user
  const loggingOut = useLogout()
  const commands = { logout: () => loggingOut.mutate(), showKeys: () => isKeysDialogOpen.write(true) }
  return (
    <header className={`line screen-only ${styles.header}`}>
      <StatusBar />
      {user && enabled && (
        <button
          type="button"
          className={`icon-button ${styles.menu}`}
          aria-label="Menu openen"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={openMenu}
        >
          <Icon name="menu" />
        </button>
      )}
      <span className={styles.name}>{portalName}</span>
      {user && enabled && (isOffered(search) || isMunicipalEmployee(user)) && (
        <SearchBox employee={user} pages={pagesFor(user)} commands={commands} />
      )}
      {user && <UserMenu employee={user} loggingOut={loggingOut} />}
      {!user && !unknown && <LinkButton to="/login">Inloggen</LinkButton>}
    </header>
  )
}
