import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../shared/Icon.tsx'
import { useSession } from '../shared/session.ts'
import styles from './Header.module.css'
import { UserMenu } from './UserMenu.tsx'

/** The bar over every screen: the way to the menu where it is hidden, and at the right who is logged in. */
export function Header({ menuOpen, onMenu }: { menuOpen: boolean; onMenu: () => void }) {
  const session = useSession()
  return (
    <header className={styles.header}>
      <button
        type="button"
        className={styles.menu}
        aria-label="Menu openen"
        aria-haspopup="dialog"
        aria-expanded={menuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" />
      </button>
      <span className={styles.name}>Rd4 Loket</span>
      {session ? (
        <UserMenu employee={session.user} />
      ) : (
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>Inloggen</Button>
      )}
    </header>
  )
}
