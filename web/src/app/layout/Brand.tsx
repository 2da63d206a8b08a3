import { Link } from '@tanstack/react-router'
import styles from './Brand.module.css'
import { Emblem } from './Emblem.tsx'

/** The name of the portal, which leads home. Where there is no room its words are only heard. */
export function Brand({ small = false }: { small?: boolean }) {
  return (
    <Link to="/" className={styles.brand} aria-label="Rd4 Loket, naar de beginpagina">
      <Emblem size={36} />
      {!small && <span>Rd4 Loket</span>}
    </Link>
  )
}
